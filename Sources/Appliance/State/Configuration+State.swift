import Gestures
import Platform

/// What a program that does not run the appliance learns from the files of the state's folder.
extension Configuration {
    /// Gestures that are bound but have not been taught, with the keys that name them.
    /// - Parameter profile: "" for the main file.
    package func untaught(inProfile profile: String) -> [(key: String, problem: String)] {
        guard !taughtUses.isEmpty else { return [] }
        let folder = TaughtFolder(state: StateStore.likelyFolder(self), profile: profile)
        guard folder.isReadable else {
            return taughtUses.map { ($0.key, "whether \("my-\($0.name)".quoted) has been taught is not known, because \(folder.path) cannot be read; run it as root") }
        }
        return untaught(folder.read().gestures.map(\.name))
    }

    /// Gestures that cannot fire with what was measured.
    /// - Parameter profile: "" for the main file.
    package func impossible(inProfile profile: String) -> [(key: String, problem: String)] {
        var measured = EffectiveConfiguration(self)
        measured.ranges = StateStore.ranges(in: StateStore.likelyFolder(self))[profile]
        return measured.value.impossible.map { ($0.key, $0.words) }
    }
}
