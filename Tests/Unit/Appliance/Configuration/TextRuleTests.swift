import Appliance
import ApplianceSupport
import Platform
import Settings
import Testing
import TestSupport
import Traces

@Suite("Texts that no key can have")
struct TextRuleTests {
    @Test("what nobody sees is refused in every text, with its line", arguments: [
        ("[status]\nled = \"ACT\\n\"", "status.led", "\"ACT\\n\" has a line break; expected the text without it"), ("[camera]\nuse = \"a\\tb\"", "camera.use", "has a tab"),
        ("[outputs.a]\nline = \"GPIO\\u200b17\"\ngesture = \"nod\"", "outputs.a.line", "\"GPIO\\u200b17\" has a character that nobody sees, U+200B"),
        ("[mqtt]\nserver = \"a\\u0000b\"", "mqtt.server", "U+0"), ("[feedback]\ndevice = \"\\u202edefault\"", "feedback.device", "U+202E"),
        ("[person]\nonly = [\"anna\", \"b\\u00adn\"]", "person.only", "U+AD"), ("[camera]\nobject = \"/usr/lib/\\u2028x\"", "camera.object", "a line break"),
        ("[state]\ndirectory = \"/var/\\u0007\"", "state.directory", "U+7"), ("[mqtt]\nname = \"\\U000E0041\"", "mqtt.name", "U+E0041"),
    ])
    func unseen(text: String, key: String, expected: String) {
        let found = Configuration.faults(of: text)
        #expect(found.map(\.key) == [key] && found.map(\.line) == [2] && found[0].problem.contains(expected), "\(found)")
    }

    @Test("a program's arguments may be anything but a zero, which would end them", arguments: ["outputs.a.command", "budget.battery.on_critical"])
    func arguments(key: String) {
        func problems(_ words: String) -> [String] { Configuration.faults(of: "outputs.a.gesture = \"nod\"\n\(key) = \(words)").map(\.problem) }
        #expect(problems(#"["/bin/sh", "-c", "a\n\tb", "می\u200cخواهم", "\u001b[1m"]"#) == [])
        #expect(problems(#"["/usr/bin/aplay\u0000x"]"#) == [#""/usr/bin/aplay\u0000x" has a character that nobody sees, U+0; expected the text without it"#])
        #expect(problems(#"["/usr/bin/aplay", "x\u0000"]"#).count == 1)
        #expect(problems("[\"/bin/echo\", \"\(String(repeating: "x", count: 131_071))\"]") == [])
        #expect(problems("[\"/bin/echo\", \"\(String(repeating: "x", count: 131_072))\"]").first?.hasSuffix("has 131072 bytes; expected at most 131071") == true)
    }

    @Test("what is longer than anything of its kind is refused", arguments: [("status.led", 63), ("mqtt.server", 253), ("camera.use", 1000)])
    func tooLong(key: String, most: Int) {
        #expect(Configuration.faults(of: "\(key) = \"\(String(repeating: "a", count: most))\"").isEmpty)
        #expect(Configuration.faults(of: "\(key) = \"\(String(repeating: "a", count: most + 1))\"").first?.problem.hasSuffix("has \(most + 1) bytes; expected at most \(most)") == true)
    }

    @Test("no message repeats more than the beginning of what somebody wrote", arguments: [
        "[outputs.a]\ngesture = \"X\"", "[outputs.a]\ngesture = \"nod\"\nX = 1", "[X]\na = 1", "X = 1", "[camera]\nuse = X", "[outputs.X]\ngesture = \"nod\"", "[outputs]\nX = 5",
        "[camera]\nX = X", "[camera]\nX: X", "[camera]\nrate = [X, X]", "X", "[X", "[camera]\nX = 1,5", "[camera]\nX = 1 s", "[camera]\nX = True", "[outputs.ä X]", "export X=X",
        "[outputs.a]\ninterlock = \"X\"\ngesture = \"nod\"", "[camera]\nrate = \"X\"", "a = X, X", "[inputs.a]\nline = \"X\"", "[camera]\nX = 1\nX = 1", "[X]\n[X]", "X = 15;",
        "[gaze.zones.X]\na=1", "[profiles.a]\nfile = \"X\"", "a = \"X\n", "[mqtt]\nserver = \"X,X\"", "[camera]\nX == 1", "X = 0X", "X = [\"a\" \"X\"]",
    ])
    func long(text: String) throws {
        for letter in ["x", "1", "é", "\u{200B}"] {
            let found = Configuration.faults(of: text.replacing("X", with: String(repeating: letter, count: 100_000)))
            for fault in found { #expect(fault.description.unicodeScalars.count < 2000, "\(text.debugDescription) with \(letter): \(fault.description.prefix(200))") }
        }
    }

    @Test("whatever a text is, it is refused, or it is read as it was written and nothing in it is unseen")
    func random() throws {
        let keys = ["status.led", "camera.use", "feedback.device", "outputs.a.line", "outputs.a.command", "mqtt.user", "budget.battery.on_critical", "profiles.p.file"]
        let letters: [Unicode.Scalar] = ["a", "Z", "7", " ", "/", "\"", "\\", "é", "\u{0}", "\n", "\u{200B}", "\u{202E}", "\u{FEFF}", "\u{1F600}", "\u{7F}", "\u{300}", "\u{FE0F}"]
        var random = SeededGenerator(seed: 20261128), taken = 0
        for _ in 0..<4000 {
            let key = keys[Int.random(in: 0..<keys.count, using: &random)], isProgram = key.hasSuffix("command") || key.hasSuffix("critical")
            var text = isProgram ? "/" : ""
            for _ in 0..<Int.random(in: 1...6, using: &random) { text.unicodeScalars.append(letters[Int.random(in: 0..<letters.count, using: &random)]) }
            let value = isProgram ? "[\(text.literal), \"-\"]" : text.literal
            guard let read = try? Configuration.read(text: "outputs.a.gesture = \"nod\"\n\(key) = \(value)\n", file: "c.toml") else { continue }
            taken += 1
            #expect(!text.unicodeScalars.contains { isProgram ? $0.value == 0 : $0.isUnseen }, "\(key) = \(value)")
            #expect(read.toml.contains(isProgram ? "= \(value)" : text.literal) && (try? Configuration.read(text: read.toml, file: "c.toml")) == read)
        }
        #expect(taken > 200)
    }
}
