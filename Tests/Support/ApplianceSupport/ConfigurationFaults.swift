import Appliance
import Settings

extension Configuration {
    /// What is wrong with a configuration's text.
    package static func faults(of text: String) -> [ConfigurationFault] {
        do { _ = try read(text: text, file: "n.toml") } catch { return error.faults }
        return []
    }
}
