import Settings

/// One kind of thing that outputs or axes work on. Its settings, its checks, what it shares and its device stand in one folder.
package protocol Target: Equatable, Sendable {
    /// The key that names it, for example "line".
    static var key: String { get }

    /// What may be named only once, and by which key: the same word under two keys may be two things. `nil` where several outputs
    /// may name the same.
    static var space: String? { get }

    /// Nothing is named, and every key has its default.
    init()

    /// What the key names, for example "GPIO17"; empty for nothing.
    var place: String { get }

    /// The device that it shares with other outputs and axes, which are then switched in order; `nil` for a device of its own.
    var sharedDevice: String? { get }
}

extension Target {
    package static var space: String? { key }
    package var sharedDevice: String? { nil }

    /// Whether the file names one.
    var isNamed: Bool { !place.isEmpty }

    /// Whether both are one and the same thing, whatever else is set for them.
    package func isSame(as other: any Target) -> Bool { type(of: other) == Self.self && other.place == place }

    fileprivate func isEqual(_ other: any Target) -> Bool { other as? Self == self }
}

/// The keys of all targets of one output or axis, as a file has them. Only what differs from its default is kept.
package struct TargetSet: Equatable, Sendable {
    private var all: [any Target] = []

    /// Nothing is named.
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

/// A thing that a configuration names, and that nothing else in it may name.
package struct NamedPlace {
    /// The key that names it, without the table.
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
    /// As a sentence has it: "pwm, pointer and usb".
    var enumeration: String { dropLast().joined(separator: ", ") + " and " + (last ?? "") }
}
