import Glibc

/// Sends entries with fields of their own to systemd's journal (systemd's native journal protocol: one datagram for each entry), so
/// that `journalctl NODLINE_GESTURE=nod` finds them. It never blocks: an entry without room is refused.
package final class JournalSocket {
    private let descriptor: Int32
    private let address: SocketAddress
    private let program: String

    /// - Parameters:
    ///   - program: `SYSLOG_IDENTIFIER`.
    ///   - path: where the journal listens.
    /// - Returns: `nil` if that is too long, or there are no more sockets.
    package init?(program: String, path: String = "/run/systemd/journal/socket") {
        guard let address = SocketAddress(path: path) else { return nil }
        (self.address, self.program) = (address, program)
        descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0)
        if descriptor < 0 { return nil }
    }

    deinit { close(descriptor) }

    /// - Returns: whether the journal has it. It has not if it is gone, or too slow.
    package func send(_ entry: JournalEntry) -> Bool {
        let bytes = entry.datagram(from: program)
        return address.with { sendto(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL), $0, $1) } == bytes.count
    }
}
