import Platform
import Settings

/// A key or mouse button that is sent over USB to another machine.
package struct USBKeyTarget: OutputTarget {
    package static let key = "usb"
    package static let keys: [ConfigurationKey<OutputConfiguration>] = [
        .init(key, .text(\.usb.word), """
            a key or mouse button that goes out over USB to another machine (deploy/usb-gadget): "space", "enter". \
            Letters and signs are places of a US keyboard, as with `key`. A machine that sleeps is not woken, and the key is lost.
            """),
    ]

    /// A word of ``KeyName/all``, if USB has that key.
    package var word = ""

    package init() {}

    package var place: String { word }
    package var description: String { "USB key \(word)" }
    package var sharedDevice: String? { kind.usbDevice }

    package func conflicts(in output: OutputConfiguration) -> [Conflict] {
        guard isNamed else { return [] }
        var conflicts = KeyName.conflicts(word, of: Self.key)
        if KeyName(word)?.usage == KeyName.Usage.none {
            conflicts.append((Self.key, "\(word.quoted) is not a key of a USB keyboard or mouse; expected one, or key = \(word.quoted)"))
        }
        return conflicts + heartbeatConflicts(in: output)
    }

    package func device(of output: OutputConfiguration, _ factory: DeviceFactory) throws(OutputError) -> any OutputDevice {
        let key = try KeyName(configured: word)
        guard key.usage != .none else {
            throw OutputError(place: "usb \(word)", call: "find", problem: "a USB keyboard or mouse has no such key")
        }
        return HIDKey(try factory.usb(kind), key)
    }

    private var kind: HIDDevice.Kind { KeyName(word)?.isMouseButton == true ? .mouse : .keyboard }
}

extension OutputConfiguration {
    package var usb: USBKeyTarget {
        get { self[USBKeyTarget.self] }
        set { self[USBKeyTarget.self] = newValue }
    }
}
