/// A change of an output, independent of its target.
package struct LineChange: Equatable, Sendable {
    /// Seconds on the frames' clock.
    package let time: Double
    package let name: String
    package let value: Bool
    /// Whether listeners get it: for a heartbeat only its beginning and its end, not each beat.
    package let isReported: Bool

    package init(time: Double, name: String, value: Bool, isReported: Bool = true) {
        self.time = time
        self.name = name
        self.value = value
        self.isReported = isReported
    }
}
