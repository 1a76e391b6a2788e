import Outputs

/// A button has been pressed, or let go.
package struct ButtonChange: Sendable {
    package let input: InputConfiguration
    package let isPress: Bool
    /// By the kernel: seconds on the monotonic clock.
    package let time: Double
    /// It is so old that nobody expects what it does any more.
    package let isLate: Bool

    init(_ input: InputConfiguration, _ edge: LineEdge, isLate: Bool) {
        (self.input, isPress, time, self.isLate) = (input, edge.isActive, edge.time, isLate)
    }
}
