import Appliance
import Settings
import Testing
import TestSupport

@Suite("Inputs on lines and on keys")
struct InputConfigurationTests {
    @Test("an input has a line or a key of its own, and only what belongs to it", arguments: [
        ("line = \"X\"\nkey = \"space\"", "inputs.a.key", "is beside a line; expected one of the two"),
        ("action = \"stop\"", "inputs.a.line", "or a key, for example key = \"space\""),
        ("key = \"spase\"", "inputs.a.key", "did you mean \"space\"?"),
        ("key = \"a\"\ndebounce = 0.1", "inputs.a.debounce", "is for a line, but the button is a key"),
        ("key = \"a\"\nbias = \"pull-up\"", "inputs.a.bias", "is for a line, but the button is a key"),
        ("key = \"a\"\nactive_low = true", "inputs.a.active_low", "is for a line, but the button is a key"),
        ("line = \"X\"\nkeyboard = \"Foot\"", "inputs.a.keyboard", "is for a key, but the button is on a line"),
        ("key = \"a\"\n[inputs.b]\nkey = \"a\"", "inputs.b.key", "\"a\" is used by inputs.a already; expected a key of its own"),
        ("key = \"a\"\n[inputs.b]\nkey = \"a\"\nkeyboard = \"Foot\"", "inputs.b.key", "is used by inputs.a already"),
        ("key = \"a\"\nkeyboard = \"foot\"\n[inputs.b]\nkey = \"a\"\nkeyboard = \"Foot Switch\"", "inputs.b.key", "is used by inputs.a already"),
    ])
    func faults(text: String, key: String, words: String) throws {
        let faults = try thrown(ConfigurationError.self) { _ = try Configuration.read(text: "[inputs.a]\n" + text + "\n", file: "n.toml") }.faults
        #expect(faults.count == 1 && faults[0].key == key && faults[0].problem.contains(words), "\(faults)")
    }

    @Test("two keyboards have the same key for two inputs, and an output may type it")
    func sameKey() throws {
        let keys = ["left", "right"].map { "[inputs.\($0)]\nkey = \"a\"\nkeyboard = \"\($0)\"\n" }.joined()
        let read = try Configuration.read(text: "[outputs.o]\ngesture = \"left\"\nkey = \"a\"\n" + keys, file: "n.toml")
        #expect(read.inputs.map(\.key) == ["a", "a"])
    }
}
