import Appliance
import ApplianceSupport
import Glibc
import Outputs
import Platform
import Testing
import TestSupport

@Suite("Keys as buttons")
struct KeyLineTests {
    private let keyboards: PluggedKeyboards

    init() throws { keyboards = try PluggedKeyboards() }

    private static func edges(_ line: KeyLine) throws -> [Bool] {
        var edges: [Bool] = []
        while let edge = try line.nextEdge() { edges.append(edge.isActive) }
        return edges
    }

    private func fault(_ word: String = "space", named part: String = "") throws -> String {
        try thrown(OutputError.self) { _ = try keyboards.line(word, named: part) }.description
    }

    @Test("a key is pressed and let go once each, whatever repeats and whatever else is typed", arguments: [
        ([("space", 1), ("space", 0)], [true, false]),
        ([("space", 1), ("space", 2), ("space", 2), ("space", 0)], [true, false]),
        ([("a", 1), ("a", 0), ("space", 1), ("a", 1), ("a", 2)], [true]),
        ([("space", 0), ("a", 0)], []),
        ([("space", 1), ("space", 0), ("space", 1), ("space", 0)], [true, false, true, false]),
    ])
    func edges(events: [(String, Int)], expected: [Bool]) throws {
        try keyboards.plug("event0")
        let line = try keyboards.line("space")
        for (word, value) in events { keyboards.press("event0", word, value, at: 7.25) }
        var ready = pollfd(fd: line.descriptor, events: Int16(POLLIN), revents: 0)
        #expect(poll(&ready, 1, 0) == 1)
        let first = try line.nextEdge()
        #expect(first.map { $0.time == 7.25 } ?? true)
        #expect(try [first?.isActive].compactMap(\.self) + Self.edges(line) == expected && line.isPressed() == (expected.last ?? false))
    }

    @Test("with two keyboards it is pressed while it is down on any")
    func two() throws {
        try keyboards.plug("event0")
        try keyboards.plug("event1", "Keyboard")
        let line = try keyboards.line("space")
        for (change, expected) in [(("event0", 1), [true]), (("event1", 1), []), (("event0", 0), []), (("event1", 0), [false])] as [((String, Int), [Bool])] {
            keyboards.press(change.0, "space", change.1)
            #expect(try Self.edges(line) == expected, "\(change)")
        }
    }

    @Test("it fails when presses were lost and when a keyboard goes, even if another one has the key", arguments: ["lost", "gone", "one of two"])
    func fails(_ way: String) throws {
        try keyboards.plug("event0")
        if way == "one of two" { try keyboards.plug("event1") }
        let line = try keyboards.line("space")
        keyboards.press("event0")
        #expect(try line.nextEdge()?.isActive == true)
        if way == "lost" { keyboards.send("event0", PluggedKeyboards.sync, PluggedKeyboards.dropped, 0) } else { keyboards.unplug("event0") }
        let fault = try thrown(OutputError.self) { _ = try line.nextEdge() }
        #expect(fault.description.hasPrefix("key space of Foot Switch: read: "), "\(fault)")
    }

    @Test("a keyboard that comes is taken in; a key that is down as it comes is pressed, and that is no edge")
    func comes() throws {
        try keyboards.plug("event0")
        let line = try keyboards.line("space")
        try keyboards.plug("event1", isDown: true)
        #expect(try Self.edges(line) == [] && line.isPressed())
        keyboards.letGo("event1")
        #expect(try Self.edges(line) == [false])
        keyboards.press("event1")
        #expect(try Self.edges(line) == [true])
    }

    @Test("only keyboards with the key and the name count, never what Nodline itself types on")
    func choice() throws {
        #expect(try fault() == "key space: find: no keyboard that has it is plugged in")
        for (node, name) in [("event0", "Nodline"), ("event1", "Nodline gamepad"), ("event2", "Nodline Nodline switch")] { try keyboards.plug(node, name) }
        try keyboards.plug("event3", "Mouse", keys: ["mouse-left", "f12"])
        try keyboards.plug("mouse0", "Mouse")
        #expect(try fault().hasSuffix("no keyboard that has it is plugged in"))
        _ = try keyboards.line("mouse-left")
        _ = try keyboards.line("f12", named: "mOUS")
        #expect(try fault("f12", named: "Foot").contains("with \"Foot\" in its name"))
    }

    @Test("the doctor says whether a key's keyboard is there")
    func examined() throws {
        func finding(_ keyboard: String) -> Finding? {
            var configuration = Configuration(), input = InputConfiguration(name: "stop")
            (input.key, input.keyboard) = ("space", keyboard)
            configuration.inputs = [InputConfiguration(name: "line"), input]
            return KeyExamination(configuration, root: keyboards.root).findings.first
        }
        #expect(finding("")?.grade == .fault)
        try keyboards.plug("event0")
        #expect(finding("") == .good("keys", "inputs.stop: \"space\" is a key of Foot Switch"))
        #expect(finding("Pedal")?.detail.contains("with \"Pedal\" in its name") == true)
    }

    // MARK: - In an appliance

    private static let stop = "[inputs.red]\nkey = \"space\"\naction = \"stop\"\n"

    private func stopped(_ run: ApplianceHarness) -> Bool { run.output.contains(#""event":"stopped""#) }

    @Test("a stop key stops everything: pressed, down as its keyboard comes, unplugged, or not there at all", arguments: ["pressed", "down", "unplugged", "missing"])
    func stops(_ way: String) throws {
        if way != "missing" { try keyboards.plug("event0") }
        let run = try ApplianceHarness(configuration: Self.stop, buttons: keyboards.source)
        run.run(0.5)
        #expect(stopped(run) == (way == "missing"))
        switch way {
        case "pressed": keyboards.press("event0")
        case "down": try keyboards.plug("event1", isDown: true)
        case "unplugged": keyboards.unplug("event0")
        default: break
        }
        #expect(waits {
            run.run(0.02)
            return stopped(run)
        })
        let faults = run.events.compactMap(\.fault).map(\.detail).filter { $0.contains("key space") }
        #expect(faults.count == (["unplugged", "missing"].contains(way) ? 1 : 0), "\(faults)")
    }

    @Test("an enable key that is pressed and unplugged before anybody looked is not held")
    func unpluggedAtOnce() throws {
        try keyboards.plug("event0")
        let run = try ApplianceHarness(configuration: Self.stop.replacing("stop", with: "enable"), buttons: keyboards.source)
        run.run(0.5)
        keyboards.press("event0", at: run.clock.now)
        keyboards.unplug("event0")
        #expect(waits {
            run.run(0.02)
            return run.events.compactMap(\.fault).contains { $0.detail.contains("key space") }
        })
        #expect(try run.client().status().enabled == false)
    }

    @Test("a key counts as held only while a keyboard that is there has it down, and works again after each return", arguments: 0..<3)
    func random(seed: Int) throws {
        var random = SplitMix64(seed), buttons = Buttons(source: keyboards.source), isThere = true, isDown = false, isHeld = false, isLost = false, lost = 0, back = 0
        var input = InputConfiguration(name: "held"), left = 60, times = 0
        (input.key, input.action) = ("space", .enable)
        try keyboards.plug("event0")
        #expect(buttons.open([input], within: hang).isEmpty)
        while left > 0 {
            left -= 1
            if random.chance(0.06) {
                isDown = false
                if isThere { keyboards.unplug("event\(times)") } else {
                    times += 1
                    try keyboards.plug("event\(times)")
                }
                isThere.toggle()
            } else if isThere {
                isDown.toggle()
                keyboards.press("event\(times)", "space", isDown ? 1 : 0)
            }
            let isRight = waits {
                for news in buttons.takeNews(at: MonotonicClock.now - hang, late: { _, _ in }) {
                    switch news {
                    case .change(let change): isHeld = change.isPress
                    case .lost: (isHeld, isLost, lost) = (false, true, lost + 1)
                    case .back: (isLost, back) = (false, back + 1)
                    }
                }
                return isHeld == isDown && isLost == !isThere
            }
            #expect(isRight, "step \(60 - left): held \(isHeld), down \(isDown), there \(isThere), lost \(isLost)")
        }
        #expect(lost - back == (isThere ? 0 : 1) && lost > 0)
        buttons.close()
    }
}
