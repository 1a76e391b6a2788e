import Glibc
import Outputs
import Platform

/// The main loop's clocks, and its way to wait. The program uses the machine's; tests move time by hand.
package struct LoopClock {
    /// Seconds on the monotonic clock. The dead-man timer reads this and ``boottime`` on its own thread.
    package let now: @Sendable () -> Double
    /// Nanoseconds since boot, including the time during which the board was suspended.
    package let boottime: @Sendable () -> UInt64
    /// CPU seconds that this process has used.
    package let cpu: () -> Double
    /// Waits until a descriptor is ready, or until the given number of seconds has passed.
    package let wait: (inout [pollfd], Double) -> Void
    /// Whether time passes without the loop, so that the dead-man timer needs a thread. If not, the test that moves the time calls
    /// ``MainLoop/deadMan``.
    package let passesByItself: Bool

    package init(now: @escaping @Sendable () -> Double, boottime: @escaping @Sendable () -> UInt64, cpu: @escaping () -> Double,
                 wait: @escaping (inout [pollfd], Double) -> Void) {
        self.init(now: now, boottime: boottime, cpu: cpu, wait: wait, passesByItself: false)
    }

    private init(now: @escaping @Sendable () -> Double, boottime: @escaping @Sendable () -> UInt64, cpu: @escaping () -> Double,
                 wait: @escaping (inout [pollfd], Double) -> Void, passesByItself: Bool) {
        self.now = now
        self.boottime = boottime
        self.cpu = cpu
        self.wait = wait
        self.passesByItself = passesByItself
    }

    /// The machine's clocks.
    package static var system: LoopClock {
        LoopClock(now: { MonotonicClock.now }, boottime: DeadMan.boottime, cpu: { CPUClock.process },
                  wait: { descriptors, seconds in
                      _ = poll(&descriptors, nfds_t(descriptors.count), Int32((seconds * 1000).rounded(.up)))
                  }, passesByItself: true)
    }

    /// Seconds for which the board has been suspended since boot.
    var suspended: Double { Double(boottime()) / 1e9 - now() }
}
