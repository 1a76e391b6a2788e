import Gestures
import Platform
import Wire

/// The taught gestures of the profile in use.
package struct TaughtShelf {
    let profile: String
    /// `nil` if there is no state folder: then they last until the program ends.
    let folder: TaughtFolder?
    /// Sorted by name.
    private(set) var gestures: [TaughtGesture] = []
    /// Files that cannot be used.
    private(set) var faults: [NamedFault] = []
    /// The gestures that have adapted since they were written.
    package var adapted: Set<GestureName> = []

    /// Reads them.
    /// - Parameter state: the state's folder; empty for none.
    package init(state: String, profile: String) {
        self.profile = profile
        folder = state.isEmpty ? nil : TaughtFolder(state: state, profile: profile)
        if let folder { (gestures, faults) = folder.read() }
    }

    package mutating func put(_ gesture: TaughtGesture) {
        gestures.removeAll { $0.name == gesture.name }
        gestures.append(gesture)
        gestures.sort { $0.name.description < $1.name.description }
        adapted.remove(gesture.name)
    }

    mutating func remove(_ name: GestureName) {
        gestures.removeAll { $0.name == name }
        faults.removeAll { $0.name == name.description }
        adapted.remove(name)
    }

    /// Takes the gestures that are to be written because they have adapted.
    /// - Parameter claimed: names that wait, because something else is about to replace or remove their file.
    package mutating func takeAdapted(except claimed: Set<GestureName>) -> [TaughtGesture] {
        let taken = gestures.filter { adapted.contains($0.name) && !claimed.contains($0.name) }
        adapted.formIntersection(claimed)
        return taken
    }

    /// What has been learnt since the files were written is not lost by reading them again.
    mutating func takeAdapted(from old: TaughtShelf) {
        guard old.profile == profile else { return }
        for gesture in old.gestures where old.adapted.contains(gesture.name) && self.gesture(gesture.name) != nil {
            put(gesture)
            adapted.insert(gesture.name)
        }
    }

    func gesture(_ name: GestureName) -> TaughtGesture? { gestures.first { $0.name == name } }

    /// Whether there is a file of this name that cannot be used.
    func isDamaged(_ name: GestureName) -> Bool { faults.contains { $0.name == name.description } }

    /// Whether there is room for a gesture of this name.
    func mayKeep(_ name: GestureName) throws(ControlError) {
        if let fault = faults.first(where: { $0.name == name.description }) {
            throw ControlError(.unavailable, "there is a file of this name that cannot be used, and it is kept: \(fault). Forget it first: nodline teach --forget \(name)")
        }
        guard gesture(name) != nil || gestures.count + faults.count < TaughtFolder.most else {
            throw ControlError(.unavailable, "there are \(TaughtFolder.most) taught gestures already; forget one first")
        }
    }

    /// What is wrong with a name that is not there.
    func unknown(_ name: GestureName) -> String {
        let nearest = NearestWord.to(name.description, among: gestures.map(\.name.description)).map { "; did you mean \($0)?" }
        return "my-\(name) has not been taught" + (nearest ?? (gestures.isEmpty ? "; nothing has" : "; there are \(gestures.map { "my-\($0.name)" }.quoted)"))
    }
}
