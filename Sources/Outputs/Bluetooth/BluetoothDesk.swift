import Glibc
import Platform
import Wire

/// Asks nodline-bluetooth to pair a host, to list the hosts or to forget one. A host can pair as long as such a value lives, two minutes
/// at most.
package final class BluetoothDesk {
    /// The descriptor to poll for reading.
    package let descriptor: Int32

    /// Never blocks.
    /// - Throws: ``SystemError`` if nobody listens at the path, this user may not connect, or too many do.
    package init(path: String, _ wish: BluetoothWish) throws(SystemError) {
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
    package func next() -> BluetoothNews? {
        var packet = [UInt8](repeating: 0, count: 256)
        let count = recv(descriptor, &packet, packet.count, Int32(MSG_DONTWAIT))
        if count < 0, errno == EAGAIN || errno == EINTR { return nil }
        return count > 0 ? BluetoothNews(packet: packet.prefix(count)) : .ended
    }

    /// Waits for the next news.
    package func wait() -> BluetoothNews {
        while true {
            if let news = next() { return news }
            var one = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            poll(&one, 1, -1)
        }
    }
}
