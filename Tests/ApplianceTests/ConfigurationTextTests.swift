import Appliance
import TestSupport
import Testing

@Suite("Texts that no parser should see")
struct ConfigurationTextTests {
    @Test("what would end the parser is refused, with its line and in words", arguments: [
        ("\n[é]\n", "2: a table's name cannot begin with \"é\""), ("[", "1: "), ("[=]", "1: a table's name cannot begin with \"=\""),
        ("[[ .a ]]", "1: a table's name cannot begin with \".\""), ("[\r\nx]", "1: a table's name cannot begin with"),
        ("x = [ }", "1: a \"}\" stands in a list"), ("x = [ \u{B} ]", "1: a line break of an unusual kind"),
        ("a = 1\nx = 1979-05-27T0\u{F}:32:00Z", "2: a control character stands there (code 15)"),
        ("x = 1979-05-27T:7:32:00Z", "1: a time cannot begin with \":\""),
        ("[camera]\nrate = 10\0\n[outputs.x]", "2: a control character stands there (code 0)"),
    ])
    func refused(text: String, expected: String) {
        do throws(ConfigurationError) {
            _ = try ConfigurationReader.read(text: text, file: "c.toml")
            Issue.record("it was read")
        } catch {
            #expect(error.faults.count == 1 && error.description.hasPrefix("c.toml:\(expected)"), "\(error)")
        }
    }

    @Test("brackets in strings and comments, and every kind of string, are left alone")
    func strings() throws {
        let text = """
            # [é] } \u{2028}
            [camera] # } [
            use = "a [é] } \\" # \\u00e9"   # "
            [models]
            runtime = '[}'
            directory = \"\"\"
            [é] } ' \\\\
            \"\"\"
            [outputs.a]
            gesture = [ # ]
              "nod",
              'shake',
            ]
            command = [ '''/[é]''', "x" ]
            """
        let configuration = try ConfigurationReader.read(text: text, file: "c.toml")
        #expect(configuration.camera.use == "a [é] } \" # é" && configuration.models.directory == "[é] } ' \\\n")
        #expect(configuration.outputs.first?.command == ["/[é]", "x"])
    }
}
