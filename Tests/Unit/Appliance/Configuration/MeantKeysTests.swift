import Appliance
import ApplianceSupport
import Settings
import Testing
import TestSupport

@Suite("What somebody meant with a wrong key or word")
struct MeantKeysTests {
    @Test("what another program calls a key, and a gesture by two words, lead to what is meant; a relative folder of sockets is refused", arguments: [
        ("[mqtt]\nhost = \"x\"", "mqtt.host: no such key; did you mean server?"), ("[mqtt]\npassword = \"x\"", "mqtt.password: no such key; did you mean password_file?"),
        ("[outputs.b]\ngesture = \"look-left\"", "did you mean \"left\"?"), ("[outputs.b]\ngesture = [\"nod\", \"head-shake\"]", "did you mean \"shake\"?"),
        ("[outputs.b]\ngesture = \"hold-lft\"", "did you mean \"hold-left\"?"),
        ("[control]\ndirectory = \"run\"", "control.directory: \"run\" is not possible; expected a path from the root, such as \"/run/nodline\", or \"none\""),
    ])
    func meant(text: String, end: String) {
        let found = Configuration.faults(of: text)
        #expect(found.count == 1 && found[0].description.hasSuffix(end), "\(found)")
        #expect(Configuration.faults(of: "[control]\ndirectory = \"none\"").isEmpty && Configuration.faults(of: "[control]\ndirectory = \"/run/x\"").isEmpty)
    }
}
