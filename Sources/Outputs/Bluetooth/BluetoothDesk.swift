import Glibc
import Platform

/// Asks nodline-bluetooth to pair a host, to list the hosts or to forget one. A host can pair as long as such a value lives, two minutes
/// at most.
package final class BluetoothDesk {
    /// Where nodline-bluetooth listens.
    package static let standardPath = "/run/nodline-bluetooth/pairing"

    package enum Wish: Equatable, Sendable {
        case pair, list
        /// - Parameter address: as ``Host/address``.
        case forget(address: String)

        fileprivate var packet: String {
            switch self {
            case .pair: "pair"
            case .list: "list"
            case .forget(let address): "forget \(address)"
            }
        }
    }

    /// Whether this is an address as ``Host/address``, in letters of either case.
    package static func isAddress(_ text: String) -> Bool {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        return parts.count == 6 && parts.allSatisfy { $0.utf8.count == 2 && $0.allSatisfy { $0.isASCII && $0.isHexDigit } }
    }

    /// A tablet, phone or computer that has paired.
    package struct Host: Codable, Equatable, Sendable {
        /// AA:BB:CC:DD:EE:FF.
        package let address: String
        /// As it calls itself: any characters.
        package let name: String
        package let connected: Bool

        package init(address: String, name: String, connected: Bool) { (self.address, self.name, self.connected) = (address, name, connected) }
    }

    package enum News: Equatable, Sendable {
        case waiting
        /// Six digits to be typed on the host.
        case passkey(String)
        case paired
        case host(Host)
        case listed
        case forgotten
        /// No host with this address has paired.
        case unknown
        /// BlueZ has not forgotten it.
        case failed
        /// It took too long, or nodline-bluetooth has ended.
        case ended

        /// Whether nothing comes after it.
        package var isLast: Bool {
            switch self {
            case .waiting, .passkey, .host: false
            case .paired, .listed, .forgotten, .unknown, .failed, .ended: true
            }
        }

        fileprivate init(packet: some Collection<UInt8>) {
            let words = String(decoding: packet, as: UTF8.self).split(separator: " ", maxSplits: 3, omittingEmptySubsequences: false).map(String.init)
            switch (words[0], words.count) {
            case ("passkey", 2): self = .passkey(words[1])
            case ("host", 4): self = .host(Host(address: words[1], name: words[3], connected: words[2] == "connected"))
            case ("paired", 1): self = .paired
            case ("listed", 1): self = .listed
            case ("forgotten", 1): self = .forgotten
            case ("unknown", 1): self = .unknown
            case ("failed", 1): self = .failed
            case ("ended", 1): self = .ended
            default: self = .waiting
            }
        }
    }

    /// The descriptor to poll for reading.
    package let descriptor: Int32

    /// Never blocks.
    /// - Throws: ``SystemError`` if nobody listens at the path, this user may not connect, or too many do.
    package init(path: String, _ wish: Wish) throws(SystemError) {
        guard let address = SocketAddress(path: path) else { throw SystemError("connect", path, code: ENAMETOOLONG) }
        let new = try systemCall("socket", path) {
            socket(AF_UNIX, Int32(SOCK_SEQPACKET.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0)
        }
        let packet = wish.packet
        guard address.with({ connect(new, $0, $1) }) == 0, send(new, packet, packet.utf8.count, Int32(MSG_NOSIGNAL)) == packet.utf8.count else {
            let code = errno
            close(new)
            throw SystemError("connect", path, code: code)
        }
        descriptor = new
    }

    deinit { close(descriptor) }

    /// The next news.
    /// - Returns: `nil` if there are none yet.
    package func next() -> News? {
        var packet = [UInt8](repeating: 0, count: 256)
        let count = recv(descriptor, &packet, packet.count, Int32(MSG_DONTWAIT))
        if count < 0, errno == EAGAIN || errno == EINTR { return nil }
        return count > 0 ? News(packet: packet.prefix(count)) : .ended
    }

    /// Waits for the next news.
    package func wait() -> News {
        while true {
            if let news = next() { return news }
            var one = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            poll(&one, 1, -1)
        }
    }
}
