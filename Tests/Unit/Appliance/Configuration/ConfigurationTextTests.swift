import Appliance
import Settings
import Testing

@Suite("Text of a configuration file")
struct ConfigurationTextTests {
    private static func edited(_ text: String, _ key: String, _ value: TOMLValue?) throws -> String {
        var file = ConfigurationText(Array(text.utf8))
        try file.set(key.split(separator: ".").map(String.init), to: value)
        return String(decoding: file.bytes, as: UTF8.self)
    }

    @Test("a key is changed in its place, and nothing else in the file", arguments: [
        ("[a]\nx = 1\n", "[a]\nx = 2\n"),
        ("[a]\nx=1#c\n", "[a]\nx=2#c\n"),
        ("# top\n[a]  # table\n\tx  =  1   # why = \"#\"\ny = 3\n", "# top\n[a]  # table\n\tx  =  2   # why = \"#\"\ny = 3\n"),
        ("[a]\r\nx = 1 # c\r\n", "[a]\r\nx = 2 # c\r\n"),
        ("a.x = 1\n[b]\nx = 5", "a.x = 2\n[b]\nx = 5"),
        ("[a]\nx = \"# no comment\" # one\n", "[a]\nx = 2 # one\n"),
        ("[a]\nx = [\n  1, # one\n]\ny = 1\n", "[a]\n#x = [\n#  1, # one\n#]\nx = 2\ny = 1\n"),
        ("[b]\nx = 1\n[a]\n\"x\" = 1\n", "[b]\nx = 1\n[a]\n\"x\" = 2\n"),
    ])
    func changed(text: String, expected: String) throws {
        #expect(try Self.edited(text, "a.x", .integer(2)) == expected)
    }

    @Test("a byte order mark stays before the first line, and hides nothing on it", arguments: [
        ("[a]\nx = 1\n", "[a]\nx = 2\n"), ("[a]\r\nx = 1\r\n", "[a]\r\nx = 2\r\n"), ("a.x = 1\n", "a.x = 2\n"), ("[a]\n#x = 1\n", "[a]\n#x = 1\nx = 2\n"),
        ("[a]\n", "[a]\nx = 2\n"), ("\"a\".x = 1 # why\n[b]\n", "\"a\".x = 2 # why\n[b]\n"), ("a.y = 1\n[b]\n", "a.y = 1\na.x = 2\n[b]\n"), ("", "\n[a]\nx = 2\n"),
    ])
    func byteOrderMark(text: String, expected: String) throws {
        #expect(try Self.edited("\u{FEFF}" + text, "a.x", .integer(2)) == "\u{FEFF}" + expected)
        #expect(try Self.edited(text, "a.x", .integer(2)) == expected)
    }

    @Test("a new key goes below its commented default, else to the end of its table, else into a new table", arguments: [
        ("[a]\n# About x.\n#x = 1\n#y = 1\n[b]\n", "[a]\n# About x.\n#x = 1\nx = 2\n#y = 1\n[b]\n"),
        ("[a]\n  # x = 1\ny = 1\n", "[a]\n  # x = 1\n  x = 2\ny = 1\n"),
        ("[a]\ny = 1 # c\n\n# About b.\n[b]\nz = 1\n", "[a]\ny = 1 # c\nx = 2\n\n# About b.\n[b]\nz = 1\n"),
        ("[a]\n", "[a]\nx = 2\n"), ("[a]", "[a]\nx = 2"),
        ("", "\n[a]\nx = 2\n"), ("# only this", "# only this\n\n[a]\nx = 2\n"),
        ("[b]\r\nz = 1\r\n", "[b]\r\nz = 1\r\n\r\n[a]\r\nx = 2\r\n"),
        ("a.y = 1\n[b]\nz = 1\n", "a.y = 1\na.x = 2\n[b]\nz = 1\n"),
        ("[a.c]\nx = 1\n", "[a.c]\nx = 1\n\n[a]\nx = 2\n"),
        ("[b]\n#x = 1\n[a]\n# x is = to nothing\n", "[b]\n#x = 1\n[a]\nx = 2\n# x is = to nothing\n"),
    ])
    func new(text: String, expected: String) throws {
        let new = try Self.edited(text, "a.x", .integer(2))
        #expect(new == expected)
        #expect(WrittenKeys(Array(new.utf8)).contains("a.x"))
    }

    @Test("a key that is taken out leaves its comment, and a key that was put in leaves nothing", arguments: [
        ("[a]\n#x = 1\nx = 2\ny = 1\n", "[a]\n#x = 1\ny = 1\n"), ("[a]\nx = 2 # mine\n", "[a]\n#x = 2 # mine\n"), ("[a]\ny = 1\n", "[a]\ny = 1\n"),
    ])
    func removed(text: String, expected: String) throws {
        #expect(try Self.edited(text, "a.x", nil) == expected)
    }

    @Test("a table that is taken out leaves its comments, and one that was put in leaves nothing", arguments: [
        ("[z]\nq = 1\n\n[a]\nx = 1\ny = 2\n", "[z]\nq = 1\n"), ("[a]\nx = 1\n\n[z]\nq = 1\n", "\n[z]\nq = 1\n"),
        ("[z]\n\n[a]\nx = 1\n\n[b]\nq = 1\n", "[z]\n\n[b]\nq = 1\n"),
        ("# top\n[a] # bell\n# why\nx = 1 # one\n#y = 2\n[z]\nq = 1\n", "# top\n#[a] # bell\n# why\n#x = 1 # one\n#y = 2\n[z]\nq = 1\n"),
        ("[a]\nx = [ # c\n1,\n]\n", "#x = [ # c\n#1,\n#]\n"), ("a.x = 1\na.y = 2 # c\n[z]\nq = 1\n", "#a.y = 2 # c\n[z]\nq = 1\n"),
        ("[z]\r\nq = 1\r\n\r\n[a]\r\nx = 1\r\n", "[z]\r\nq = 1\r\n"), ("[\"a\"]\nx = 1\n[a-2]\nx = 3\n", "[a-2]\nx = 3\n"), ("[a]\n", ""), ("[z]\nq = 1\n", "[z]\nq = 1\n"),
    ])
    func removedTable(text: String, expected: String) throws {
        #expect(try Self.edited(text, "a", nil) == expected)
        #expect(try Self.edited("\u{FEFF}" + text, "a", nil) == "\u{FEFF}" + expected)
    }

    @Test("a table inside braces is not taken out", arguments: ["a = { x = 1 }\n", "a = {}\n", "a = { x = 1 } # c\n[z]\n"])
    func inlineTable(text: String) {
        #expect(throws: ConfigurationText.Problem.self) { try Self.edited(text, "a", nil) }
    }

    @Test("a key inside braces is not changed", arguments: ["a = { x = 1 }\n", "a = { x = 1, y = 2 }\n", "[z]\n[a]\nb = { x = 1 }\n"])
    func inline(text: String) {
        let key = text.contains("[a]") ? "a.b.x" : "a.x"
        #expect(throws: ConfigurationText.Problem.self) { try Self.edited(text, key, .integer(2)) }
    }

    @Test("every setting of the sample file is changed by one new line, and the file gives the new value")
    func sample() throws {
        let sample = ConfigurationSample(Configuration.schema).toml, bytes = Array(sample.utf8)
        for setting in Configuration.schema.settings(of: Configuration()) {
            let changes = ConfigurationChanges([setting.key: .some(setting.standard)])
            let new = String(decoding: try changes.written(into: bytes), as: UTF8.self)
            let lines = sample.split(separator: "\n", omittingEmptySubsequences: false)
            var rest = new.split(separator: "\n", omittingEmptySubsequences: false)
            let place = try #require(zip(lines, rest).enumerated().first { $1.0 != $1.1 }?.offset, "\(setting.key)")
            let name = setting.key.split(separator: ".").last ?? ""
            #expect(rest[place] == "\(name) = \(setting.standard)" && lines[place - 1].hasPrefix("#\(name) = "), "\(setting.key): \(rest[place])")
            rest.remove(at: place)
            #expect(rest == lines, "\(setting.key)")
            #expect(WrittenKeys(Array(new.utf8)).contains(setting.key) && !WrittenKeys(bytes).contains(setting.key))
        }
    }

    @Test("random edits of random files keep every comment and give the new value, or are noticed when they are read again")
    func fuzz() throws {
        var random = Numbers(state: 7)
        let pieces = ["[gestures]\n", "[camera]\n", "[filters.nod]\n", "nod = true\n", "pointer = \"nose\" # c1\n", "sounds = [\"held\", # c2\n \"armed\"]\n", "# c3\n",
                      "#nod = true # c4\n", "gestures.nod = false\n", "\n", "[feedback]\n", "camera = { rate = 20 }\n", "use = \"\"\"\n[gestures]\nnod = true\n\"\"\"\n",
                      "'shake' = false\n", "\trate = 25\r\n", "ignore_repeat = 1\n", "feedback.volume = 7 # c1\n"]
        let values: [(String, TOMLValue)] = [("gestures.nod", .flag(false)), ("camera.rate", .integer(12)), ("filters.nod.ignore_repeat", .number(2.5)),
                                             ("feedback.sounds", .list([.text("held")])), ("gestures.shake", .flag(true)), ("feedback.volume", .integer(9))]
        var written = 0, refused = 0
        for _ in 0..<6000 {
            let text = (0..<Int.random(in: 0...7, using: &random)).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
            guard (try? Configuration.read(text: text, file: "f")) != nil, let (key, value) = values.randomElement(using: &random) else { continue }
            let changes = ConfigurationChanges([key: .some(value)])
            guard let expected = try? changes.read(Array(text.utf8), file: "f", Configuration.schema) else { continue }
            guard let new = try? changes.written(into: Array(text.utf8)) else {
                refused += 1
                continue
            }
            let words = String(decoding: new, as: UTF8.self)
            // A header within a text over several lines misleads it; what comes out is then not kept.
            #expect((try? Configuration.read(bytes: new, file: "f")) == expected || text.contains("\"\"\""), "\(key) in \(text) → \(words)")
            for comment in ["# c1", "# c2", "# c3", "# c4"] {
                #expect(words.ranges(of: comment).count == text.ranges(of: comment).count, "\(text) → \(words)")
            }
            written += 1
        }
        #expect(written > 300 && refused > 5, "\(written), \(refused)")
    }
}

/// A linear congruential generator, so that a failure can be repeated.
private struct Numbers: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return state ^ (state >> 33)
    }
}
