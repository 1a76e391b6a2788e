import Appliance
import Gestures
import Testing

@Suite("Outputs")
struct OutputTests {
    private func bank(_ gestures: [GestureName], _ action: OutputConfiguration.Action, pulse: Double = 0.3) -> OutputBank {
        var output = OutputConfiguration(name: "x")
        output.gestures = gestures
        output.action = action
        output.pulse = pulse
        return OutputBank([output])
    }

    /// Runs events and clock ticks; gives the changes as "time value".
    private func run(_ bank: OutputBank, _ events: [(Double, GestureEvent.Kind)], until end: Double) -> [String] {
        var bank = bank
        var changes: [String] = []
        func note(_ change: LineChange) { changes.append("\(change.time.shortest) \(change.value ? 1 : 0)") }
        for (time, kind) in events {
            bank.advance(to: time, note)
            bank.apply(GestureEvent(time: time, kind: kind), at: time, note)
        }
        bank.advance(to: end, note)
        bank.release(at: end, note)
        return changes
    }

    private let start = GestureEvent.Kind.lookStarted(.left, distance: 0.3)
    private let stop = GestureEvent.Kind.lookStopped(.left, held: 1, reason: .returned)
    private let stroke = GestureEvent.Kind.look(.left, distance: 0.3, duration: 0.4)

    @Test("a level is on exactly while its hold lasts, whatever ends it", arguments: [
        GestureEvent.StopReason.returned, .faceLost, .framesStopped, .paused, .maxHold, .stopped,
    ])
    func level(reason: GestureEvent.StopReason) {
        let stop = GestureEvent.Kind.lookStopped(.left, held: 1, reason: reason)
        #expect(run(bank([.hold(.left)], .level), [(1, start), (2, stop)], until: 5) == ["1 1", "2 0"])
    }

    @Test("a pulse ends by the clock, and a second gesture makes it longer")
    func pulse() {
        #expect(run(bank([.stroke(.left)], .pulse), [(1, stroke)], until: 5) == ["1 1", "1.3 0"])
        #expect(run(bank([.stroke(.left)], .pulse, pulse: 1), [(1, stroke), (1.5, stroke)], until: 5) == ["1 1", "2.5 0"])
        #expect(run(bank([.hold(.left)], .pulse), [(1, start), (4, stop)], until: 5) == ["1 1", "1.3 0"])
    }

    @Test("a pulse is as long as configured from the moment of switching, however late the frame was")
    func latePulse() {
        var bank = bank([.stroke(.left)], .pulse)
        var changes: [String] = []
        bank.apply(GestureEvent(time: 1, kind: stroke), at: 1.2) { changes.append("\($0.time.shortest)") }
        bank.advance(to: 1.4) { _ in Issue.record("it ended too soon") }
        bank.advance(to: 1.5) { changes.append("\($0.time.shortest)") }
        #expect(changes == ["1.2", "1.5"])
    }

    @Test("a toggle stays until the next gesture, and is off at the end")
    func toggle() {
        #expect(run(bank([.stroke(.left)], .toggle), [(1, stroke), (2, stroke), (3, stroke)], until: 5)
            == ["1 1", "2 0", "3 1", "5 0"])
    }

    @Test("other directions and kinds of gesture do nothing")
    func others() {
        #expect(run(bank([.stroke(.right), .hold(.up)], .toggle), [(1, start), (2, stop), (3, stroke)], until: 5).isEmpty)
    }

    @Test("a run that ends in a hold leaves nothing on")
    func end() {
        #expect(run(bank([.hold(.left)], .level), [(1, start)], until: 2) == ["1 1", "2 0"])
    }
}
