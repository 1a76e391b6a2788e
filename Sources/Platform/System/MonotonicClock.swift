import Glibc

/// The clock of the main loop, the camera and the sockets: seconds since boot, unaffected by changes of the system time.
public enum MonotonicClock {
    /// The current time, in seconds. The corresponding C function is `clock_gettime` with `CLOCK_MONOTONIC`.
    public static var now: Double { seconds(CLOCK_MONOTONIC) }

    static func seconds(_ clock: clockid_t) -> Double {
        var time = timespec()
        clock_gettime(clock, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
    }
}
