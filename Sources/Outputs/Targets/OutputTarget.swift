import Settings

/// A target of outputs.
package protocol OutputTarget: Target, CustomStringConvertible {
    /// All its keys, in the order in which they are printed.
    static var keys: [ConfigurationKey<OutputConfiguration>] { get }

    /// Whether it may stay on as a safe state, and alternate endlessly as a heartbeat. A key or a program may not.
    static var isForCircuits: Bool { get }

    /// Seconds that programs need to notice its device.
    static var noticeTime: Double { get }

    /// The conflicts beyond the ranges of single keys.
    func conflicts(in output: OutputConfiguration) -> [Conflict]

    /// Opens its device, in its safe state.
    func device(of output: OutputConfiguration, _ factory: DeviceFactory) throws(OutputError) -> any OutputDevice
}

extension OutputTarget {
    package static var isForCircuits: Bool { false }
    package static var noticeTime: Double { 0 }
    package func conflicts(in output: OutputConfiguration) -> [Conflict] { [] }
    /// The name in messages: "line GPIO17".
    package var description: String { "\(Self.key) \(place)" }

    /// The conflict of a heartbeat that would switch it endlessly.
    func heartbeatConflicts(in output: OutputConfiguration) -> [Conflict] {
        guard output.state == .heartbeat, output.target is Self else { return [] }
        return [(Self.key, "would be switched endlessly by a heartbeat, which is for a circuit; expected line")]
    }
}

extension OutputConfiguration {
    /// All kinds of targets. A new kind is a folder and an entry here.
    static let kinds: [any OutputTarget.Type] = [
        LineConfiguration.self, LightTarget.self, KeyTarget.self, HIDKeyTarget<USBHost>.self, HIDKeyTarget<BluetoothHost>.self, CommandTarget.self
    ]

    /// Its target; `nil` if it is only reported.
    package var target: (any OutputTarget)? { named.first }

    /// The targets that the file names. Several are refused.
    var named: [any OutputTarget] { Self.kinds.map { value($0) }.filter(\.isNamed) }

    /// The names that must be unique.
    package var places: [NamedPlace] { named.compactMap { NamedPlace($0) } }

    package subscript<Kind: OutputTarget>(_ kind: Kind.Type) -> Kind {
        get { targets[kind] }
        set { targets[kind] = newValue }
    }

    /// Conflicts between targets or with other keys.
    var targetConflicts: [Conflict] {
        var conflicts: [Conflict] = []
        let keys = named.map { type(of: $0).key }
        if let second = keys.dropFirst().first {
            conflicts.append((second, "cannot be combined with \(keys[0]); expected one of \(Self.kinds.map { $0.key }.enumeration): two "
                + "outputs may have the same gesture"))
        }
        return conflicts + Self.kinds.flatMap { value($0).conflicts(in: self) }
    }

    private func value<Kind: OutputTarget>(_ kind: Kind.Type) -> any OutputTarget { targets[kind] }
}
