import Appliance
import Settings
import Testing
import TestSupport

@Suite("Hints for mistakes in TOML")
struct SyntaxHintTests {
    @Test("a common mistake is explained with what to write", arguments: [
        ("[outputs.a]\nline = GPIO17", 2, "text must be in quotes: line = \"GPIO17\""),
        ("[outputs.a]\nline = gpiochip0:17 # a", 2, "text must be in quotes: line = \"gpiochip0:17\""),
        ("[outputs.a]\nline = front", 2, "line = \"front\""), ("[outputs.a]\nled = /sys/x", 2, "led = \"/sys/x\""),
        ("[outputs.a]\ngesture = [nod, shake]", 2, "each text in a list must be in quotes: gesture = [\"nod\", \"shake\"]"),
        ("[outputs.a]\nline = “GPIO17”", 2, "“ is a word processor's quotation mark (column 8); expected the straight one: \""),
        ("[outputs.a]\nline = ‚GPIO17‘", 2, "‚ is a word processor's quotation mark"),
        ("[camera]\nmirrored\u{A0}= true", 2, "there is an invisible character here, U+A0 (column 9)"),
        ("[status]\nalarm_after = 0,5", 2, "a number has a decimal point, not a comma: alarm_after = 0.5"),
        ("[camera]\nmirrored = True", 2, "true and false must be in lower case: mirrored = true"),
    ])
    func hints(text: String, line: Int, expected: String) throws {
        let error = try thrown(ConfigurationError.self) { _ = try Configuration.read(text: text, file: "c.toml") }
        #expect(error.faults.map(\.line) == [line] && error.description.contains(expected), "\(error)")
    }

    @Test("a table or key that occurs twice is reported with both lines", arguments: [
        ("[status]\nled = \"a\"\n\n[outputs.a]\ngesture = \"nod\"\n\n[ status ]\nalarm_after = 5", 7,
         "the table [status] begins on line 1 already; expected each table once: put the keys of both below line 1"),
        ("[status]\nled = \"a\"\n# led\nled = \"b\"", 4, "status.led is on line 2 already"),
        ("[outputs.a]\ngesture = \"nod\"\n[outputs.b]\ngesture = [\n\"shake\"]\n  gesture = \"nod\"", 6, "outputs.b.gesture is on line 4 already"),
        ("a = 1\na = 2", 2, "a is on line 1 already"),
    ])
    func duplicates(text: String, line: Int, expected: String) throws {
        let error = try thrown(ConfigurationError.self) { _ = try Configuration.read(text: text, file: "c.toml") }
        #expect(error.faults.map(\.line) == [line] && error.description.contains(expected), "\(error)")
    }

    @Test("other syntax errors keep the parser's message", arguments: [
        "use = \"abc", "use \"abc\"", "[camera", "use = \"a\" b", "= 3", "rate = 3 fps", "x = {a = 1", "ALL CAPS = x", "rate = 1,2,3",
    ])
    func others(text: String) throws {
        let error = try thrown(ConfigurationError.self) { _ = try Configuration.read(text: "[camera]\n" + text, file: "c.toml") }
        #expect(error.description.hasPrefix("c.toml:2: Error while parsing"), "\(error)")
    }
}
