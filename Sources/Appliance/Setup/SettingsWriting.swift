import Settings
import Synchronization

/// A change of the configuration file that waits for the disk, and the client that asked for it.
struct SettingsWriting {
    /// Seconds that the client waits.
    static let patience = 10.0

    /// The outcome, from the writer's thread.
    final class Outcome: Sendable {
        let result = Mutex<Result<[UInt8], StateWriter.Failure>?>(nil)
    }

    /// The changes that are kept; `nil` if the former file is put back.
    let changes: ConfigurationChanges?
    let profile: String
    let outcome = Outcome()
    let peer: ControlPeer
    let reply: ControlReply
    let until: Double
    var isAnswered = false
}
