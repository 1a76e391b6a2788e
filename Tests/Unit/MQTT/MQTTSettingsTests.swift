import MQTTSettings
import Settings
import Testing
import TestSupport

@Suite("The section [mqtt]")
struct MQTTSettingsTests {
    /// What is wrong with a file; empty if nothing is.
    private func problems(_ lines: String) throws -> String {
        let folder = try TemporaryFolder()
        let file = try folder.file("nodline.toml", "[mqtt]\n" + lines)
        do throws(ConfigurationError) { _ = try MQTTSettings.read(file: file) } catch { return "\(error)" }
        return ""
    }

    @Test("usual settings are accepted")
    func accepted() throws {
        #expect(try problems("server = \"broker.local\"") == "")
        #expect(try problems("server = \"192.168.1.2\"\nport = 8883\ntls = true\nca = \"/etc/nodline/ca.pem\"\nuser = \"kitchen\"") == "")
        #expect(try problems("server = \"b\"\ncommands = true\nallow = [\"pause\", \"ask\", \"output.bell\"]\ntopic = \"site/a-1\"") == "")
    }

    @Test("a broker is a name or an address; a port in it is told apart", arguments: [
        ("homeassistant.local", ""), ("192.168.1.2", ""), ("fe80::1%eth0", ""), ("::1", ""), ("2001:db8::7", ""), ("broker_1.lan.", ""),
        ("homeassistant.local:1883", #"server = "homeassistant.local" and port = 1883"#), ("192.168.1.2:8883", #"server = "192.168.1.2" and port = 8883"#),
        ("[::1]:1883", #"server = "::1" and port = 1883"#), ("[2001:db8::7]", #"server = "2001:db8::7""#), ("broker:", "without a port"),
        ("broker:mqtt", "without a port"), (":1883", "without a port"), ("broker:99999", "without a port"), ("1:2:3", "without a port"),
        ("mqtt://broker", "without mqtt://"), ("user@broker", "a name or an address"), ("a b", "a name or an address"), ("[broker]:1883", "without a port"),
    ])
    func server(name: String, words: String) throws {
        let problem = try problems("server = \"\(name)\"")
        #expect(words.isEmpty ? problem.isEmpty : problem.contains("mqtt.server") && problem.contains(words), "\(problem)")
    }

    @Test("bad settings are refused with their key", arguments: [
        ("server = \"mqtt://broker\"", "mqtt.server"),
        ("server = \"a b\"", "mqtt.server"),
        ("server = \"b\"\nca = \"/x\"", "mqtt.ca"),
        ("server = \"b\"\ntopic = \"a/#\"", "mqtt.topic"),
        ("server = \"b\"\ntopic = \"\"", "mqtt.topic"),
        ("server = \"b\"\nname = \"a/b\"", "mqtt.name"),
        ("server = \"b\"\ncommands = true", "mqtt.commands"),
        ("server = \"b\"\nallow = [\"pause\"]", "mqtt.allow"),
        ("server = \"b\"\ncommands = true\nallow = [\"settings\"]", "mqtt.allow"), ("server = \"b\"\ncommands = true\nallow = [\"stop\", \"release\"]", "mqtt.allow"),
        ("server = \"b\"\nport = 70000", "mqtt.port"),
        ("server = \"b\"\npassword_file = \"/x\"", "mqtt.password_file"),
    ])
    func refused(lines: String, key: String) throws { #expect(try problems(lines).contains(key)) }
}
