/// A movement of an axis.
package struct AxisChange: Equatable, Sendable {
    /// Seconds on the frames' clock.
    package let time: Double
    package let name: String
    /// -1 to 1, relative to full speed.
    package let value: Double
    /// Whole steps since the last change.
    package let steps: Int
    /// Whether it goes to rest at once; `value` and `steps` are then 0.
    package let rests: Bool
    /// Whether listeners get it: a few times a second, and whenever it stops.
    package let isReported: Bool

    package init(time: Double, name: String, value: Double, steps: Int = 0, rests: Bool = false, isReported: Bool = true) {
        self.time = time
        self.name = name
        self.value = value
        self.steps = steps
        self.rests = rests
        self.isReported = isReported
    }
}
