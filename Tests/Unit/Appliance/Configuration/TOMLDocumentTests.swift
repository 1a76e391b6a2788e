import Appliance
import Settings
import Testing
import TestSupport

@Suite("TOML texts")
struct TOMLDocumentTests {
    private func expect(_ text: String, is expected: String) {
        do throws(ConfigurationError) {
            _ = try Configuration.read(text: text, file: "c.toml")
            Issue.record("it was read")
        } catch {
            #expect(error.faults.count == 1 && error.description.hasPrefix("c.toml:\(expected)"), "\(error)")
        }
    }

    @Test("text that the parser cannot handle safely is refused with its line", arguments: [
        ("\né\n", "2: a character that is not ASCII stands outside of quotes (column 1)"), ("[", "1: "),
        ("a = 1\n\n[=]\nb = 2", "3: this is not TOML"), ("[[ .a ]]", "1: a table's name stands alone"), ("[\r\nx]", "1: this is not TOML"),
        ("# a\nx = [ }", "2: this is not TOML"), ("x = [ \u{B} ]", "1: "), ("x = 1979-05-27T:7:32:00Z", "1: this is not TOML"),
        ("a = 1\nx = 1979-05-27T0\u{F}:32:00Z", "2: "), ("[camera]\nrate = 10\0\n[outputs.x]", "2: "),
    ])
    func refused(text: String, expected: String) { expect(text, is: expected) }

    @Test("a text that nests deeper, or holds more, than any configuration is refused before the parser recurses")
    func limits() {
        let many = 150_000
        func times(_ text: String) -> String { String(repeating: text, count: many) }
        expect("config_version = 1\n" + times("a.") + "a = 1", is: "2: a key has more than 16 parts (column 32)")
        expect(times("\"a\" . ") + "a = 1", is: "1: a key has more than 16 parts")
        expect("[" + times("a.") + "a]", is: "1: a key has more than 16 parts")
        expect("a = " + times("["), is: "1: brackets are nested more than 16 deep (column 21)")
        expect("a = " + times("{a="), is: "1: brackets are nested more than 16 deep")
        expect("a = [\n" + times("1,\n"), is: "20000: there are more than 20000 keys and values")
    }

    @Test("dots, brackets and quotes within strings and comments are not counted", arguments: ["#", "\"", "'", "\"\"\"", "'''"])
    func withoutLimits(quote: String) throws {
        let many = String(repeating: quote.count == 3 ? "." : "[.=,{", count: 26_000)
        let text = quote == "#" ? "# \(many)\n[outputs.a]\ngesture = \"nod\"" : "[outputs.a]\ngesture = \"nod\"\ncommand = [\"/a\", \(quote)\(many)\(quote)] # \(many)"
        #expect(try Configuration.read(text: text, file: "c.toml").outputs.count == 1)
    }

    @Test("every kind of string is read as TOML says")
    func strings() throws {
        let text = """
            # [é] } \u{2028}
            [camera] # } [
            use = "a [é] } \\" # \\u00e9"   # "
            [models]
            runtime = '[}'
            [outputs.a]
            gesture = [ # ]
              "nod",
              'shake',
            ]
            command = [ '''/[é]''', \"\"\"
            [é] } ' \\\\
            \"\"\", "x" ]
            """
        let configuration = try Configuration.read(text: text, file: "c.toml")
        #expect(configuration.camera.use == "a [é] } \" # é" && configuration.models.runtime == "[}")
        #expect(configuration.outputs.first?.command.words == ["/[é]", "[é] } ' \\\n", "x"])
        #expect(try Configuration.read(text: "\u{FEFF}[camera]\r\nuse = \"é\"\r\n", file: "c.toml").camera.use == "é")
    }

    @Test("a fault of meaning is reported at the line of its key or of the nearest table around it", arguments: [
        ("[outputs.a]\ngesture = \"nod\"\n[outputs]\nb.gesture = \"nod\"\nb.pulse = 99", [5]),
        ("[outputs]\n\na = { gesture = \"nod\", pulse = 99 }", [3]), ("\noutputs.a.gesture = \"nod\"\noutputs.a.pulse = 99", [3]),
        ("[outputs.a]\ngesture = [\n\"nod\",\n\"nd\"]\n", [2]), ("[gestures]\n'nod' = 3", [2]), ("\n[outputs.a]\n", [2]),
        ("x = \"\"\"\n[outputs.a]\npulse = 3\n\"\"\"\n[outputs.a]\npulse = 99", [1, 5, 6]), ("[outputs.\"a.b\"]\n[camra]", [1, 2]),
    ] as [(String, [Int])])
    func lines(text: String, lines: [Int]) throws {
        let error = try thrown(ConfigurationError.self) { _ = try Configuration.read(text: text, file: "c.toml") }
        #expect(error.faults.map(\.line) == lines, "\(error)")
    }
}
