import Glibc
import Platform
import Wire

/// The way to nodline-bluetooth, which is a keyboard, mouse and gamepad for a tablet or phone: a socket of packets.
///
/// A packet to it is a ``BluetoothReport``. A packet from it is one byte: 1 while a
/// host reads reports, 0 otherwise. It releases what is held when a held report does not come again for half a second, and when the
/// connection ends.
package final class BluetoothPort: HIDPort {
    package let place: String
    private let device: BluetoothReport.Device
    private let address: SocketAddress?
    package private(set) var descriptor: Int32 = -1
    /// What the program has said last.
    private var hasHost = false

    package init(_ kind: HIDDevice.Kind, path: String) {
        place = "Bluetooth \(kind.rawValue)"
        device = switch kind {
        case .keyboard: .keyboard
        case .mouse: .mouse
        case .gamepad: .gamepad
        }
        address = SocketAddress(path: path)
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    package var silence: String {
        descriptor < 0
            ? "nodline-bluetooth does not run: see journalctl --unit nodline-bluetooth; key presses are lost until it does"
            : "no tablet or phone is connected over Bluetooth: switch it on, or pair it with nodline pair-bluetooth; key presses are lost until it is"
    }

    package var needsHeartbeat: Bool { true }

    package func write(_ report: [UInt8]) throws(OutputError) -> HIDAnswer {
        guard connect() else { return .absent }
        listen()
        guard descriptor >= 0 else { return .absent }
        let packet = BluetoothReport(device, report).packet
        guard send(descriptor, packet, packet.count, Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL)) == packet.count else {
            // A full queue is a program that hangs: it may go on later, and releases what is held then.
            if errno != EAGAIN { leave() }
            return .absent
        }
        return hasHost ? .accepted : .absent
    }

    private func connect() -> Bool {
        guard descriptor < 0 else { return true }
        guard let address else { return false }
        let new = socket(AF_UNIX, Int32(SOCK_SEQPACKET.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0)
        guard new >= 0 else { return false }
        guard address.with({ Glibc.connect(new, $0, $1) }) == 0 else {
            close(new)
            return false
        }
        (descriptor, hasHost) = (new, false)
        return true
    }

    /// Reads what the program has said.
    private func listen() {
        var byte: UInt8 = 0
        while true {
            let count = recv(descriptor, &byte, 1, Int32(MSG_DONTWAIT))
            if count == 1 {
                hasHost = byte == 1
            } else {
                if count == 0 || errno != EAGAIN && errno != EINTR { leave() }
                return
            }
        }
    }

    private func leave() {
        close(descriptor)
        (descriptor, hasHost) = (-1, false)
    }
}
