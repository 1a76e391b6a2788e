import Platform
import Settings

/// A light of the kernel's LED class.
package struct LightTarget: OutputTarget {
    package static let key = "led"
    package static let isForCircuits = true
    package static let keys: [ConfigurationKey<OutputConfiguration>] = [
        .init(key, .text(\.light.name), "a light of /sys/class/leds.", rule: .light),
    ]

    /// Name of a folder of /sys/class/leds.
    package var name = ""

    package init() {}

    package var place: String { name }
    package var description: String { "light \(name)" }

    package func conflicts(in output: OutputConfiguration) -> [Conflict] { Self.conflicts(name, of: Self.key) }

    /// The conflict of a word that is a path: it would lead out of the lights' folder.
    /// - Parameter name: may be empty.
    package static func conflicts(_ name: String, of key: String) -> [Conflict] {
        guard name.contains("/") || name.hasPrefix(".") else { return [] }
        return [(key, "\(name.quoted) is a path; expected the name of a light, for example \"ACT\" (ls /sys/class/leds lists them)")]
    }

    package func device(of output: OutputConfiguration, _ factory: DeviceFactory) throws(OutputError) -> any OutputDevice {
        try LEDOutput(name: name, safe: output.safe)
    }
}

extension TextRule {
    /// A light's name: the kernel's limit is 64 bytes with the zero at its end.
    package static let light = TextRule.upTo(63)
}

extension OutputConfiguration {
    package var light: LightTarget {
        get { self[LightTarget.self] }
        set { self[LightTarget.self] = newValue }
    }
}
