import Glibc
import Platform

/// Lets a host pair with nodline-bluetooth as long as this value lives, two minutes at most.
package final class BluetoothPairing {
    package enum News: Equatable {
        case waiting
        /// Six digits to be typed on the host.
        case passkey(String)
        case paired
        /// It took too long, or nodline-bluetooth has ended.
        case ended
    }

    private let descriptor: Int32

    /// - Throws: ``SystemError`` if nobody listens at the path, or this user may not connect.
    package init(path: String) throws(SystemError) {
        guard let address = SocketAddress(path: path) else { throw SystemError("connect", path, code: ENAMETOOLONG) }
        let new = try systemCall("socket", path) { socket(AF_UNIX, Int32(SOCK_SEQPACKET.rawValue | SOCK_CLOEXEC.rawValue), 0) }
        guard address.with({ connect(new, $0, $1) }) == 0 else {
            let code = errno
            close(new)
            throw SystemError("connect", path, code: code)
        }
        descriptor = new
    }

    deinit { close(descriptor) }

    /// Waits for what comes next.
    package func next() -> News {
        var packet = [UInt8](repeating: 0, count: 64)
        let count = recv(descriptor, &packet, packet.count, 0)
        guard count > 0 else { return count < 0 && errno == EINTR ? .waiting : .ended }
        let words = String(decoding: packet.prefix(count), as: UTF8.self).split(separator: " ")
        switch words.first {
        case "passkey": return words.count == 2 ? .passkey(String(words[1])) : .waiting
        case "paired": return .paired
        case "ended": return .ended
        default: return .waiting
        }
    }
}
