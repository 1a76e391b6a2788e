import Glibc

/// CPU time, in seconds. The corresponding C function is `clock_gettime`.
public enum CPUClock {
    /// Time that this thread has computed.
    public static var thread: Double { MonotonicClock.seconds(CLOCK_THREAD_CPUTIME_ID) }
    /// Time that all threads of this process have computed.
    public static var process: Double { MonotonicClock.seconds(CLOCK_PROCESS_CPUTIME_ID) }
}
