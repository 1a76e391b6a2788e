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
        ("[outputs.a]\nactive_low = yes", 2, "yes is not understood; expected true or false: active_low = true"),
        ("[camera]\nmirrored = off # no", 2, "off is not understood; expected true or false: mirrored = false"),
        ("[outputs.a]\nactive_low = high", 2, "high is not understood; expected true or false"),
        ("outputs.a.active_low = no", 1, "expected true or false: outputs.a.active_low = false"),
        ("[budget]\ncpu_percent = none", 2, "none is not a number; expected a number from 0 to 1600 % of a core; leave the line out for the default, 0"),
        ("[camera]\nrate = max", 2, "max is not a number; expected a number from 1 to 120 frames a second; leave the line out for the default, 30"),
        ("[status]\nled = none", 2, "there is no none; leave the line out for the default"),
        ("\u{FEFF}[camera]\nmirrored = on", 2, "expected true or false: mirrored = true"),
        ("\u{FEFF}camera.mirrored = on", 1, "expected true or false: camera.mirrored = true"),
        ("```toml\n[camera]", 1, "``` is a mark of Markdown"), ("[camera]\n```", 2, "``` is a mark of Markdown"),
        ("; comment", 1, "a comment begins with #, not with ;"), ("// comment", 1, "a comment begins with #, not with //"),
        ("[outputs.a]\nline: \"x\"", 2, "joined by an equals sign: line = \"x\""), ("[camera]\nmirrored true", 2, "joined by an equals sign: mirrored = true"),
        ("[camera]\nuse \"front\"", 2, "joined by an equals sign: use = \"front\""),
        ("[outputs.a]\nline = \"x\";", 2, "nothing follows a value; expected it without the ;: line = \"x\""),
        ("[camera]\nrate = 30, # a", 2, "expected it without the ,: rate = 30"),
        ("[outputs.my bell]", 1, "no spaces and no special letters; expected letters from a to z, digits, - and _: [outputs.my-bell]"),
        ("[outputs.küche]", 1, "[outputs.kueche]"), ("[camera]\ngröße = 1", 2, "ö cannot be in a name"),
        ("[outputs.a]\npulse = 0.5s", 2, "a number has no unit: pulse = 0.5"), ("[outputs.a]\npulse = 500 ms", 2, "a number has no unit: pulse = 0.5"),
        ("[camera]\nrate = 3 fps", 2, "a number has no unit: rate = 3"), ("[outputs.a]\npulse = 0,5 s", 2, "a number has no unit: pulse = 0.5"),
        ("[camera]\nrate ＝ 3", 2, "＝ is a wide character (column 6); expected the narrow one: ="),
        ("[camera]\nrate = −3", 2, "− is a printer's dash (column 8); expected the one on the keyboard: -"),
    ])
    func hints(text: String, line: Int, expected: String) throws {
        let error = try thrown(ConfigurationError.self) { _ = try Configuration.read(text: text, file: "c.toml") }
        #expect(error.faults.map(\.line) == [line] && error.description.contains(expected), "\(error)")
    }

    @Test("a file of another program is called what it is", arguments: [
        ("{\\rtf1\\ansi", "RTF"), ("PK\u{3}\u{4}....", "word processor"), ("%PDF-1.4", "PDF"), ("<!DOCTYPE html>", "web page"), ("\u{FEFF}<html>", "web page"),
    ])
    func foreign(text: String, expected: String) throws {
        let error = try thrown(ConfigurationError.self) { _ = try Configuration.read(text: text, file: "c.toml") }
        #expect(error.faults.map(\.line) == [nil] && error.description.contains(expected) && error.description.contains("save it as text"), "\(error)")
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
        "use = \"abc", "[camera", "use = \"a\" b", "= 3", "x = {a = 1", "ALL CAPS = x", "rate = 1,2,3",
    ])
    func others(text: String) throws {
        let error = try thrown(ConfigurationError.self) { _ = try Configuration.read(text: "[camera]\n" + text, file: "c.toml") }
        #expect(error.description.hasPrefix("c.toml:2: Error while parsing"), "\(error)")
    }
}
