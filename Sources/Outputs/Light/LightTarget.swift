import Settings

/// A light of the kernel's LED class.
package struct LightTarget: OutputTarget {
    package static let key = "led"
    package static let isForCircuits = true
    package static let keys: [ConfigurationKey<OutputConfiguration>] = [
        .init(key, .text(\.light.name), "a light of /sys/class/leds."),
    ]

    /// Name of a folder of /sys/class/leds.
    package var name = ""

    package init() {}

    package var place: String { name }
    package var description: String { "light \(name)" }

    package func device(of output: OutputConfiguration, _ factory: DeviceFactory) throws(OutputError) -> any OutputDevice {
        try LEDOutput(name: name, safe: output.safe)
    }
}

extension OutputConfiguration {
    package var light: LightTarget {
        get { self[LightTarget.self] }
        set { self[LightTarget.self] = newValue }
    }
}
