import Glibc

/// CPU time, in seconds. The corresponding C function is `clock_gettime`.
public enum CPUClock {
    /// CPU time of this thread.
    public static var thread: Double { MonotonicClock.seconds(CLOCK_THREAD_CPUTIME_ID) }
    /// CPU time of all threads of this process.
    public static var process: Double { MonotonicClock.seconds(CLOCK_PROCESS_CPUTIME_ID) }
}
