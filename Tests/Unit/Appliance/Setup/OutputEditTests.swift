import Appliance
import ApplianceSupport
import Outputs
import Platform
import Settings
import Testing
import TestSupport
import Wire

@Suite("Outputs that a client adds, changes and takes out")
struct OutputEditTests {
    private static let file = """
        # mine
        [outputs.motor]   # wired by Ann
        line = "GPIO17"
        gesture = "hold-left"
        action = "level"
        max_on = 30       # it gets hot
        [outputs.bell]
        # The bell at the door.
        line = "GPIO22"   # pin 15
        gesture = "nod"
        pulse = 0.5
        [inputs.pause]
        line = "GPIO27"

        """

    /// The same for a machine without lines.
    private static let unwired = file.replacing("\"GPIO17\"", with: "\"\"").replacing("\"GPIO22\"", with: "\"\"").replacing("[inputs.pause]\nline = \"GPIO27\"\n", with: "")

    private static func read(_ text: String) throws -> Configuration { try Configuration.read(text: text, file: "f") }

    /// What a request makes of a file; `nil` and why if it is refused.
    private static func edited(_ text: String, _ edit: OutputEdit, pins: [HeaderPin] = HeaderPin.all) -> (text: String?, problem: String) {
        guard let now = try? read(text) else { return (nil, "the file is faulty") }
        let taken = now.outputs.map(\.line.name) + now.inputs.map(\.line.name), free = pins.filter { !taken.contains($0.line) }
        do {
            let changes = try edit.changes(in: now, pins: free)
            let expected = try changes.read(Array(text.utf8), file: "f", Configuration.schema)
            let new = try changes.written(into: Array(text.utf8))
            guard let got = try? Configuration.read(bytes: new, file: "f"), got == expected else { return (nil, "it would not give these settings") }
            return (String(decoding: new, as: UTF8.self), "")
        } catch {
            return (nil, (error as? ControlError)?.detail ?? "\(error)")
        }
    }

    private static func gesture(_ words: String...) -> TOMLValue { .list(words.map { .text($0) }) }

    @Test("an output of [drive] is refused: it belongs to whoever wired the motors", arguments: OutputEdit.Step.allCases)
    func drive(step: OutputEdit.Step) {
        let file = "[drive]\nmotor = [\"pwmchip0:0\", \"GPIO23\", \"GPIO24\"]\nservo = \"pwmchip0:1\"\n"
        let result = Self.edited(file, OutputEdit(step, name: "drive-motor-back", step == .remove ? [:] : ["gesture": Self.gesture("nod")]))
        #expect(result.text == nil && result.problem.contains("belongs to [drive]"), "\(result.problem)")
    }

    @Test("an output is written below the others, with what was said and nothing else")
    func added() {
        let edit = OutputEdit(.add, name: "lamp", ["line": .text("GPIO24"), "gesture": Self.gesture("hold-right"), "action": .text("level")])
        #expect(Self.edited(Self.file, edit).text == Self.file + "\n[outputs.lamp]\naction = \"level\"\ngesture = [\"hold-right\"]\nline = \"GPIO24\"\n")
    }

    @Test("another pin, gesture or kind replaces the previous one, and comments stay")
    func changed() {
        let pin = OutputEdit(.change, name: "bell", ["line": .text("GPIO24"), "gesture": Self.gesture("nod", "up")])
        #expect(Self.edited(Self.file, pin).text == Self.file.replacing("\"GPIO22\"   # pin 15", with: "\"GPIO24\"   # pin 15")
            .replacing("gesture = \"nod\"", with: "gesture = [\"nod\", \"up\"]"))
        let key = OutputEdit(.change, name: "bell", ["bluetooth": .text("space"), "action": .text("toggle")])
        #expect(Self.edited(Self.file, key).text == Self.file.replacing("line = \"GPIO22\"   # pin 15", with: "#line = \"GPIO22\"   # pin 15")
            .replacing("pulse = 0.5\n", with: "action = \"toggle\"\nbluetooth = \"space\"\n"))
    }

    @Test("another action leaves the times of the previous one, and there are 32 outputs at most")
    func bounds() {
        let blinking = "[outputs.bell]\ngesture = \"nod\"\naction = \"blink\"\nperiod = 0.4\n"
        #expect(Self.edited(blinking, OutputEdit(.change, name: "bell", ["action": .text("toggle")])).text == "[outputs.bell]\ngesture = \"nod\"\naction = \"toggle\"\n")
        let many = (1...32).map { "[outputs.o\($0)]\ngesture = \"nod\"\n" }, more = OutputEdit(.add, name: "more", ["gesture": Self.gesture("up")])
        #expect(Self.edited(many.joined(), more).problem.contains("32 outputs already"))
        #expect(Self.edited(many.dropFirst().joined(), more).text != nil)
    }

    @Test("an output that was taken out leaves its comments")
    func removed() {
        #expect(Self.edited(Self.file, OutputEdit(.remove, name: "bell")).text
            == Self.file.replacing("[outputs.bell]\n", with: "").replacing("line = \"GPIO22\"", with: "#line = \"GPIO22\"")
                .replacing("gesture = \"nod\"\npulse = 0.5\n", with: ""))
    }

    @Test("what cannot be is refused in a sentence that names it, and nothing is written", arguments: [
        (OutputEdit(.add, name: "bell", ["gesture": gesture("up")]), ["\"bell\" already"]),
        (OutputEdit(.add, name: "lamp", ["line": .text("GPIO22"), "gesture": gesture("up")]), ["GPIO22", "not a free line", "GPIO24"]),
        (OutputEdit(.add, name: "lamp", ["line": .text("GPIO27"), "gesture": gesture("up")]), ["not a free line"]),
        (OutputEdit(.add, name: "lamp", ["line": .text("GPIO4"), "gesture": gesture("up")]), ["not a free line"]),
        (OutputEdit(.add, name: "lamp", ["line": .text("gpiochip0:24"), "gesture": gesture("up")]), ["not a free line"]),
        (OutputEdit(.add, name: "lamp", ["line": .text("/dev/mem"), "gesture": gesture("up")]), ["not a free line"]),
        (OutputEdit(.add, name: "key", ["usb": .text("spaec"), "gesture": gesture("up")]), ["space"]),
        (OutputEdit(.add, name: "key", ["bluetooth": .text(""), "gesture": gesture("upp")]), ["gesture"]),
        (OutputEdit(.add, name: "lamp", ["line": .text("GPIO24"), "gesture": gesture("up"), "action": .text("level")]), ["outputs.lamp.action", "hold-up"]),
        (OutputEdit(.add, name: "lamp", ["line": .text("GPIO24"), "gesture": gesture("up"), "pulse": .number(99)]), ["outputs.lamp.pulse", "0.02 to 60"]),
        (OutputEdit(.change, name: "bel", ["gesture": gesture("up")]), ["did you mean bell?"]),
        (OutputEdit(.change, name: "motor", ["line": .text("GPIO24")]), ["motor", "max_on"]),
        (OutputEdit(.remove, name: "motor"), ["motor", "max_on"]), (OutputEdit(.remove, name: "moter"), ["did you mean motor?"]),
    ])
    func refused(edit: OutputEdit, words: [String]) {
        let (text, problem) = Self.edited(Self.file, edit)
        #expect(text == nil)
        for word in words { #expect(problem.contains(word), "\(problem)") }
    }

    @Test("the free pins are a board's that nobody uses, whatever they are called", arguments: [
        ("pinctrl-bcm2711", [], false, 14), ("pinctrl-rp1", [], false, 14), ("pinctrl-bcm2835", ["GPIO17"], false, 13), ("pinctrl-rp1", ["gpiochip0:17"], false, 13),
        ("pinctrl-rp1", [], true, 10), ("ftdi-cbus", [], false, 0), ("", [], false, 0),
    ] as [(String, [String], Bool, Int)])
    func pins(label: String, taken: [String], hasPWM: Bool, count: Int) {
        let lines = (0..<28).map { GPIOScan.Line(chip: "gpiochip0", chipLabel: label, offset: $0, name: "GPIO\($0)") }
        let free = HeaderPin.free(among: lines, taken: taken, hasPWM: hasPWM)
        #expect(free.count == count && free.contains { $0.line == "GPIO17" } == (taken.isEmpty && count > 0))
        var busy = lines
        busy[24] = GPIOScan.Line(chip: "gpiochip0", chipLabel: label, offset: 24, name: "GPIO24", consumer: "spi", isUsed: true)
        #expect(!HeaderPin.free(among: busy, taken: taken, hasPWM: hasPWM).contains { $0.line == "GPIO24" })
        #expect(HeaderPin.free(among: lines + lines, taken: taken, hasPWM: hasPWM).isEmpty, "two chips have lines of these names")
    }

    @Test("whatever is asked for, in whatever order: each file that comes of it is valid, has every comment, and protects what it protected", arguments: 0..<8)
    func fuzz(seed: Int) throws {
        var random = SplitMix64(seed)
        func one<Item>(_ items: [Item]) -> Item { items[Int.random(in: items.indices, using: &random)] }
        func sometimes<Item>(_ part: Double, _ item: @autoclosure () -> Item) -> Item? { random.chance(part) ? item() : nil }
        let shapes = [Self.file, "\u{FEFF}" + Self.file, Self.file.replacing("\n", with: "\r\n"), "", "# only\n# comments",
                      "outputs.bell.gesture = \"nod\" # d1\noutputs.bell.line = 'GPIO22' # d2\n[gestures] # d3\n#nod = true\n",
                      "[outputs]\nbell = { gesture = \"nod\", line = \"GPIO22\" } # inline\nlamp.gesture = [ # l1\n \"up\", # l2\n]\n",
                      "[outputs.\"bell\"]\n  line = \"GPIO22\" # q \"#\"\n  'gesture' = '''nod''' # r\n[camera] # s\nrate = 20\n",
                      "[outputs.bell]\ngesture = \"nod\"\n# [outputs.lamp]\n# line = \"GPIO24\" # t\n\n\n[[mqtt]]\n".replacing("[[mqtt]]", with: "[mqtt] # u")]
        var written = 0, refused = 0
        for _ in 0..<40 {
            var text = one(shapes)
            let comments = PageEditTests.comments(text)
            let motor = try Self.read(text).outputs.first { $0.name == "motor" }
            for _ in 0..<12 {
                var values: [String: TOMLValue] = [:]
                if random.chance(0.7) {
                    let target = one(OutputEdit.targets)
                    values[target] = .text(target == "line" ? one(HeaderPin.all.map(\.line) + ["GPIO4", "\"", "a\nb", ""]) : one(["space", "enter", "mouse-left", "spaec", "é", ""]))
                }
                values["gesture"] = sometimes(0.8, Self.gesture(one(["nod", "up", "hold-left", "smile", "my-x", "gaze-a", "", "[", "\"\"\"", "# no"])))
                values["action"] = sometimes(0.4, .text(one(["pulse", "level", "toggle", "blink", "", "x"])))
                values["pulse"] = sometimes(0.3, .number(one([0.02, 1, 1.0 / 3, 60, -1, .infinity, .nan, 1e300])))
                let edit = OutputEdit(one(OutputEdit.Step.allCases), name: one(["bell", "lamp", "motor", "a-b_c", "X9", String(repeating: "n", count: 32)]), values)
                guard let new = Self.edited(text, edit).text else {
                    refused += 1
                    continue
                }
                written += 1
                text = new
                let now = try Self.read(text)  // as `nodline check` reads it
                #expect(PageEditTests.comments(text, known: comments) == comments, "\(edit) → \(text)")
                #expect(now.outputs.first { $0.name == "motor" }?.maxOn == motor?.maxOn && now.outputs.first { $0.name == "motor" }?.line == motor?.line || motor == nil)
                #expect(now.outputs.allSatisfy { $0.line.name.isEmpty || HeaderPin.all.map(\.line).contains($0.line.name) })
            }
        }
        #expect(written > 25 && refused > 60, "\(written), \(refused)")
    }

    @Test("an output is on trial first, can be tested, goes into the file when it is kept, and comes back with undo")
    func lifecycle() throws {
        let run = try ApplianceHarness(configuration: Self.unwired, recording: ["motor", "bell", "call"]), client = try run.client()
        func text() -> String { (try? run.folder.text("nodline.toml")) ?? "" }
        let before = text()
        try run.wait { $0.state == "ready" }
        #expect(try client.reply(#"{"request":"places"}"#).contains(#""pins":[]"#), "this machine has no header")
        #expect(try client.ask(#"{"request":"add-output","name":"call","bluetooth":"space","gesture":["hold-right"],"action":"level"}"#).ok == true)
        #expect(try client.reply(#"{"request":"outputs"}"#).contains(#""name":"call","kind":"bluetooth","where":"space","gestures":["hold-right"]"#))
        #expect(text() == before, "it is on trial")
        #expect(run.output.contains(#""event":"trial","state":"began""#))
        #expect(try client.ask(#"{"request":"try","settings":{"outputs.call.gesture":["hold-up"]}}"#).ok == true, "its gesture can be changed as any output's")
        run.run(121)
        #expect(try !client.reply(#"{"request":"outputs"}"#).contains("\"name\":\"call\""), "nobody has kept it")
        #expect(try client.ask(#"{"request":"add-output","name":"call","bluetooth":"space","gesture":"hold-right","action":"level"}"#).ok == true)
        #expect(try client.ask(#"{"request":"test-output","name":"call","seconds":0.5}"#).ok == true)
        run.run(3)
        #expect(try client.ask(#"{"request":"remove-output","name":"bell"}"#).ok == true, "both are on trial")
        #expect(try client.ask(#"{"request":"keep"}"#).durable == true)
        let kept = try Configuration.read(file: run.file)
        #expect(kept.outputs.map(\.name) == ["call", "motor"] && text().contains("# The bell at the door.") && text().contains("# pin 15"))
        #expect(try client.ask(#"{"request":"undo"}"#).durable == true)
        #expect(text() == before)
        #expect(try client.reply(#"{"request":"outputs"}"#).ranges(of: "\"editable\":false").count == 1, "bell is back, and the motor is its wirer's")
    }

    @Test("what a program cannot write into the file is refused at once, and not tried")
    func unwritable() throws {
        let run = try ApplianceHarness(configuration: "[outputs]\nbell = { gesture = \"nod\" }\n"), client = try run.client()
        #expect(try client.ask(#"{"request":"change-output","name":"bell","action":"toggle"}"#).detail?.contains("edit it by hand") == true)
        #expect(!run.output.contains("\"trial\""))
    }

    @Test("a faulty request gets a sentence and changes nothing", arguments: [
        (#""add-output","gesture":["nod"]"#, "name is missing"), (#""add-output","name":"a.b","gesture":["nod"]"#, "letters, digits"),
        (#""add-output","name":"a"#, "not a JSON"), (#""add-output","name":"a""#, "gesture is missing"), (#""add-output","name":"a","gesture":[1]"#, "list of strings"),
        (#""add-output","name":"a","gesture":["nod"],"command":["sh"]"#, "\"command\" is not a field"), (#""add-output","name":"a","gesture":["nod"],"max_on":9"#, "not a field"),
        (#""add-output","name":"a","gesture":["nod"],"usb":"a","line":"GPIO24""#, "cannot be combined"), (#""change-output","name":"bell""#, "nothing is changed"),
        (#""add-output","name":"a","gesture":["nod"],"active_low":true"#, "not a field"), (#""add-output","name":"a","gesture":["nod"],"line":"GPIO24""#, "not a free line"),
        (#""remove-output","name":"motor""#, "max_on"), (#""remove-output","name":"none""#, "there is no output"), (#""add-output","name":"é","gesture":["nod"]"#, "letters, digits"),
    ])
    func faulty(request: String, words: String) throws {
        let run = try ApplianceHarness(configuration: Self.unwired, recording: ["motor", "bell"]), client = try run.client()
        let before = try run.folder.text("nodline.toml"), outputs = try client.reply(#"{"request":"outputs"}"#)
        let refused = try client.ask("{\"request\":\(request)}")
        #expect(refused.ok == false && refused.detail?.contains(words) == true, "\(refused.detail ?? "")")
        #expect(try client.reply(#"{"request":"outputs"}"#) == outputs && !run.output.contains("\"trial\""))
        #expect(try run.folder.text("nodline.toml") == before)
    }
}
