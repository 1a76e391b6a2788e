import Settings

/// A change of the configuration file that waits for the disk, and the client that asked for it.
struct SettingsWriting {
    /// The changes that are kept; `nil` if the former file is put back.
    let changes: ConfigurationChanges?
    let profile: String
    /// The new content of the file.
    let outcome = DiskTask.Outcome<[UInt8]>()
    let peer: ControlPeer
    let reply: ControlReply
    let until: Double
    var isAnswered = false
}
