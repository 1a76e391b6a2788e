import Gestures
import Outputs
import Testing

/// What protects a wire holds on when another configuration is adopted: a setting on trial, a reload, another profile.
@Suite("Wires and the configurations that switch them")
struct WireTests {
    private static func output(_ name: String, line: String, _ gesture: HeadGesture, group: String = "", _ set: (inout OutputConfiguration) -> Void = { _ in })
        -> OutputConfiguration
    {
        var output = OutputConfiguration(name: name)
        output.line.name = line
        (output.gestures, output.action, output.interlock) = ([gesture], .level, group)
        set(&output)
        return output
    }

    private static func pair(_ names: (String, String) = ("forward", "reverse"), group: String = "motor", dead: Double = 5) -> [OutputConfiguration] {
        [output(names.0, line: "GPIO17", .hold(.left), group: group) { $0.deadTime = dead },
         output(names.1, line: "GPIO27", .hold(.right), group: group) { $0.deadTime = dead }]
    }

    private static let idle: @Sendable (LineChange) -> Void = { _ in }

    /// A bank whose first output was on from 1 to 2, when another configuration replaced it.
    private static func after(_ outputs: [OutputConfiguration]) -> OutputBank {
        var bank = OutputBank(outputs)
        #expect(bank.test(outputs[0].name, for: 2, at: 1, idle) == nil)
        bank.release(at: 2, idle)
        return bank
    }

    @Test("the dead time after an output of the previous configuration holds, whatever the outputs and their group are called now", arguments: [
        pair(), pair(("back", "forward")), pair(group: "drive"), Array(pair().reversed()),
        [pair()[1]], [output("back", line: "GPIO27", .hold(.right))],
        pair(dead: 0.1),  // the shorter one holds from the next time on
    ])
    func deadTime(next: [OutputConfiguration]) throws {
        var bank = OutputBank(next, insteadOf: Self.after(Self.pair()))
        let reverse = try #require(next.first { $0.line.name == "GPIO27" }).name
        #expect(bank.test(reverse, for: 1, at: 6.9, Self.idle)?.contains("interlock") == true)
        var began: [Double] = []
        bank.apply(GestureEvent(time: 6, kind: .began(.hold(.right), size: 0.3)), at: 6) { began.append($0.time) }
        bank.advance(to: 20) { began.append($0.time) }
        #expect(began == [7])
    }

    @Test("min_off and the rest after a test hold too, also over a configuration that does not have the output")
    func minOff() {
        let valve = Self.output("valve", line: "GPIO5", .hold(.up)) { $0.minOff = 30 }
        for between in [[valve], [], Self.pair()] {
            let empty = OutputBank(between, insteadOf: Self.after([valve]))
            var bank = OutputBank([valve], insteadOf: empty)
            #expect(bank.test("valve", for: 1, at: 3, Self.idle)?.contains("rests") == true)
            #expect(bank.test("valve", for: 1, at: 31.9, Self.idle)?.contains("min_off") == true)
            #expect(bank.test("valve", for: 1, at: 32, Self.idle) == nil)
        }
        let lamp = Self.output("lamp", line: "GPIO5", .hold(.up))
        var other = OutputBank([lamp], insteadOf: Self.after([lamp]))
        #expect(other.test("lamp", for: 1, at: 6.9, Self.idle)?.contains("rests") == true && other.test("lamp", for: 1, at: 7, Self.idle) == nil)
        var stranger = OutputBank([Self.output("lamp", line: "GPIO6", .hold(.up))], insteadOf: Self.after([lamp]))
        #expect(stranger.test("lamp", for: 1, at: 3, Self.idle) == nil, "another wire")
    }

    @Test("at a program's start an interlocked output waits for its dead time, because the program before may have had the other one on")
    func start() {
        var bank = OutputBank(Self.pair() + [Self.output("lamp", line: "GPIO5", .hold(.up)) { $0.minOff = 60 }])
        bank.begin(at: 10)
        #expect(bank.test("reverse", for: 1, at: 14.9, Self.idle) != nil && bank.test("lamp", for: 1, at: 10, Self.idle) == nil)
        var adopted = OutputBank(Self.pair(group: "drive"), insteadOf: OutputBank([], insteadOf: bank))
        #expect(adopted.test("reverse", for: 1, at: 14.9, Self.idle) != nil && adopted.test("reverse", for: 1, at: 15, Self.idle) == nil)
        #expect(bank.test("reverse", for: 1, at: 15, Self.idle) == nil)
    }

    @Test("a test comes after what is due: it begins at once or never")
    func lateTest() {
        var bank = OutputBank(Self.pair(dead: 0.5)), changes: [String] = []
        func note(_ change: LineChange) { changes.append("\(change.time) \(change.name) \(change.value ? "on" : "off")") }
        func event(_ time: Double, _ kind: GestureEvent.Kind) { bank.apply(GestureEvent(time: time, kind: kind), at: time, note) }
        event(0.5, .began(.hold(.left), size: 0.3))
        event(1, .ended(.hold(.left), held: 0.5, reason: .returned))
        event(1.2, .began(.hold(.right), size: 0.3))
        var early = bank
        #expect(early.test("forward", for: 1, at: 1.3, note)?.contains("about to go on") == true, "a person's gesture waits for the dead time")
        #expect(bank.test("forward", for: 1, at: 1.51, note)?.contains("interlock") == true)
        event(31.5, .ended(.hold(.right), held: 30, reason: .returned))
        bank.advance(to: 60, note)
        #expect(changes == ["0.5 forward on", "1.0 forward off", "1.5 reverse on", "31.5 reverse off"])
    }

    @Test("a held output goes off by itself soon after the longest hold, if the hold's end never comes")
    func endlessHold() {
        for (maxOn, end) in [(0.0, 22.0), (3, 4)] {
            var bank = OutputBank([Self.output("call", line: "GPIO17", .hold(.left)) { $0.maxOn = maxOn }], maxHold: 20), changes: [Double] = []
            bank.apply(GestureEvent(time: 1, kind: .began(.hold(.left), size: 0.3)), at: 1) { changes.append($0.time) }
            bank.advance(to: 1000) { changes.append($0.time) }
            #expect(changes == [1, end])
        }
        // Two holds in a row, which min_on joins, are as long as two.
        let joined = Self.output("call", line: "GPIO17", .hold(.left)) { $0.minOn = 15 }
        var bank = OutputBank([joined], maxHold: 20), changes: [Double] = []
        for time in [1.0, 14] {
            bank.apply(GestureEvent(time: time, kind: .began(.hold(.left), size: 0.3)), at: time) { changes.append($0.time) }
            if time == 1 { bank.apply(GestureEvent(time: 13, kind: .ended(.hold(.left), held: 12, reason: .returned)), at: 13) { changes.append($0.time) } }
        }
        bank.apply(GestureEvent(time: 33, kind: .ended(.hold(.left), held: 19, reason: .returned)), at: 33) { changes.append($0.time) }
        #expect(changes == [1, 33])
        // A toggle stays on: that is what it is for.
        var toggle = OutputBank([Self.output("lamp", line: "GPIO17", .look(.left)) { $0.action = .toggle }], maxHold: 20)
        toggle.apply(GestureEvent(time: 1, kind: .recognised(.look(.left), size: 0.3, duration: 0.4)), at: 1, Self.idle)
        toggle.advance(to: 1000, Self.idle)
        #expect(toggle.values[0].isOn)
    }

    @Test("with an empty battery everything is safe but the warnings, which go on and blink; the dead-man timer's bar holds for these too")
    func warnings() {
        func state(_ name: String, _ state: OutputConfiguration.State) -> OutputConfiguration {
            var output = OutputConfiguration(name: name)
            output.state = state
            return output
        }
        var beeping = state("alarm", .alarm)
        (beeping.action, beeping.period) = (.blink, 1)
        var bank = OutputBank([beeping, state("low", .lowBattery), state("ready", .ready), Self.output("call", line: "GPIO17", .hold(.left))])
        var changes: [String] = []
        func note(_ change: LineChange) { changes.append("\(change.time) \(change.name) \(change.value ? "on" : "off")") }
        bank.set(.ready, true, at: 1, note)
        bank.set(.lowBattery, true, at: 1, note)
        bank.apply(GestureEvent(time: 2, kind: .began(.hold(.left), size: 0.3)), at: 2, note)
        bank.release(at: 3, sparing: .warnings, note)
        #expect(changes == ["1.0 ready on", "1.0 low on", "2.0 call on", "3.0 ready off", "3.0 call off"])
        changes = []
        bank.set(.alarm, true, at: 4, note)
        bank.set(.ready, true, at: 4, note)
        bank.apply(GestureEvent(time: 4, kind: .began(.hold(.left), size: 0.3)), at: 4, note)
        bank.advance(to: 5, note)
        #expect(bank.nextChange == 5.5 && bank.test("call", for: 1, at: 5, note) != nil)
        #expect(changes == ["4.0 alarm on", "4.5 alarm off", "5.0 alarm on"])
        changes = []
        bank.bar(.all, at: 5.2, note)
        bank.set(.alarm, true, at: 5.3, note)
        #expect(changes == ["5.2 alarm off", "5.2 low off"] && bank.nextChange == nil)
        bank.unbar()
        bank.release(at: 6, note)
        bank.set(.alarm, true, at: 7, note)
        #expect(changes.count == 2, "the end of a run spares nothing")
    }

    @Test("no order of gestures, tests, losses and configurations breaks a wire's times or lets a test come later", arguments: 0..<20)
    func randomly(seed: UInt64) {
        var random = Dice(seed)
        let dead = 0.5, rest = 2.0
        func forward(_ name: String, _ group: String) -> OutputConfiguration {
            Self.output(name, line: "GPIO17", .hold(.left), group: group) { ($0.deadTime, $0.minOff) = (dead, 0.7) }
        }
        func reverse(_ name: String, _ group: String) -> OutputConfiguration { Self.output(name, line: "GPIO27", .hold(.right), group: group) { $0.deadTime = dead } }
        let valve = Self.output("valve", line: "GPIO5", .hold(.up)) { ($0.minOff, $0.minOn) = (rest, 0.3) }
        let configurations = [[forward("a", "motor"), reverse("b", "motor"), valve], [reverse("b", "motor"), forward("a", "motor")],
                              [forward("b", "drive"), reverse("a", "drive")], [reverse("x", "")], [forward("x", ""), valve], []]
        var outputs = configurations[0], bank = OutputBank(outputs, maxHold: 20), time = 0.0
        var on: Set<String> = [], ended: [String: Double] = [:], ons = 0, tests = 0
        func line(_ name: String) -> String { outputs.first { $0.name == name }?.line.name ?? "" }
        func note(_ change: LineChange) {
            let wire = line(change.name), other = ["GPIO17": "GPIO27", "GPIO27": "GPIO17"][wire]
            guard change.value else {
                on.remove(wire)
                return ended[wire] = change.time
            }
            ons += 1
            on.insert(wire)
            let off = wire == "GPIO17" ? 0.7 : wire == "GPIO5" ? rest : 0
            #expect(change.time >= (ended[wire] ?? -10) + off - 1e-9, "\(wire) at \(change.time)")
            if let other { #expect(!on.contains(other) && change.time >= (ended[other] ?? -10) + dead - 1e-9, "\(wire) at \(change.time)") }
        }
        for _ in 0..<1500 {
            time += Double(random.next(100)) / 100
            if random.next(2) == 0 { bank.advance(to: time, note) }  // the loop may be late
            let direction: HeadDirection = [.left, .right, .up][random.next(3)]
            switch random.next(12) {
            case 0, 1, 2: bank.apply(GestureEvent(time: time, kind: .began(.hold(direction), size: 0.3)), at: time, note)
            case 3, 4: bank.apply(GestureEvent(time: time, kind: .ended(.hold(direction), held: 1, reason: .returned)), at: time, note)
            case 5: bank.apply(GestureEvent(time: time, kind: .faceLost), at: time, note)
            case 6: bank.goStale(at: time, note)
            case 7, 8, 9:
                guard let output = outputs.randomElement(using: &random) else { break }
                let wire = output.line.name
                if bank.test(output.name, for: 0.4, at: time, note) == nil {
                    tests += 1
                    #expect(on.contains(wire), "an accepted test begins at once")
                }
            case 10:
                bank.bar(.all, at: time, note)
                bank.unbar()
            default:
                bank.release(at: time, note)
                #expect(on.isEmpty)
                outputs = configurations[random.next(configurations.count)]
                bank = OutputBank(outputs, maxHold: 20, insteadOf: bank)
            }
        }
        #expect(ons > 50 && tests > 10, "\(ons) times on, \(tests) tests")
    }
}

/// Numbers from a seed.
private struct Dice: RandomNumberGenerator {
    private var state: UInt64

    init(_ seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 &+ 1 }

    mutating func next() -> UInt64 {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return state
    }

    mutating func next(_ sides: Int) -> Int { Int(next() >> 33) % sides }
}
