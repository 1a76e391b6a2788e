// Lets go of what is held when no frame is worked on, even when the loop hangs.
import CLinux
import Glibc
import Synchronization

/// A thread that sleeps until something is held, and then wants a frame in time. The loop feeds it with each frame that
/// was worked on. Without one it makes what is held safe, once; the loop finds that out when it goes on, and nothing held
/// goes on before it does.
///
/// Race-free without a claim of ours: what two threads touch is atomic or behind a lock, and the compiler has checked that
/// this type is `Sendable`.
package final class DeadMan: Sendable {
    /// Seconds without a frame. The loop itself lets go after 0.4; half a second is promised, of which the thread's waking
    /// takes a part.
    package static let bound = 0.46

    private let outputs: GuardedOutputs
    /// Nanoseconds on the clock.
    private let lastFrame: Atomic<UInt64>
    private let hasFired = Atomic<Bool>(false)
    private let isEnding = Atomic<Bool>(false)
    /// Wakes the thread: an eventfd.
    private let bell: Int32
    private let clock: @Sendable () -> UInt64

    /// - Parameter clock: nanoseconds; the monotonic clock, or another one in tests.
    package init(_ outputs: GuardedOutputs, clock: @escaping @Sendable () -> UInt64 = DeadMan.monotonic) {
        self.outputs = outputs
        self.clock = clock
        lastFrame = Atomic(clock())
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

    /// A frame has been worked on. It wakes nobody.
    package func feed() { lastFrame.store(clock(), ordering: .sequentiallyConsistent) }

    /// Whether it has let go since this was asked last.
    package func takeFiring() -> Bool { hasFired.exchange(false, ordering: .sequentiallyConsistent) }

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
        guard outputs.isAtStake else { return nil }
        let fed = lastFrame.load(ordering: .sequentiallyConsistent), now = clock()
        let rest = Self.bound - (now > fed ? Double(now - fed) / 1e9 : 0)
        guard rest <= 0 else { return rest }
        outputs.makeSafe(at: Double(now) / 1e9)
        hasFired.store(true, ordering: .sequentiallyConsistent)
        return nil
    }
}
