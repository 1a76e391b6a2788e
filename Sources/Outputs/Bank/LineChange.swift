// A change of an output.

/// A line, or whatever an output works on, that changed.
package struct LineChange: Equatable, Sendable {
    /// Seconds on the frames' clock.
    package let time: Double
    package let name: String
    package let value: Bool
    /// Whether listeners are told of it: of a heartbeat that it has begun and that it has ended, not each beat.
    package let isReported: Bool

    package init(time: Double, name: String, value: Bool, isReported: Bool = true) {
        self.time = time
        self.name = name
        self.value = value
        self.isReported = isReported
    }
}
