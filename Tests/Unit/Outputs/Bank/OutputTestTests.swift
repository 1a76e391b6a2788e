import Gestures
import Outputs
import Testing

@Suite("Tests of single outputs")
struct OutputTestTests {
    private static func output(_ name: String, _ change: (inout OutputConfiguration) -> Void = { _ in }) -> OutputConfiguration {
        var output = OutputConfiguration(name: name)
        output.gestures = [.nod]
        change(&output)
        return output
    }

    /// The changes of the first output as "time on" or "time off".
    private static func changes(_ outputs: [OutputConfiguration], _ act: (inout OutputBank, (LineChange) -> Void) -> Void) -> [String] {
        var bank = OutputBank(outputs), changes: [String] = []
        let tell: (LineChange) -> Void = { changes.append("\($0.name) \($0.time) \($0.value ? "on" : "off")") }
        act(&bank, tell)
        bank.advance(to: 100, tell)
        return changes
    }

    @Test("a test that is ended early goes off at once, or after its shortest time on; what a gesture wants goes on")
    func ended() {
        for (minimum, end) in [(0.0, 1.5), (0.75, 1.75)] {
            let lamp = Self.output("lamp") { ($0.action, $0.minOn) = (.toggle, minimum) }
            #expect(Self.changes([lamp]) {
                _ = $0.test("lamp", for: 2, at: 1, $1)
                $0.endTest("lamp", at: 1.5, $1)
            } == ["lamp 1.0 on", "lamp \(end) off"])
        }
        let held = Self.output("call") { ($0.action, $0.gestures) = (.level, [.hold(.left)]) }
        #expect(Self.changes([held]) {
            _ = $0.test("call", for: 1, at: 1, $1)
            $0.apply(GestureEvent(time: 1.5, kind: .began(.hold(.left), size: 1)), at: 1.5, $1)
            $0.endTest("call", at: 1.6, $1)
            $0.apply(GestureEvent(time: 5, kind: .ended(.hold(.left), held: 3.5, reason: .returned)), at: 5, $1)
        } == ["call 1.0 on", "call 5.0 off"])
    }

    @Test("an output is on for the test's time, whatever its action", arguments: OutputConfiguration.Action.allCases)
    func times(action: OutputConfiguration.Action) {
        let lamp = Self.output("lamp") { ($0.action, $0.period) = (action, 60) }
        let changes = Self.changes([lamp]) { _ = $0.test("lamp", for: 1.5, at: 1, $1) }
        #expect(changes == ["lamp 1.0 on", "lamp 2.5 off"])
    }

    @Test("max_on, a pause, a loss and the dead-man timer end a test early")
    func ends() {
        let short = Self.output("lamp") { ($0.action, $0.maxOn) = (.toggle, 0.5) }
        #expect(Self.changes([short]) { _ = $0.test("lamp", for: 2, at: 1, $1) } == ["lamp 1.0 on", "lamp 1.5 off"])
        for action in OutputConfiguration.Action.allCases {
            let lamp = Self.output("lamp") { ($0.action, $0.period) = (action, 60) }
            #expect(Self.changes([lamp]) {
                _ = $0.test("lamp", for: 2, at: 1, $1)
                $0.apply(GestureEvent(time: 1.25, kind: .paused), at: 1.25, $1)
            } == ["lamp 1.0 on", "lamp 1.25 off"])
            #expect(Self.changes([lamp]) {
                _ = $0.test("lamp", for: 2, at: 1, $1)
                $0.bar(.all, at: 1.25, $1)
            } == ["lamp 1.0 on", "lamp 1.25 off"])
        }
        let held = Self.output("call") { $0.action = .level }
        #expect(Self.changes([held]) {
            _ = $0.test("call", for: 2, at: 1, $1)
            $0.bar(.needingFrames, at: 1.25, $1)
        } == ["call 1.0 on", "call 1.25 off"])
    }

    @Test("a gesture during a test goes before it: a hold lasts as long as it is held")
    func gesture() {
        let held = Self.output("call") { ($0.action, $0.gestures) = (.level, [.hold(.left)]) }
        #expect(Self.changes([held]) {
            _ = $0.test("call", for: 1, at: 1, $1)
            $0.apply(GestureEvent(time: 1.5, kind: .began(.hold(.left), size: 1)), at: 1.5, $1)
            $0.apply(GestureEvent(time: 5, kind: .ended(.hold(.left), held: 3.5, reason: .returned)), at: 5, $1)
        } == ["call 1.0 on", "call 5.0 off"])
    }

    @Test("an output rests after a test, so that repeated ones do not hold it")
    func rest() {
        var bank = OutputBank([Self.output("lamp") { $0.gestures = [] }]), on = 0.0, since: Double?
        for tenth in 10..<310 {
            let time = Double(tenth) / 10
            _ = bank.test("lamp", for: 2, at: time) { _ in }
            bank.advance(to: time) { change in
                if change.value { since = change.time } else if let began = since { on += change.time - began }
            }
        }
        #expect(on <= 10.1, "on for \(on) of 30 s")
        #expect(bank.test("lamp", for: 2, at: 30.5) { _ in }?.contains("rests") == true)
    }

    @Test("a test is refused while the output or another one of its interlock is on, within its times off, and for a safe state that is on")
    func refused() {
        let there = Self.output("there") { ($0.action, $0.interlock, $0.deadTime) = (.toggle, "motor", 0.5) }
        let back = Self.output("back") { ($0.action, $0.interlock, $0.deadTime, $0.gestures) = (.toggle, "motor", 0.5, [.shake]) }
        let bell = Self.output("bell") { ($0.minOff, $0.gestures) = (5, []) }
        let valve = Self.output("valve") { ($0.safe, $0.gestures, $0.action) = (true, [], .toggle) }
        let beat = Self.output("beat") { ($0.gestures, $0.state) = ([], .heartbeat) }
        var bank = OutputBank([there, back, bell, valve, beat])
        func test(_ name: String, at time: Double) -> String { bank.test(name, for: 1, at: time) { _ in } ?? "" }
        #expect(test("there", at: 1) == "" && test("there", at: 1.5).contains("on already") && test("back", at: 1.5).contains("interlock"))
        #expect(test("back", at: 2.25).contains("interlock"))
        bank.advance(to: 3) { _ in }
        #expect(test("back", at: 3) == "")
        #expect(test("bell", at: 4) == "")
        bank.advance(to: 8) { _ in }
        #expect(test("bell", at: 8).contains("min_off"))
        #expect(bank.values.first { $0.name == "bell" }?.isOn == false)
        bank.advance(to: 20) { _ in }
        #expect(bank.values.first { $0.name == "bell" }?.isOn == false, "what was refused does not come later")
        #expect(test("valve", at: 20).contains("safe state") && test("beat", at: 20).contains("heartbeat") && test("horn", at: 20).contains("no such"))
        bank.bar(.all, at: 21) { _ in }
        #expect(test("bell", at: 30).contains("kept safe"))
    }
}
