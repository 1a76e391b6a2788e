import Gestures
import Outputs
import Testing

@Suite("Interlocks")
struct InterlockTests: BankTesting {
    @Test("in an interlocked pair the new output turns on a dead time after the old one, which does not turn on again")
    func interlock() {
        #expect(run(pair(.toggle), [(1, look), (2, other)], until: 5) == ["1 a1", "2 a0", "2.2 b1", "5 b0"])
        #expect(run(pair(.toggle), [(1, look), (2, other), (3, other)], until: 5) == ["1 a1", "2 a0", "2.2 b1", "3 b0"])
        #expect(run(pair(.pulse) { $0.pulse = 3 }, [(1, look), (2, other)], until: 9) == ["1 a1", "2 a0", "2.2 b1", "5.2 b0"])
        #expect(run(pair(.blink), [(1, look), (1.7, other)], until: 2) == ["1 a1", "1.5 a0", "1.9 b1", "2 b0"])
    }

    @Test("successive interlocked holds are a dead time apart")
    func interlockedHolds() {
        let right = GestureEvent.Kind.began(.hold(.right), size: 0.3)
        #expect(run(pair(.level), [(1, start), (2, stop), (2, right)], until: 3) == ["1 a1", "2 a0", "2.2 b1", "3 b0"])
        let gone = GestureEvent.Kind.ended(.hold(.right), held: 0.1, reason: .returned)
        #expect(run(pair(.level), [(1, start), (2, stop), (2, right), (2.1, gone)], until: 3) == ["1 a1", "2 a0"])
    }

    @Test("the new output waits for the old one's min_on; a waiting pulse is dropped after a second")
    func interlockWaits() {
        #expect(run(pair(.toggle) { $0.minOn = 3 }, [(1, look), (2, other)], until: 9) == ["1 a1", "4 a0", "4.2 b1", "9 b0"])
        let mixed = OutputBank([
            output("a", [.look(.left)], .toggle) { ($0.interlock, $0.minOn) = ("m", 3) },
            output("b", [.look(.right)], .pulse) { $0.interlock = "m" },
        ])
        #expect(run(mixed, [(1, look), (2, other)], until: 9) == ["1 a1", "4 a0"])
    }

    @Test("two interlocked outputs are never on together")
    func neverTogether() {
        var generator = SystemRandomNumberGenerator()
        for action in [OutputConfiguration.Action.toggle, .pulse, .blink] {
            var bank = pair(action) { if action == .toggle { $0.minOn = 0.3 } }
            var on: Set<String> = [], wasOn = false
            func note(_ change: LineChange) {
                if change.value { on.insert(change.name) } else { on.remove(change.name) }
                #expect(on.count < 2)
                wasOn = wasOn || change.value
            }
            for i in 0..<400 {
                let time = Double(i) * 0.13
                bank.advance(to: time, note)
                switch Int.random(in: 0..<8, using: &generator) {
                case 0, 1: bank.apply(GestureEvent(time: time, kind: look), at: time, note)
                case 2, 3: bank.apply(GestureEvent(time: time, kind: other), at: time, note)
                case 4: bank.goStale(at: time, note)
                default: break
                }
            }
            #expect(wasOn)
        }
    }
}
