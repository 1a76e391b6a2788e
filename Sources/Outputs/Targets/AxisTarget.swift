import Settings

/// A target of axes.
package protocol AxisTarget: Target {
    /// All its keys, in the order in which they are printed.
    static var keys: [ConfigurationKey<AxisConfiguration>] { get }

    /// Whether it moves step by step, with `max_speed`.
    var hasSteps: Bool { get }

    /// The conflicts beyond the ranges of single keys.
    func conflicts(in axis: AxisConfiguration) -> [Conflict]

    /// Opens its device, at rest.
    func device(_ factory: DeviceFactory) throws(OutputError) -> (any AxisDevice)?
}

extension AxisTarget {
    package static var space: String? { "axis \(key)" }
    package func conflicts(in axis: AxisConfiguration) -> [Conflict] { [] }
}

extension AxisConfiguration {
    /// All kinds of targets. A new kind is a folder and an entry here.
    static let kinds: [any AxisTarget.Type] = [PWMTarget.self, PointerTarget.self, GamepadTarget.self, HIDAxisTarget<USBHost>.self, HIDAxisTarget<BluetoothHost>.self]

    /// Its target; `nil` if it is only reported.
    package var target: (any AxisTarget)? { named.first }

    /// The targets that the file names. Several are refused.
    var named: [any AxisTarget] { Self.kinds.map { value($0) }.filter(\.isNamed) }

    /// The names that must be unique.
    package var places: [NamedPlace] { named.compactMap { NamedPlace($0) } }

    package subscript<Kind: AxisTarget>(_ kind: Kind.Type) -> Kind {
        get { targets[kind] }
        set { targets[kind] = newValue }
    }

    /// Conflicts between targets or with other keys.
    var targetConflicts: [Conflict] {
        var conflicts: [Conflict] = []
        let keys = named.map { type(of: $0).key }
        if let second = keys.dropFirst().first {
            conflicts.append((second, "cannot be combined with \(keys[0]); expected one of \(Self.kinds.map { $0.key }.enumeration)"))
        }
        return conflicts + Self.kinds.flatMap { value($0).conflicts(in: self) }
    }

    private func value<Kind: AxisTarget>(_ kind: Kind.Type) -> any AxisTarget { targets[kind] }
}
