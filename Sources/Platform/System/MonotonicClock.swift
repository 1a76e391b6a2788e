import Glibc

/// The clock of the main loop, the camera and the sockets: seconds since boot, unaffected by changes of the system time.
public enum MonotonicClock {
    /// The current time, in seconds. The corresponding C function is `clock_gettime` with `CLOCK_MONOTONIC`.
    public static var now: Double { seconds(CLOCK_MONOTONIC) }

    /// Seconds since boot, with the time for which the machine was suspended: the clock of whatever must not be late (`CLOCK_BOOTTIME`).
    package static var withSuspension: Double { seconds(CLOCK_BOOTTIME) }

    static func seconds(_ clock: clockid_t) -> Double {
        var time = timespec()
        clock_gettime(clock, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
    }
}
