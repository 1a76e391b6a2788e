import FoundationEssentials
import Gestures
import Glibc
import Platform

/// The files of a profile's taught gestures, such as `taught/main/jerk.taught`. Everything here waits for the disk.
package struct TaughtFolder: Sendable {
    /// The most gestures of a profile, and bytes of a file.
    package static let most = 10
    private static let mostBytes = 64 * 1024
    private static let ending = ".taught"

    private let folder: StateFolder

    /// - Parameters:
    ///   - state: the state's folder.
    ///   - profile: "" for the main configuration file.
    package init(state: String, profile: String) { folder = StateFolder(state: state, "taught", profile: profile) }

    var path: String { folder.path }

    /// Whether its files can be seen, or there are none.
    var isReadable: Bool { folder.isReadable }

    /// Reads all of them. A file that cannot be used stays as it is.
    package func read() -> (gestures: [TaughtGesture], faults: [NamedFault]) {
        var gestures: [TaughtGesture] = [], faults: [NamedFault] = []
        for name in folder.names(endingIn: Self.ending) {
            let file = folder.file(name + Self.ending)
            func refuse(_ problem: String) { faults.append(NamedFault(name: name, description: "\(file): \(problem)")) }
            guard gestures.count < Self.most else {
                refuse("there are more than \(Self.most) taught gestures; this one is not used: nodline teach --forget \(name)")
                continue
            }
            do {
                let gesture = try TaughtGesture(text: Self.text(of: file))
                if gesture.name.description.utf8.elementsEqual(name.utf8) { gestures.append(gesture) } else {
                    refuse("it is the gesture \("my-\(gesture.name)".quoted); expected the file's own name: rename it to \(gesture.name)\(Self.ending)")
                }
            } catch {
                refuse("\(error)")
            }
        }
        return (gestures, faults)
    }

    /// Writes one, complete or not at all.
    package func write(_ gesture: TaughtGesture) throws(StateWriter.Failure) {
        try folder.write(Data(gesture.text.utf8), to: gesture.name.description + Self.ending)
    }

    /// Removes a gesture's file, whatever is in it.
    package func remove(_ name: GestureName) throws(StateWriter.Failure) {
        try folder.remove(name.description + Self.ending)
    }

    package func file(_ name: GestureName) -> String { folder.file(name.description + Self.ending) }

    /// - Throws: `SystemError`, or `TaughtGestureError`.
    package static func text(of file: String) throws -> String {
        let bytes = try Descriptor(open: file, O_RDONLY | O_NOFOLLOW | O_NONBLOCK).read(upTo: mostBytes)
        guard bytes.count <= mostBytes, let text = String(validating: bytes, as: UTF8.self) else {
            throw StateWriter.Failure("it is no taught gesture: expected text of at most \(mostBytes / 1024) KB; forget it, and teach it again")
        }
        return text
    }
}
