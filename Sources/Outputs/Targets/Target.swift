import Settings

/// A kind of target for outputs or axes. Its settings, checks, shared device and device are in one folder.
package protocol Target: Equatable, Sendable {
    /// The key that selects it, for example "line".
    static var key: String { get }

    /// The namespace in which a name must be unique, because the same word under two keys may mean two things. `nil` if several outputs may
    /// have the same name.
    static var space: String? { get }

    /// A target without a name, with every key at its default.
    init()

    /// The name, for example "GPIO17"; empty if there is none.
    var place: String { get }

    /// The device that it shares with other outputs and axes, which are then switched in order; `nil` if it has its own.
    var sharedDevice: String? { get }
}

extension Target {
    package static var space: String? { key }
    package var sharedDevice: String? { nil }

    /// Whether it has a name.
    var isNamed: Bool { !place.isEmpty }

    /// Whether both have the same kind and name, even if other keys differ.
    package func isSame(as other: any Target) -> Bool { type(of: other) == Self.self && other.place == place }

    fileprivate func isEqual(_ other: any Target) -> Bool { other as? Self == self }
}

/// The keys of all targets of one output or axis, as in the file. Only those that differ from their defaults are kept.
package struct TargetSet: Equatable, Sendable {
    private var all: [any Target] = []

    package init() {}

    package subscript<Kind: Target>(_: Kind.Type) -> Kind {
        get {
            for case let target as Kind in all { return target }
            return Kind()
        }
        set {
            all.removeAll { $0 is Kind }
            if newValue != Kind() { all.append(newValue) }
        }
    }

    package static func == (one: TargetSet, other: TargetSet) -> Bool {
        one.all.count == other.all.count && one.all.allSatisfy { target in other.all.contains(where: target.isEqual) }
    }
}

/// A name that must be unique in a configuration.
package struct NamedPlace {
    /// The key that contains it, without the table.
    package let key: String
    package let place: String
    /// See ``Target/space``.
    package let space: String

    package init(key: String, place: String, space: String) {
        self.key = key
        self.place = place
        self.space = space
    }

    package init?(_ target: any Target) {
        guard target.isNamed, let space = type(of: target).space else { return nil }
        self.init(key: type(of: target).key, place: target.place, space: space)
    }
}

extension [String] {
    /// A list in a sentence: "pwm, pointer and usb".
    var enumeration: String { dropLast().joined(separator: ", ") + " and " + (last ?? "") }
}
