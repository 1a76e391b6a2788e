import Appliance
import Glibc
import Outputs
import Platform
import Synchronization
import Testing

@Suite("The dead-man timer")
struct DeadManTests {
    /// A clock that a test moves by hand, in nanoseconds.
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
        lamp.gestures = [.stroke(.left)]
        lamp.action = .toggle
        lamp.safe = true
        var configuration = Configuration()
        configuration.outputs = [held, lamp]
        _ = outputs.open(configuration.outputSettings)
        let clock = clock
        deadMan = DeadMan(outputs) { clock.now }
    }

    private func set(_ name: String, _ value: Bool) { _ = outputs.apply(LineChange(time: 0, name: name, value: value)) }

    private func hold() {
        set("held", true)
        deadMan.expect()
    }

    @Test("it sleeps for good while all outputs are safe")
    func asleep() {
        #expect(deadMan.tend() == nil)
        clock.pass(3600)
        #expect(deadMan.tend() == nil && deadMan.takeFiring() == .none)
    }

    @Test("what is held goes on for as long as frames are worked on, and ends half a second after the last")
    func frames() throws {
        hold()
        for _ in 0..<50 {
            clock.pass(0.4)
            deadMan.turn()
            #expect(try #require(deadMan.tend()) > 0)
            deadMan.feed()
        }
        clock.pass(0.45)
        #expect(outputs.isAtStake)
        clock.pass(0.02)
        #expect(deadMan.tend() == nil || !outputs.isAtStake)
        #expect(!outputs.isAtStake)
        #expect(deadMan.takeFiring() == .held)
        #expect(deadMan.takeFiring() == .none)
    }

    @Test("it wakes when the time is up, not before and not much later")
    func wakes() throws {
        hold()
        clock.pass(0.2)
        #expect(abs(try #require(deadMan.tend()) - (DeadMan.bound - 0.2)) < 1e-6)
    }

    @Test("after it has let go nothing held goes on until the loop knows, and a toggle still may")
    func barred() {
        hold()
        clock.pass(0.5)
        _ = deadMan.tend()
        set("held", true)
        #expect(!outputs.isAtStake)
        set("lamp", false)
        #expect(outputs.isActive)
        outputs.unbar()
        hold()
        #expect(outputs.isAtStake)
    }

    @Test("a toggle needs no frames, but a loop that goes round")
    func hang() throws {
        set("lamp", false)  // its safe state is on
        clock.pass(1)
        deadMan.turn()
        clock.pass(3.9)
        #expect(try #require(deadMan.tend()) < 0.11)
        #expect(outputs.isActive)
        clock.pass(0.2)
        #expect(deadMan.tend() == nil)
        #expect(!outputs.isActive)
        set("lamp", false)
        #expect(!outputs.isActive)  // the loop has not heard of it yet
        #expect(deadMan.takeFiring() == .all)
        outputs.unbar()
        set("lamp", false)
        #expect(outputs.isActive)
    }

    @Test("a hang after lost frames is still told as a hang")
    func both() {
        hold()
        set("lamp", false)
        clock.pass(0.5)
        _ = deadMan.tend()
        clock.pass(4)
        _ = deadMan.tend()
        #expect(deadMan.takeFiring() == .all)
    }

    @Test("a loop that has stood still lets go before it does anything else, though its thread has not run", arguments: [
        (0.45, DeadMan.Firing.none, true, true), (1, .held, false, true), (5, .all, false, false),
    ])
    func standstill(seconds: Double, firing: DeadMan.Firing, holds: Bool, burns: Bool) {
        hold()
        set("lamp", false)  // its safe state is on
        deadMan.turn()
        clock.pass(seconds)
        deadMan.turn()
        #expect(outputs.isAtStake == holds && outputs.isActive == (holds || burns))
        #expect(deadMan.takeFiring() == firing)
        deadMan.turn()
        #expect(deadMan.takeFiring() == .none)
    }

    @Test("its clock goes on while the board is suspended")
    func bootClock() {
        var now = timespec()
        clock_gettime(CLOCK_BOOTTIME, &now)
        let before = UInt64(now.tv_sec) * 1_000_000_000 + UInt64(now.tv_nsec)
        #expect(DeadMan.boottime() >= before && DeadMan.boottime() - before < 1_000_000_000)
    }

    @Test("its thread lets go by itself within half a second")
    func thread() throws {
        let outputs = outputs
        let deadMan = DeadMan(outputs)
        try deadMan.start()
        defer { deadMan.end() }
        set("held", true)
        let start = MonotonicClock.now
        deadMan.expect()
        while outputs.isAtStake, MonotonicClock.now - start < 5 { usleep(2000) }
        // Its time, and the machine's to wake it; the guarantee is measured in the hardware suite.
        #expect(MonotonicClock.now - start > 0.45 && MonotonicClock.now - start < 2)
    }
}
