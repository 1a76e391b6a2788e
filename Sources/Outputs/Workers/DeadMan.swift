import Glibc
import Platform
import Synchronization

/// Dead-man timer: releases held outputs when no frame is processed, and all outputs when the loop hangs. It is a thread that sleeps
/// until something is on.
///
/// Held outputs need frames: the loop feeds the timer with each processed frame. All other outputs that are on only need the loop to keep
/// turning. If either fails, the timer makes the outputs in question safe. They cannot turn on again until the loop has learned of it.
///
/// The watchdog also ends a loop that hangs, but it allows a camera more time than an output may stay on; this timer covers that time.
///
/// Nothing that it calls blocks: ``GuardedOutputs`` hands the work on. The state that both threads use is atomic or behind a lock,
/// and the compiler has checked that this type is `Sendable`.
package final class DeadMan: Sendable {
    /// Seconds without a frame. The loop itself releases after 0.4 s; the documented limit is 0.5 s, which includes the thread's
    /// wake-up latency.
    package static let bound = 0.46
    /// Seconds without a turn of the loop. The documented limit for a hang is 5 s; the watchdog ends the program after 3 s.
    package static let hangBound = 4.0

    /// What the timer has done since the last query.
    package enum Firing: UInt8, Sendable {
        case none
        /// No frame was processed: held outputs were released.
        case held
        /// The loop hung: all outputs were released.
        case all
    }

    private let outputs: GuardedOutputs
    /// Nanoseconds on the clock.
    private let lastFrame: Atomic<UInt64>
    private let lastTurn: Atomic<UInt64>
    private let firing = Atomic<UInt8>(Firing.none.rawValue)
    private let isEnding = Atomic<Bool>(false)
    private let clock: @Sendable () -> UInt64
    private let seconds: @Sendable () -> Double

    /// - Parameters:
    ///   - clock: nanoseconds.
    ///   - seconds: the loop's clock, for the times of the changes that it makes.
    package init(_ outputs: GuardedOutputs, clock: @escaping @Sendable () -> UInt64 = DeadMan.boottime,
                 seconds: @escaping @Sendable () -> Double = { MonotonicClock.now }) {
        self.outputs = outputs
        self.clock = clock
        self.seconds = seconds
        lastFrame = Atomic(clock())
        lastTurn = Atomic(clock())
    }

    /// Nanoseconds since boot, including suspension: outputs were held during that time too.
    package static let boottime: @Sendable () -> UInt64 = {
        var now = timespec()
        clock_gettime(CLOCK_BOOTTIME, &now)
        return UInt64(now.tv_sec) * 1_000_000_000 + UInt64(now.tv_nsec)
    }

    /// Starts the thread, which keeps this value until ``end()``.
    /// - Throws: ``SystemError`` if the thread cannot be started.
    package func start() throws(SystemError) {
        lastTurn.store(clock(), ordering: .sequentiallyConsistent)  // opening devices before may have taken longer than a hang
        try BackgroundThread.start(wokenBy: outputs.bell) { self.run() }
    }

    /// Ends the thread.
    package func end() {
        isEnding.store(true, ordering: .sequentiallyConsistent)
        outputs.bell.ring()
    }

    /// Called at each turn of the loop. It wakes no thread. After a standstill (a stopped process, a suspended board) it first
    /// releases outputs on the loop's own thread, because the timer's thread may not have run yet.
    /// - Returns: whether there was a standstill.
    @discardableResult
    package func turn() -> Bool {
        let now = clock(), last = lastTurn.load(ordering: .sequentiallyConsistent)
        let stoodStill = now > last && Double(now - last) / 1e9 >= Self.bound
        if stoodStill { _ = poll() }
        lastTurn.store(now, ordering: .sequentiallyConsistent)
        return stoodStill
    }

    /// A frame has been processed: called before it switches anything, and afterwards. It wakes no thread.
    package func feed() { lastFrame.store(clock(), ordering: .sequentiallyConsistent) }

    /// What the timer has released since the last call.
    package func takeFiring() -> Firing {
        Firing(rawValue: firing.exchange(Firing.none.rawValue, ordering: .sequentiallyConsistent)) ?? .none
    }

    private func run() {
        // While nothing is on it sleeps until the bell rings, without wake-ups.
        while !isEnding.load(ordering: .sequentiallyConsistent) { outputs.bell.wait(atMost: poll()) }
    }

    /// Checks once.
    /// - Returns: the longest time to sleep, in seconds; `nil` to sleep until the bell rings.
    package func poll() -> Double? {
        let now = clock()
        func left(of bound: Double, since moment: UInt64) -> Double {
            bound - (now > moment ? Double(now - moment) / 1e9 : 0)
        }
        let stake = outputs.stake
        guard stake > .none else { return nil }
        var sleep = left(of: Self.hangBound, since: lastTurn.load(ordering: .sequentiallyConsistent))
        if sleep <= 0 {
            outputs.makeAllSafe(at: seconds())
            firing.store(Firing.all.rawValue, ordering: .sequentiallyConsistent)
            return nil
        }
        guard stake == .frames else { return sleep }
        let rest = left(of: Self.bound, since: lastFrame.load(ordering: .sequentiallyConsistent))
        if rest <= 0 {
            outputs.makeSafe(at: seconds())
            // A reported hang is not replaced by the lesser firing.
            _ = firing.compareExchange(expected: Firing.none.rawValue, desired: Firing.held.rawValue,
                                       ordering: .sequentiallyConsistent)
        } else {
            sleep = min(sleep, rest)
        }
        return sleep
    }
}
