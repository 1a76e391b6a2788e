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
        "of a line: \"as-is\", \"disabled\", \"pull-up\" or \"pull-down\".", misplaced: lineOnly
    ) + [.init("drive", .word(\.line.drive), "of a line: \"push-pull\", \"open-drain\" or \"open-source\".", misplaced: lineOnly)]

    @Sendable private static func lineOnly(_ output: OutputConfiguration) -> String? {
        output.line.isNamed || output.target == nil ? nil : "is for a line, but the output switches something else; leave it out"
    }

    package func device(of output: OutputConfiguration, _ factory: DeviceFactory) throws(OutputError) -> any OutputDevice {
        try GPIOLine(output: self, safe: output.safe)
    }
}
