// When a camera's frame was taken.

/// Turns time stamps that may be senseless into times that rise.
public struct CameraClock: Sendable {
    /// A stamp may be older than the frame's arrival by so much, in seconds, and still be believed. A sensor's takes one
    /// picture's time; and at five pictures a second, 0.2 s apart, an older one would soon count as missing, which is so after 0.4 s.
    public static let oldest = 0.15

    private var last = -Double.infinity

    public init() {}

    /// Seconds on the monotonic clock: the frame's own stamp where it is sane and rising, else its arrival.
    ///
    /// - Parameters:
    ///   - stamp: nanoseconds, as the driver gave them.
    ///   - arrival: nanoseconds on the monotonic clock.
    public mutating func time(stamp: UInt64, arrival: UInt64) -> Double {
        let stamp = Double(stamp) * 1e-9, arrival = Double(arrival) * 1e-9
        let isSane = stamp > last && stamp <= arrival + 0.001 && stamp >= arrival - Self.oldest
        last = isSane ? stamp : max(arrival, last.nextUp)
        return last
    }
}
