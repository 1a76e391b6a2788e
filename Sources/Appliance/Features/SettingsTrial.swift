import Settings

/// Settings that hold for a while, and go back by themselves.
struct SettingsTrial {
    /// Seconds after the last change.
    static let length = 120.0
    /// The most keys at once.
    static let mostKeys = 40

    let changes: ConfigurationChanges
    /// A person's own ranges that were measured, in place of the kept ones.
    var ranges: Ranges?
    /// What the file gives with them.
    let file: Configuration
    /// When they go back, in the loop's seconds.
    let until: Double

    /// The keys on trial.
    var keys: [String] { Set(changes.keys).union(ranges?.keys ?? []).sorted() }
}
