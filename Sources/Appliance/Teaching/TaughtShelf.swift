import Gestures

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

    /// Gives the recogniser those that something uses, or all of them if programs listen to them.
    func apply(to configuration: inout Configuration) {
        let bound = configuration.boundGestures, isAll = configuration.taught.isOn
        configuration.gestures.taught = gestures.filter { isAll || bound.contains(.taught($0.name)) }
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
}
