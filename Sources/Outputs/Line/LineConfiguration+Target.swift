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
    package static let keys: [ConfigurationKey<OutputConfiguration>] = [.init("drive", .word(\.line.drive))] + commonKeys()

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
