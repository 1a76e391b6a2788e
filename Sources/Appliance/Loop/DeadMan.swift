import Glibc
import Outputs
import Platform
import Synchronization

/// Releases what is held when no frame is worked on, and everything when the loop hangs: a thread that sleeps until something is on.
///
/// For what is held it wants frames: the loop feeds it with each frame that was worked on. For everything else that is on, the loop must
/// go round. Without that it makes what is held, or all, safe. The loop learns of it when it goes on, and until then nothing of it goes
/// on again.
///
/// The watchdog ends a loop that hangs, but allows a camera more time than an output that stays on may have: that is this
/// timer's case too.
///
/// Nothing that it calls waits: ``GuardedOutputs`` gives orders. What two threads touch is atomic or behind a lock, and the compiler has
/// checked that this type is `Sendable`.
package final class DeadMan: Sendable {
    /// Seconds without a frame. The loop itself lets go after 0.4; half a second is promised, of which the thread's waking
    /// takes a part.
    package static let bound = 0.46
    /// Seconds in which the loop does not go round. Five are promised for a hang; the watchdog bites after three.
    package static let hangBound = 4.0

    /// What it has done since it was asked last.
    package enum Firing: UInt8, Sendable {
        case none
        /// No frame was worked on: what is held has been let go.
        case held
        /// The loop hung: all has been let go.
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
    ///   - seconds: the clock of the changes that it makes: the loop's.
    package init(_ outputs: GuardedOutputs, clock: @escaping @Sendable () -> UInt64 = DeadMan.boottime,
                 seconds: @escaping @Sendable () -> Double = { MonotonicClock.now }) {
        self.outputs = outputs
        self.clock = clock
        self.seconds = seconds
        lastFrame = Atomic(clock())
        lastTurn = Atomic(clock())
    }

    /// Nanoseconds since the boot. The time for which the board was suspended counts: what was held has waited for as long.
    package static let boottime: @Sendable () -> UInt64 = {
        var now = timespec()
        clock_gettime(CLOCK_BOOTTIME, &now)
        return UInt64(now.tv_sec) * 1_000_000_000 + UInt64(now.tv_nsec)
    }

    /// Starts the thread, which keeps this value until ``end()``.
    /// - Throws: ``SystemError`` where there can be no thread.
    package func start() throws(SystemError) { try BackgroundThread.start(wokenBy: outputs.bell) { self.run() } }

    /// Lets the thread end.
    package func end() {
        isEnding.store(true, ordering: .sequentiallyConsistent)
        outputs.bell.ring()
    }

    /// The loop goes round. It wakes nobody. After a standstill (a stopped process, a suspended board) it lets go first, on the loop's
    /// own thread: the timer's may not have run yet.
    package func turn() {
        let now = clock(), last = lastTurn.load(ordering: .sequentiallyConsistent)
        if now > last, Double(now - last) / 1e9 >= Self.bound { _ = tend() }
        lastTurn.store(now, ordering: .sequentiallyConsistent)
    }

    /// A frame has been worked on: called before anything goes on because of it, and afterwards. It wakes nobody.
    package func feed() { lastFrame.store(clock(), ordering: .sequentiallyConsistent) }

    /// What it has let go of since this was asked last.
    package func takeFiring() -> Firing {
        Firing(rawValue: firing.exchange(Firing.none.rawValue, ordering: .sequentiallyConsistent)) ?? .none
    }

    private func run() {
        // Asleep for good while nothing is held: it costs no wake-up.
        while !isEnding.load(ordering: .sequentiallyConsistent) { outputs.bell.wait(atMost: tend()) }
    }

    /// Looks once.
    /// - Returns: seconds to sleep at most; `nil` until the bell rings.
    package func tend() -> Double? {
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
            // What was said of a hang is not taken back by less.
            _ = firing.compareExchange(expected: Firing.none.rawValue, desired: Firing.held.rawValue,
                                       ordering: .sequentiallyConsistent)
        } else {
            sleep = min(sleep, rest)
        }
        return sleep
    }
}
