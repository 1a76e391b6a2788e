import Platform
import Settings

/// A key or a button of a mouse or gamepad that is sent to another machine.
package struct HIDKeyTarget<Host: HIDHost>: OutputTarget {
    package static var key: String { Host.key }
    package static var keys: [ConfigurationKey<OutputConfiguration>] { Host.keys }

    /// A word of ``KeyName/all``, if the host takes a device with that key.
    package var word = ""

    package init() {}

    package var place: String { word }
    package var description: String { "\(Host.name) key \(word)" }
    package var sharedDevice: String? { Host.device(kind) }

    package func conflicts(in output: OutputConfiguration) -> [Conflict] {
        guard isNamed else { return [] }
        var conflicts = KeyName.conflicts(word, of: Self.key)
        if let key = KeyName(word), Host.kind(of: key) == nil {
            conflicts.append((Self.key, "\(word.quoted) is not a key of \(Host.devices); expected one, or key = \(word.quoted)"))
        }
        return conflicts + heartbeatConflicts(in: output)
    }

    package func device(of output: OutputConfiguration, _ factory: DeviceFactory) throws(OutputError) -> any OutputDevice {
        let key = try KeyName(configured: word)
        guard let kind = Host.kind(of: key) else {
            throw OutputError(place: "\(Self.key) \(word)", call: "find", problem: "\(Host.devices) has no such key")
        }
        return HIDKey(try factory.hid(kind, of: Host.self), key)
    }

    private var kind: HIDDevice.Kind { KeyName(word).flatMap { Host.kind(of: $0) } ?? .keyboard }
}
