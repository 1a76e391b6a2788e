import Appliance
import Settings
import Testing
import TestSupport
import Traces

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
        ("[outputs.a]\nline=\"GPIO17\ngesture=\"left\"", 2, "the text has no end; expected a \" behind it, on the same line"),
        ("[outputs.bell\nline=\"x\"", 1, "a table's name stands alone in square brackets, its parts joined by points: [outputs.bell]"),
        ("[outputs.a]\ncommand=[\"C:\\dir\"]", 2, "expected single quotes"),
        ("[outputs.a]\ngesture = 'left', 'up'", 2, "several values stand in a list; expected gesture = ['left', 'up']"),
        ("[outputs.a]\ngesture = [\"left\" \"up\"]", 2, "the values of a list have commas between them; expected one before column 19"),
        ("[camera]\nrate = .5", 2, "both sides of its point: rate = 0.5"), ("[camera]\nrate = 5.", 2, ": rate = 5.0"), ("[camera]\nrate = -.5", 2, ": rate = -0.5"),
        ("[camera]\nwidth = 320 // c", 2, "a comment begins with #"), ("[camera]\nuse = {a = 1,\n b = 2}", 2, "a table in { } stays on one line"),
        ("[camera]\rrate = 5\r", 1, "carriage returns alone"), ("<<<<<<< HEAD\n[camera]", 1, "two versions that were merged"),
        ("[camera]\nrate = 5\n=======", 3, "two versions that were merged"), ("export RATE=15", 1, "nothing stands before a name: RATE = 15"),
        ("[outputs.a]\nline := \"x\"", 2, "an equals sign alone"), ("[outputs.a]\nline => \"x\"", 2, "an equals sign alone"),
        ("[gestures]\ncalibration_samples = 1,000", 2, "a number has no signs between its thousands: calibration_samples = 1000"),
        ("[camera]\nwidth = 1 280", 2, ": width = 1280"), ("[camera]\nwidth = 1'280", 2, ": width = 1280"), ("[camera]\nwidth = 1.280.000", 2, ": width = 1280000"),
        ("[outputs.a]\npulse = 1/2", 2, "a number is written out: pulse = 0.5"), ("[status]\nalarm_after = 60*5", 2, ": alarm_after = 300"),
        ("[camera]\nwidth = 640x480", 2, "there is more than one number; expected one: width = 640"), ("[camera]\nrate = 15-30", 2, ": rate = 15"),
        ("[camera]\nrate = 15..30", 2, ": rate = 15"), ("[camera]\nrate = 015", 2, "a number has no zeros before it: rate = 15"),
        ("[camera]\nrate == 15", 2, "an equals sign alone: rate = 15"), ("[camera]\nrate := 15", 2, ": rate = 15"), ("[camera]\nrate < 15", 2, "equals sign: rate = 15"),
        ("[camera]\nrate = ~15", 2, ": rate = 15"), ("[camera]\nrate: 15 fps", 2, "equals sign: rate = 15"), ("[outputs.a]\nline: GPIO17", 2, ": line = \"GPIO17\""),
        ("[outputs.a]\nline = `GPIO17`", 2, "straight quotation marks: line = \"GPIO17\""), ("[mqtt]\nserver = 192.168.1.5", 2, ": server = \"192.168.1.5\""),
        ("[outputs.a]\nline = GPIO 17", 2, ": line = \"GPIO 17\""), ("[outputs.a]\ngesture = nod, shake", 2, ": gesture = [\"nod\", \"shake\"]"),
        ("[outputs.a]\nmax on = 5", 2, "a name has no spaces: max_on = 5"), ("set camera.rate = 15", 1, ": camera.rate = 15"),
        ("[outputs.a]\ngesture = none", 2, "there is no none; expected no such line, or one or a list of \"left\""),
        ("[outputs.звонок]", 1, ": [outputs.NAME]"), ("[outputs/bell]", 1, "its parts joined by points: [outputs.bell]"), ("[outputs][bell]", 1, ": [outputs.bell]"),
        ("{outputs.bell}", 1, ": [outputs.bell]"), ("(outputs.bell)", 1, ": [outputs.bell]"), ("outputs.bell\nline = \"x\"", 1, ": [outputs.bell]"), ("[camera];", 1, ": [camera]"),
        ("[outputs.a] line = \"x\"", 1, "each on a line of its own: line = \"x\""), ("[outputs.a]\nline = \"x\" gesture = \"nod\"", 2, "of its own: gesture = \"nod\""),
        ("- [outputs.bell]", 1, "- is no part of a configuration: [outputs.bell]"), ("> [outputs.bell]", 1, ": [outputs.bell]"), ("1  [outputs.bell]", 1, ": [outputs.bell]"),
        ("* rate = 5", 1, "* is no part of a configuration: rate = 5"), ("$ sudo nano x", 1, "no entry; expected KEY = VALUE, or [TABLE]"),
        ("[camera]\nrate = 1e400", 2, "too large"), ("a = { b = 1 }\n[a.c]", 2, "takes no more"), ("a = { b = 1, }", 1, "nothing follows the last comma"),
        ("rate", 1, "no entry; expected KEY = VALUE, or [TABLE]"), ("cat > a.toml <<EOF", 1, "no entry"), ("ALL CAPS = x", 1, "no entry"), ("= 3", 1, "no entry"), ("[camera]\nrate = 5\n\u{1A}", 3, "U+1A (column 1)"), ("[camera]\nrate = 5\u{0}", 2, "U+0 (column 9)"),
        ("\u{FEFF}\u{FEFF}[camera]", 1, "U+FEFF (column 1)"), ("[camera]\u{B}\nrate = 5", 1, "U+B (column 9)"),
    ])
    func hints(text: String, line: Int, expected: String) throws {
        let error = try thrown(ConfigurationError.self) { _ = try Configuration.read(text: text, file: "c.toml") }
        #expect(error.faults.map(\.line) == [line] && error.description.contains(expected), "\(error)")
    }

    @Test("a file of another program is called what it is", arguments: [
        ("{\\rtf1\\ansi", "RTF"), ("PK\u{3}\u{4}....", "word processor"), ("%PDF-1.4", "PDF"), ("<!DOCTYPE html>", "web page"), ("\u{FEFF}<html>", "web page"),
        ("{\"camera\": {}}", "JSON"),
    ])
    func foreign(text: String, expected: String) throws {
        let error = try thrown(ConfigurationError.self) { _ = try Configuration.read(text: text, file: "c.toml") }
        #expect(error.faults.map(\.line) == [nil] && error.description.contains(expected) && error.description.contains("save it as text"), "\(error)")
    }

    @Test("UTF-16 text is called so, with and without a mark at its beginning", arguments: [
        [0xFF, 0xFE, 0x5B, 0], [0xFE, 0xFF, 0, 0x5B], [0x5B, 0, 0x61, 0], [0, 0x5B, 0, 0x61],
    ] as [[UInt8]])
    func wide(bytes: [UInt8]) throws {
        let folder = try TemporaryFolder(), file = try folder.file("c.toml", bytes)
        let error = try thrown(ConfigurationError.self) { _ = try Configuration.read(file: file) }
        #expect(error.description.hasSuffix("it is UTF-16 text; save it as UTF-8"), "\(error)")
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

    @Test("a value of another type, in quotes or without a name is told with what to write", arguments: [
        ("camera.rate = \"15\"", "expected a number from 1 to 120 frames a second, without quotes: rate = 15"), ("camera.mirrored = \"true\"", "without quotes: mirrored = true"),
        ("camera.rate = \"1000\"", "expected a number from 1 to 120 frames a second"), ("\"\" = 1", "a key has a name"),
        ("outputs.a.gesture = \"my-\"", "\"my-\" is not possible; expected one or a list"), ("outputs.a.gesture = \"my-Ö l\"", "\"my-Ö l\" is not possible"),
        ("outputs.a.gesture = \"gaze-\"", "\"gaze-\" is not possible"),
    ])
    func wrongTypes(text: String, expected: String) throws {
        let error = try thrown(ConfigurationError.self) { _ = try Configuration.read(text: text, file: "c.toml") }
        #expect(error.description.hasPrefix("c.toml:1: ") && error.description.contains(expected), "\(error)")
        #expect(error.description.contains("without quotes") == expected.contains("without quotes"))
    }

    @Test("whatever a line is, what is offered in its place is TOML")
    func offers() throws {
        let pieces = ["[", "]", "{", "}", "(", "=", "==", ":", ":=", "<", "~", "-", "> ", "$ ", "1. ", "'", "\"", "`", ",", ";", ".", "/", "x", "*", " ", "  ", "#", "_", "é", "\u{200B}",
                      "camera", "outputs.a", "rate", "width", "mirrored", "line", "gesture", "max on", "none", "true", "Yes", "15", "015", "1,000", "640", "5 s", "nod", "GPIO17", "0x1F", "1e5", "\u{0}"]
        var random = SeededGenerator(seed: 20261128), offered = 0
        for _ in 0..<20_000 {
            let count = Int.random(in: 1...7, using: &random)
            let line = (0..<count).map { _ in pieces[Int.random(in: 0..<pieces.count, using: &random)] }.joined()
            let column = Int.random(in: 1...line.unicodeScalars.count + 1, using: &random)
            guard let repair = SyntaxRepair(line[...], column: column, row: { _ in nil }) else { continue }
            offered += 1
            #expect(repair.line.count <= 3 * line.count + 12, "\(line.debugDescription) gives \(repair.line.debugDescription)")
            do { _ = try Configuration.read(text: repair.line + "\n", file: "c.toml") } catch {
                #expect(error.faults.allSatisfy { $0.key != nil }, "\(line.debugDescription) gives \(repair.line.debugDescription): \(error)")
            }
        }
        #expect(offered > 500)
    }

    @Test("other syntax errors keep the parser's message", arguments: [
        "use = \"a\" b", "x = {a = 1",
    ])
    func others(text: String) throws {
        let error = try thrown(ConfigurationError.self) { _ = try Configuration.read(text: "[camera]\n" + text, file: "c.toml") }
        #expect(error.description.hasPrefix("c.toml:2: Error while parsing"), "\(error)")
    }
}
