/// Turns unreliable driver time stamps into increasing times.
public struct CameraClock: Sendable {
    /// Greatest age of a time stamp at the frame's arrival, in seconds; an older stamp is not believed. A sensor's stamp is one frame
    /// interval old. At five frames a second (0.2 s apart) an older one would soon count as a missing frame, which is the case after 0.4 s.
    public static let oldest = 0.15

    private var last = -Double.infinity

    public init() {}

    /// The frame's time on the monotonic clock, in seconds: its own stamp if that is plausible and increasing, otherwise its arrival.
    ///
    /// - Parameters:
    ///   - stamp: the driver's time stamp, in nanoseconds.
    ///   - arrival: nanoseconds on the monotonic clock.
    public mutating func time(stamp: UInt64, arrival: UInt64) -> Double {
        let stamp = Double(stamp) * 1e-9, arrival = Double(arrival) * 1e-9
        let isSane = stamp > last && stamp <= arrival + 0.001 && stamp >= arrival - Self.oldest
        last = isSane ? stamp : max(arrival, last.nextUp)
        return last
    }
}
