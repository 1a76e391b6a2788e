// A change of an output.

/// A line, or whatever an output works on, that changed.
package struct LineChange: Equatable, Sendable {
    /// Seconds on the frames' clock.
    package let time: Double
    package let name: String
    package let value: Bool

    package init(time: Double, name: String, value: Bool) {
        self.time = time
        self.name = name
        self.value = value
    }
}
