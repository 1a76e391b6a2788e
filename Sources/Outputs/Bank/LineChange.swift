/// A change of an output, independent of its target.
package struct LineChange: Equatable, Sendable {
    /// Seconds on the frames' clock.
    package let time: Double
    package let name: String
    package let value: Bool
    package let part: Part

    /// What it is of: an output begins or ends, or it blinks, or beats, in between.
    package enum Part: Sendable { case whole, flash, beat }

    /// Whether listeners get it: for a heartbeat only its beginning and its end.
    package var isReported: Bool { part != .beat }

    package init(time: Double, name: String, value: Bool, part: Part = .whole) {
        self.time = time
        self.name = name
        self.value = value
        self.part = part
    }
}
