import CBluez
import Glibc
import Platform

/// This machine as a Bluetooth keyboard and mouse, and a gamepad by choice, by BlueZ (HID over GATT Profile 1.0).
package final class Peripheral {
    /// What BlueZ or the bus refused.
    package struct Fault: Error, CustomStringConvertible {
        package let description: String

        init(_ error: nodline_bluez_error) {
            description = "\(error.call.map { String(cString: $0) } ?? "org.bluez"): \(String(cArray: error.detail))"
        }
    }

    /// Whether hosts find a gamepad.
    package let hasGamepad: Bool
    private let name: UnsafeMutablePointer<CChar>
    private var bluez: OpaquePointer?

    /// Asks BlueZ to take the services. Blocks for 5 s a call at most.
    /// - Parameter name: what hosts show.
    /// - Throws: ``Fault`` if there is no bus, no BlueZ or no adapter.
    package init(name: String, hasGamepad: Bool) throws(Fault) {
        var error = nodline_bluez_error()
        self.name = strdup(name)
        self.hasGamepad = hasGamepad
        guard nodline_bluez_open(self.name, hasGamepad, &bluez, &error) else { throw Fault(error) }
    }

    deinit {
        nodline_bluez_close(bluez)
        free(name)
    }

    package var descriptor: Int32 { nodline_bluez_descriptor(bluez) }
    package var events: Int16 { nodline_bluez_events(bluez) }

    /// Does what is due. Never blocks.
    /// - Throws: ``Fault`` when BlueZ or the bus has gone.
    package func turn() throws(Fault) {
        var error = nodline_bluez_error()
        guard nodline_bluez_turn(bluez, &error) else { throw Fault(error) }
    }

    /// Whether BlueZ advertises the services.
    package var isRegistered: Bool { nodline_bluez_look(bluez).is_registered }
    /// A machine that has paired with this one.
    package struct Host: Equatable, Sendable {
        /// AA:BB:CC:DD:EE:FF.
        package let address: String
        /// As the host calls itself: any characters.
        package let name: String
        package let isConnected: Bool
    }

    /// The hosts that have paired; `nil` until BlueZ has said so.
    package var hosts: [Host]? {
        guard nodline_bluez_look(bluez).knows_hosts else { return nil }
        var count = 0
        guard let hosts = nodline_bluez_hosts(bluez, &count) else { return [] }
        return UnsafeBufferPointer(start: hosts, count: count).map {
            Host(address: String(cArray: $0.address), name: String(cArray: $0.name), isConnected: $0.is_connected)
        }
    }

    /// Ends a host's connection; BlueZ takes 2 s for it.
    package func disconnect(_ address: String) throws(Fault) {
        var error = nodline_bluez_error()
        guard nodline_bluez_disconnect(bluez, address, &error) else { throw Fault(error) }
    }

    /// Forgets a host. It leaves ``hosts`` when BlueZ has done that.
    package func forget(_ address: String) throws(Fault) {
        var error = nodline_bluez_error()
        guard nodline_bluez_forget(bluez, address, &error) else { throw Fault(error) }
    }

    /// Whether a paired host is connected and reads reports.
    package var hasHost: Bool { nodline_bluez_look(bluez).has_host }
    /// Hosts that have paired since the beginning.
    package var paired: UInt32 { nodline_bluez_look(bluez).paired }

    /// The six digits to be typed on the host that pairs.
    package var passkey: String? {
        let passkey = nodline_bluez_look(bluez).passkey
        guard passkey != UInt32(NODLINE_BLUEZ_NO_PASSKEY) else { return nil }
        let digits = String(passkey)
        return String(repeating: "0", count: max(0, 6 - digits.count)) + digits
    }

    package func send(_ report: ReportBoard.Report) throws(Fault) {
        var error = nodline_bluez_error()
        guard nodline_bluez_report(bluez, report.device.rawValue, report.bytes, report.bytes.count, &error) else { throw Fault(error) }
    }

    package func allowPairing(_ isAllowed: Bool) throws(Fault) {
        var error = nodline_bluez_error()
        guard nodline_bluez_allow_pairing(bluez, isAllowed, &error) else { throw Fault(error) }
    }
}
