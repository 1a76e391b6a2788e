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

    @Test("bad settings are refused with their key", arguments: [
        ("server = \"mqtt://broker\"", "mqtt.server"),
        ("server = \"a b\"", "mqtt.server"),
        ("server = \"b\"\nca = \"/x\"", "mqtt.ca"),
        ("server = \"b\"\ntopic = \"a/#\"", "mqtt.topic"),
        ("server = \"b\"\ntopic = \"\"", "mqtt.topic"),
        ("server = \"b\"\nname = \"a/b\"", "mqtt.name"),
        ("server = \"b\"\ncommands = true", "mqtt.commands"),
        ("server = \"b\"\nallow = [\"pause\"]", "mqtt.allow"),
        ("server = \"b\"\ncommands = true\nallow = [\"settings\"]", "mqtt.allow"),
        ("server = \"b\"\nport = 70000", "mqtt.port"),
        ("server = \"b\"\npassword_file = \"/x\"", "mqtt.password_file"),
    ])
    func refused(lines: String, key: String) throws { #expect(try problems(lines).contains(key)) }
}
