import Settings

extension OutputConfiguration: OnLine {
    package var line: LineConfiguration {
        get { self[LineConfiguration.self] }
        set { self[LineConfiguration.self] = newValue }
    }
}

extension LineConfiguration: OutputTarget {
    package static let key = "line"
    package static let isForCircuits = true
    package static let keys: [ConfigurationKey<OutputConfiguration>] = commonKeys(
        "the kernel's name of a line, or chip and offset: \"gpiochip0:17\". `nodline lines` lists them.",
        "of a line: true if \"on\" is 0 V.",
        "of a line: \"as-is\", \"disabled\", \"pull-up\" or \"pull-down\"."
    ) + [.init("drive", .word(\.line.drive), "of a line: \"push-pull\", \"open-drain\" or \"open-source\".")]

    package var place: String { name }

    package func conflicts(in output: OutputConfiguration) -> [Conflict] {
        guard !isNamed, output.target != nil else { return [] }
        return [("active_low", activeLow), ("bias", bias != .asIs), ("drive", drive != .pushPull)].filter(\.1).map { key, _ in
            (key, "is for a line, but the output switches something else; leave it out")
        }
    }

    package func device(of output: OutputConfiguration, _ factory: DeviceFactory) throws(OutputError) -> any OutputDevice {
        try GPIOLine(output: self, safe: output.safe)
    }
}
