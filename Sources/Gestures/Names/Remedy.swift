/// The setting with which a refused movement would have passed the rule that it broke.
public struct Remedy: Equatable, Sendable {
    /// The key in the configuration file: of the section `[gestures]`, or with its section's name.
    public var key: String
    /// The smallest sufficient change.
    public var value: Double

    public init(key: String, value: Double) {
        self.key = key
        self.value = value
    }
}
