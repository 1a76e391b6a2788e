import Appliance
import Gestures
import Glibc
import Outputs
import Platform
import Synchronization
import Testing
import TestSupport

@Suite("The dead-man timer")
struct DeadManTests {
    /// A clock that the test advances, in nanoseconds.
    private final class HandClock: Sendable {
        private let time = Atomic<UInt64>(1_000_000_000)
        var now: UInt64 { time.load(ordering: .relaxed) }
        func pass(_ seconds: Double) { time.add(UInt64(seconds * 1e9), ordering: .relaxed) }
    }

    private let clock = HandClock()
    private let outputs = GuardedOutputs()
    private let deadMan: DeadMan

    init() {
        var held = OutputConfiguration(name: "held"), lamp = OutputConfiguration(name: "lamp")
        held.gestures = [.hold(.left)]
        held.action = .level
        lamp.gestures = [.look(.left)]
        lamp.action = .toggle
        lamp.safe = true
        outputs.load(OutputSettings(outputs: [held, lamp]), maxHold: 20)
        let clock = clock
        deadMan = DeadMan(outputs, clock: { clock.now }, seconds: { Double(clock.now) / 1e9 })
    }

    private func apply(_ kind: GestureEvent.Kind) {
        let time = Double(clock.now) / 1e9
        outputs.apply(GestureEvent(time: time, kind: kind), at: time)
    }

    /// A frame with which a hold begins.
    private func hold() {
        deadMan.feed()
        apply(.began(.hold(.left), size: 0.3))
    }

    /// Toggles the lamp, whose safe state is on.
    private func toggleLamp() { apply(.recognised(.look(.left), size: 0.3, duration: 0.4)) }

    @Test("it sleeps without a time limit while all outputs are safe")
    func asleep() {
        #expect(deadMan.poll() == nil)
        clock.pass(3600)
        #expect(deadMan.poll() == nil && deadMan.takeFiring() == .none)
    }

    @Test("a held output stays on while frames are processed, and turns off within half a second of the last")
    func frames() throws {
        hold()
        for _ in 0..<50 {
            clock.pass(0.4)
            deadMan.turn()
            #expect(try #require(deadMan.poll()) > 0)
            deadMan.feed()
        }
        clock.pass(0.45)
        #expect(outputs.stake == .frames)
        clock.pass(0.02)
        _ = deadMan.poll()
        #expect(outputs.stake == .none)
        #expect(deadMan.takeFiring() == .held)
        #expect(deadMan.takeFiring() == .none)
    }

    @Test("its next wake-up is exactly at its time limit")
    func wakes() throws {
        hold()
        clock.pass(0.2)
        #expect(abs(try #require(deadMan.poll()) - (DeadMan.bound - 0.2)) < 1e-6)
    }

    @Test("after it has released held outputs, none turns on until the loop knows; a toggle still may")
    func barred() {
        hold()
        clock.pass(0.5)
        _ = deadMan.poll()
        hold()
        #expect(outputs.stake == .none)
        toggleLamp()
        #expect(outputs.stake == .turns)
        outputs.unbar()
        hold()
        #expect(outputs.stake == .frames)
    }

    @Test("a toggle stays on without frames, but not without a running loop")
    func hang() throws {
        toggleLamp()
        clock.pass(1)
        deadMan.turn()
        clock.pass(3.9)
        #expect(try #require(deadMan.poll()) < 0.11)
        #expect(outputs.stake == .turns)
        clock.pass(0.2)
        #expect(deadMan.poll() == nil)
        #expect(outputs.stake == .none)
        toggleLamp()
        #expect(outputs.stake == .none)  // the loop does not know yet
        #expect(deadMan.takeFiring() == .all)
        outputs.unbar()
        toggleLamp()
        #expect(outputs.stake == .turns)
    }

    @Test("a hang after lost frames is still reported as a hang")
    func both() {
        hold()
        toggleLamp()
        clock.pass(0.5)
        _ = deadMan.poll()
        clock.pass(4)
        _ = deadMan.poll()
        #expect(deadMan.takeFiring() == .all)
    }

    @Test("after a standstill the loop releases outputs before anything else, even if the timer's thread has not run", arguments: [
        (0.45, DeadMan.Firing.none, GuardedOutputs.Stake.frames), (1, .held, .turns), (5, .all, .none),
    ])
    func standstill(seconds: Double, firing: DeadMan.Firing, stake: GuardedOutputs.Stake) {
        hold()
        toggleLamp()
        deadMan.turn()
        clock.pass(seconds)
        deadMan.turn()
        #expect(outputs.stake == stake)
        #expect(deadMan.takeFiring() == firing)
        deadMan.turn()
        #expect(deadMan.takeFiring() == .none)
    }

    @Test("the loop reports once what the timer released, with the time of the release")
    func told() {
        func told() -> [String] {
            var changes: [String] = []
            outputs.takeChanges { if case .line(let change) = $0 { changes.append("\(change.time) \(change.name) \(change.value)") } }
            return changes
        }
        hold()
        #expect(told() == ["1.0 held true"])
        clock.pass(0.5)
        _ = deadMan.poll()
        clock.pass(2)
        outputs.advance(to: 3.5)
        #expect(told() == ["1.5 held false"])
        outputs.goStale(at: 3.5)
        #expect(told() == [])
    }

    @Test("an axis that it brought to rest does not move again in the same hold until the loop knows")
    func axis() {
        var servo = AxisConfiguration(name: "servo")
        servo.hold = .left
        outputs.load(OutputSettings(axes: [servo]), maxHold: 20)
        func move() {
            let time = Double(clock.now) / 1e9
            deadMan.feed()
            outputs.move(HeadOffset(left: 0.3, up: 0), held: .left, at: time, now: time)
        }
        move()
        #expect(outputs.isMoving && outputs.stake == .frames)
        clock.pass(0.5)
        _ = deadMan.poll()
        #expect(!outputs.isMoving)
        move()
        #expect(!outputs.isMoving)
        outputs.unbar()
        move()
        #expect(outputs.isMoving)
    }

    @Test("an output with a state that it made safe follows the state again once the loop knows", arguments: [0.5, 5])
    func state(seconds: Double) {
        var ready = OutputConfiguration(name: "ready")
        ready.state = .ready
        outputs.load(OutputSettings(outputs: [ready]), maxHold: 20)
        deadMan.feed()
        outputs.set(.ready, true, at: 1)
        #expect(outputs.stake == .frames)
        clock.pass(seconds)
        _ = deadMan.poll()
        outputs.set(.ready, true, at: 1 + seconds)
        #expect(outputs.stake == .none)
        outputs.unbar()
        outputs.set(.ready, true, at: 1 + seconds)
        #expect(outputs.stake == .frames)
    }

    @Test("its clock is CLOCK_BOOTTIME, which counts suspended time")
    func bootClock() {
        var now = timespec()
        clock_gettime(CLOCK_BOOTTIME, &now)
        let before = UInt64(now.tv_sec) * 1_000_000_000 + UInt64(now.tv_nsec)
        let found = DeadMan.boottime()
        clock_gettime(CLOCK_BOOTTIME, &now)
        #expect(found >= before && found <= UInt64(now.tv_sec) * 1_000_000_000 + UInt64(now.tv_nsec))
    }

    @Test("its thread releases a held output by itself, after 0.45 s at the earliest and 2 s at the latest")
    func thread() throws {
        let deadMan = DeadMan(outputs)
        try deadMan.start()
        defer { deadMan.end() }
        // Its time limit plus the machine's time to wake it, of which a busy one takes more; the hardware suite measures the guarantee.
        let latest = least(below: 2) {
            apply(.ended(.hold(.left), held: 1, reason: .returned))
            usleep(20_000)  // it sleeps until something is on
            outputs.unbar()  // what it released in a try before stays barred
            let start = MonotonicClock.now
            deadMan.feed()
            apply(.began(.hold(.left), size: 0.3))
            waits { outputs.stake != .frames }
            let took = MonotonicClock.now - start
            #expect(took > 0.45)
            return took
        }
        #expect(latest < 2)
    }
}
