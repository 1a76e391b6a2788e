import Gestures
import Outputs
import Testing

@Suite("Outputs")
struct OutputTests: BankTesting {
    @Test("a level is on exactly while its hold lasts, whatever ends it", arguments: [
        GestureEvent.StopReason.returned, .faceLost, .framesStopped, .paused, .maxHold, .stopped,
    ])
    func level(reason: GestureEvent.StopReason) {
        let stop = GestureEvent.Kind.ended(.hold(.left), held: 1, reason: reason)
        #expect(run(bank([.hold(.left)], .level), [(1, start), (2, stop)], until: 5) == ["1 1", "2 0"])
    }

    @Test("a pulse ends by the clock, and a second gesture extends it")
    func pulse() {
        #expect(run(bank([.look(.left)], .pulse), [(1, look)], until: 5) == ["1 1", "1.3 0"])
        let long = bank([.look(.left)], .pulse) { $0.pulse = 1 }
        #expect(run(long, [(1, look), (1.5, look)], until: 5) == ["1 1", "2.5 0"])
        #expect(run(bank([.hold(.left)], .pulse), [(1, start), (4, stop)], until: 5) == ["1 1", "1.3 0"])
    }

    @Test("a pulse has its full length from the moment of switching, even if the frame was late")
    func latePulse() {
        var bank = bank([.look(.left)], .pulse)
        var changes: [String] = []
        bank.apply(GestureEvent(time: 1, kind: look), at: 1.2) { changes.append("\($0.time.shortest)") }
        bank.advance(to: 1.4) { _ in Issue.record("it ended too soon") }
        bank.advance(to: 1.5) { changes.append("\($0.time.shortest)") }
        #expect(changes == ["1.2", "1.5"])
    }

    @Test("a toggle stays until the next gesture, and is off at the end")
    func toggle() {
        #expect(run(bank([.look(.left)], .toggle), [(1, look), (2, look), (3, look)], until: 5)
            == ["1 1", "2 0", "3 1", "5 0"])
    }

    @Test("a toggle with safe state on starts on and ends on")
    func safeToggle() {
        let bank = bank([.look(.left)], .toggle) { $0.safe = true }
        #expect(run(bank, [(1, look), (2, look), (3, look)], until: 5) == ["1 0", "2 1", "3 0", "5 1"])
    }

    @Test("a blinking output is on for half of each period until the next gesture, and then off at once")
    func blink() {
        let bank = bank([.look(.left)], .blink) { $0.period = 1 }
        #expect(run(bank, [(1, look), (2.7, look)], until: 5) == ["1 1", "1.5 0", "2 1", "2.5 0"])
        #expect(run(bank, [(1, look), (2.2, look)], until: 5) == ["1 1", "1.5 0", "2 1", "2.2 0"])
        #expect(run(bank, [(1, look)], until: 2.2) == ["1 1", "1.5 0", "2 1", "2.2 0"])
    }

    @Test("other directions and kinds of gesture do nothing")
    func others() {
        #expect(run(bank([.look(.right), .hold(.up)], .toggle), [(1, start), (2, stop), (3, look)], until: 5).isEmpty)
    }

    @Test("a run that ends in a hold leaves nothing on")
    func end() {
        #expect(run(bank([.hold(.left)], .level), [(1, start)], until: 2) == ["1 1", "2 0"])
    }

    @Test("after everything was made safe nothing turns on until the bank is opened again; then states are followed again")
    func shut() {
        var bank = OutputBank([output("x", [.look(.left)]), output("lamp") { $0.state = .paused }])
        var changes: [String] = []
        func note(_ change: LineChange) { changes.append("\(change.name)\(change.value ? 1 : 0)") }
        bank.set(.paused, true, at: 0, note)
        bank.release(at: 1, note)
        bank.set(.paused, true, at: 2, note)
        bank.apply(GestureEvent(time: 2, kind: look), at: 2, note)
        #expect(changes == ["lamp1", "lamp0"])
        bank.open()
        bank.set(.paused, true, at: 3, note)
        #expect(changes == ["lamp1", "lamp0", "lamp1"])
    }

    // MARK: - Times

    @Test("min_on keeps a line on after a short hold, but not on a lost face, stopped frames or a pause", arguments: [
        (.event(.ended(.hold(.left), held: 0.2, reason: .returned)), "3 0"),
        (.event(.ended(.hold(.left), held: 0.2, reason: .faceLost)), "1.2 0"),
        (.event(.ended(.hold(.left), held: 0.2, reason: .framesStopped)), "1.2 0"),
        (.event(.ended(.hold(.left), held: 0.2, reason: .paused)), "1.2 0"),
        (.event(.faceLost), "1.2 0"), (.event(.paused), "1.2 0"), (.stale, "1.2 0"),
    ] as [(BankStep, String)])
    func minOn(step: BankStep, expected: String) {
        let bank = bank([.hold(.left)], .level) { $0.minOn = 2 }
        #expect(run(bank, [(1, .event(start)), (1.2, step)], until: 5) == ["1 1", expected])
    }

    @Test("a line that min_on keeps on turns off when the face is lost")
    func lostWhileKept() {
        let bank = bank([.hold(.left)], .level) { $0.minOn = 2 }
        #expect(run(bank, [(1, start), (1.5, stop), (1.8, .faceLost)], until: 5) == ["1 1", "1.8 0"])
    }

    @Test("min_on and min_off apply to a toggle too, which then takes the last requested state")
    func minTimes() {
        let bank = bank([.look(.left)], .toggle) { ($0.minOn, $0.minOff) = (2, 1) }
        #expect(run(bank, [(1, look), (1.5, look)], until: 5) == ["1 1", "3 0"])
        #expect(run(bank, [(1, look), (3.5, look), (3.7, look)], until: 9) == ["1 1", "3.5 0", "4.5 1", "9 0"])
        #expect(run(bank, [(1, look), (3.5, look), (3.7, look), (3.9, look)], until: 9) == ["1 1", "3.5 0"])
    }

    @Test("a pulse delayed by more than a second is dropped")
    func timeout() {
        func bank(_ minOff: Double) -> OutputBank { self.bank([.look(.left)], .pulse) { $0.minOff = minOff } }
        #expect(run(bank(1), [(1, look), (1.2, look)], until: 9) == ["1 1", "1.5 0"])  // it extended the first one
        #expect(run(bank(1), [(1, look), (1.6, look)], until: 9) == ["1 1", "1.3 0", "2.3 1", "2.6 0"])
        #expect(run(bank(3), [(1, look), (1.6, look)], until: 9) == ["1 1", "1.3 0"])
    }

    @Test("max_on ends a hold, a toggle, blinking and a state, and only a new gesture or state turns the output on again")
    func maxOn() {
        func set(_ output: inout OutputConfiguration) { output.maxOn = 1.2 }
        #expect(run(bank([.hold(.left)], .level, set), [(1, start), (4, stop), (5, start), (5.5, stop)], until: 9)
            == ["1 1", "2.2 0", "5 1", "5.5 0"])
        #expect(run(bank([.look(.left)], .toggle, set), [(1, look), (4, look)], until: 9) == ["1 1", "2.2 0", "4 1", "5.2 0"])
        #expect(run(bank([.look(.left)], .blink, set), [(1, look)], until: 9) == ["1 1", "1.5 0", "2 1", "2.2 0"])
        let alarm = OutputBank([output { $0.state = .alarm; $0.maxOn = 1.2 }])
        #expect(run(alarm, [(1, .state(.alarm, true)), (4, .state(.alarm, true)), (5, .state(.alarm, false)),
                            (6, .state(.alarm, true))], until: 6.5) == ["1 1", "2.2 0", "6 1", "6.5 0"])
    }

    @Test("a pulse has a next end and a next change, a blinking output only a next change")
    func nextEnd() {
        var blinking = bank([.look(.left)], .blink), pulsing = bank([.look(.left)], .pulse)
        blinking.apply(GestureEvent(time: 1, kind: look), at: 1) { _ in }
        pulsing.apply(GestureEvent(time: 1, kind: look), at: 1) { _ in }
        #expect(blinking.nextEnd == nil && blinking.nextChange == 1.5)
        #expect(pulsing.nextEnd == 1.3 && pulsing.nextChange == 1.3)
    }
}
