// Lets go of what is held when no frame is worked on, and of everything when the loop hangs.
import CLinux
import Glibc
import Synchronization

/// A thread that sleeps until something is on. For what is held it wants a frame in time: the loop feeds it with each frame
/// that was worked on. For everything else that is on, it wants the loop to go round. Without that it makes what is held, or
/// all, safe, once; the loop finds that out when it goes on, and nothing of it goes on before it does.
///
/// The watchdog ends a loop that hangs, but allows a camera more time than an output that stays on may have: that is this
/// timer's case too.
///
/// Race-free without a claim of ours: what two threads touch is atomic or behind a lock, and the compiler has checked that
/// this type is `Sendable`.
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
    /// Wakes the thread: an eventfd.
    private let bell: Int32
    private let clock: @Sendable () -> UInt64

    /// - Parameter clock: nanoseconds; the monotonic clock, or another one in tests.
    package init(_ outputs: GuardedOutputs, clock: @escaping @Sendable () -> UInt64 = DeadMan.monotonic) {
        self.outputs = outputs
        self.clock = clock
        lastFrame = Atomic(clock())
        lastTurn = Atomic(clock())
        bell = eventfd(0, Int32(EFD_CLOEXEC) | Int32(EFD_NONBLOCK))
    }

    deinit { if bell >= 0 { close(bell) } }

    package static let monotonic: @Sendable () -> UInt64 = {
        var now = timespec()
        clock_gettime(CLOCK_MONOTONIC, &now)
        return UInt64(now.tv_sec) * 1_000_000_000 + UInt64(now.tv_nsec)
    }

    /// Starts the thread, which keeps this value until ``end()``.
    /// - Returns: the fault where there can be no thread.
    package func start() -> String? {
        guard bell >= 0 else { return "eventfd: no descriptor is left" }
        var thread = pthread_t()
        let me = Unmanaged.passRetained(self)
        let code = pthread_create(&thread, nil, { context in
            if let context { Unmanaged<DeadMan>.fromOpaque(context).takeRetainedValue().run() }
            return nil
        }, me.toOpaque())
        guard code == 0 else {
            me.release()
            return "pthread_create: \(String(cString: strerror(code)))"
        }
        pthread_detach(thread)
        return nil
    }

    /// Lets the thread end.
    package func end() {
        isEnding.store(true, ordering: .sequentiallyConsistent)
        ring()
    }

    /// Something goes on because of the frame that is being worked on: from now on frames are wanted.
    package func expect() {
        feed()
        ring()
    }

    /// Something goes on that does not depend on frames: from now on the loop must go round.
    package func watch() { ring() }

    /// The loop goes round. It wakes nobody.
    package func turn() { lastTurn.store(clock(), ordering: .sequentiallyConsistent) }

    /// A frame has been worked on. It wakes nobody.
    package func feed() { lastFrame.store(clock(), ordering: .sequentiallyConsistent) }

    /// What it has let go of since this was asked last.
    package func takeFiring() -> Firing {
        Firing(rawValue: firing.exchange(Firing.none.rawValue, ordering: .sequentiallyConsistent)) ?? .none
    }

    private func ring() {
        var one: UInt64 = 1
        _ = write(bell, &one, 8)
    }

    private func run() {
        while !isEnding.load(ordering: .sequentiallyConsistent) {
            var ringing = pollfd(fd: bell, events: Int16(POLLIN), revents: 0)
            // Asleep for good while nothing is held: it costs no wake-up.
            let limit = tend().map { Int32(($0 * 1000).rounded(.up)) } ?? -1
            if poll(&ringing, 1, limit) > 0 {
                var count: UInt64 = 0
                _ = read(bell, &count, 8)
            }
        }
    }

    /// Looks once.
    /// - Returns: seconds to sleep at most; `nil` until the bell rings.
    package func tend() -> Double? {
        let now = clock()
        func left(of bound: Double, since moment: UInt64) -> Double {
            bound - (now > moment ? Double(now - moment) / 1e9 : 0)
        }
        let time = Double(now) / 1e9
        var sleep: Double?
        if outputs.isActive {
            let rest = left(of: Self.hangBound, since: lastTurn.load(ordering: .sequentiallyConsistent))
            if rest <= 0 {
                outputs.makeAllSafe(at: time)
                firing.store(Firing.all.rawValue, ordering: .sequentiallyConsistent)
                return nil
            }
            sleep = rest
        }
        if outputs.isAtStake {
            let rest = left(of: Self.bound, since: lastFrame.load(ordering: .sequentiallyConsistent))
            if rest <= 0 {
                outputs.makeSafe(at: time)
                // What was said of a hang is not taken back by less.
                _ = firing.compareExchange(expected: Firing.none.rawValue, desired: Firing.held.rawValue,
                                           ordering: .sequentiallyConsistent)
            } else {
                sleep = min(sleep ?? rest, rest)
            }
        }
        return sleep
    }
}
