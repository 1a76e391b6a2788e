/// A change of an input line.
package struct LineEdge: Sendable {
    package let isActive: Bool
    /// When it happened, by the kernel: seconds on the monotonic clock.
    package let time: Double

    package init(isActive: Bool, time: Double) { (self.isActive, self.time) = (isActive, time) }
}
