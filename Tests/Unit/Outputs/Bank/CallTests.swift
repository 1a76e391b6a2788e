import Gestures
import Outputs
import Testing
import TestSupport

@Suite("Outputs that a call switches")
struct CallTests: BankTesting {
    private struct Log {
        var bank: OutputBank
        var changes: [String] = []

        init(_ outputs: [OutputConfiguration]) { bank = OutputBank(outputs) }

        mutating func act<Value>(_ body: (inout OutputBank, (LineChange) -> Void) -> Value) -> Value {
            var new: [String] = []
            defer { changes += new }
            return body(&bank) { new.append("\($0.name) \($0.time) \($0.value ? "on" : "off")") }
        }

        mutating func call(_ time: Double) -> OutputBank.Called { act { $0.call(at: time, $1) } }

        mutating func pass(to time: Double) { act { $0.advance(to: time, $1) } }
    }

    private func bell(_ change: (inout OutputConfiguration) -> Void = { _ in }) -> OutputConfiguration {
        output("bell") {
            ($0.call, $0.pulse) = (true, 0.5)
            change(&$0)
        }
    }

    private func output(_ name: String, _ set: (inout OutputConfiguration) -> Void) -> OutputConfiguration { output(name, [], .pulse, set) }

    @Test("each goes on for its own pulse, and what no call is bound to stays off")
    func pulses() {
        var log = Log([bell(), output("buzzer", [.nod]) { ($0.call, $0.pulse) = (true, 2) }, output("lamp", [.nod])])
        #expect(log.call(1).on == ["bell", "buzzer"])
        log.pass(to: 9)
        #expect(log.changes == ["bell 1.0 on", "buzzer 1.0 on", "bell 1.5 off", "buzzer 3.0 off"])
    }

    @Test("one whose shortest time off is not over is refused, and does not come later")
    func minOff() {
        var log = Log([bell { $0.minOff = 2 }])
        #expect(log.call(1).on == ["bell"])
        log.pass(to: 2)
        let refused = log.call(3).refused
        #expect(refused.map(\.name) == ["bell"] && refused.first?.reason.contains("min_off") == true)
        log.pass(to: 9)
        #expect(log.changes == ["bell 1.0 on", "bell 1.5 off"])
        #expect(log.call(9).on == ["bell"])
    }

    @Test("a gesture's pulse that waits for its shortest time off stays the gesture's")
    func waiting() {
        var log = Log([output("bell", [.nod]) { ($0.call, $0.pulse, $0.minOff) = (true, 0.5, 1) }])
        #expect(log.call(1).on == ["bell"])
        log.pass(to: 1.9)
        log.act { $0.apply(GestureEvent(time: 2, kind: .recognised(.nod, size: 2, duration: 0.9)), at: 2, $1) }
        #expect(log.call(2.1).on == [])
        log.pass(to: 9)
        #expect(log.changes == ["bell 1.0 on", "bell 1.5 off", "bell 2.5 on", "bell 3.0 off"])
    }

    @Test("repeated calls do not hold it, whenever they come")
    func repeated() {
        var random = SplitMix64(5)
        for _ in 0..<50 {
            var log = Log([bell()]), time = 1.0
            while time < 20 {
                _ = log.call(time)
                time += Double.random(in: 0.01...0.4, using: &random)
            }
            log.pass(to: 30)
            let times = log.changes.compactMap { Double($0.split(separator: " ")[1]) }
            for index in stride(from: 0, to: times.count - 1, by: 2) { #expect(times[index + 1] - times[index] < 0.5 + 1e-9) }
            #expect(times.count.isMultiple(of: 2))
        }
    }

    @Test("what is kept safe stays safe")
    func safe() {
        for bar in [OutputGate.Bar.all] {
            var log = Log([bell()])
            log.act { $0.bar(bar, at: 1, $1) }
            #expect(log.call(2).on == [])
            log.pass(to: 9)
            #expect(log.changes == [])
        }
        var log = Log([bell()])
        log.act { $0.release(at: 1, $1) }
        #expect(log.call(2).refused.map(\.name) == ["bell"])
        log.bank.open()
        log.pass(to: 9)
        #expect(log.changes == [])
    }

    @Test("a call during a test goes before it")
    func tested() {
        var log = Log([bell()])
        #expect(log.act { $0.test("bell", for: 2, at: 1, $1) } == nil)
        #expect(log.call(1.2).on == ["bell"])
        log.pass(to: 9)
        #expect(log.changes == ["bell 1.0 on", "bell 1.7 off"])
    }
}
