import CLinux
import Glibc
import Platform

/// A socket of packets that accepts connections.
package final class PacketSocket {
    package let descriptor: Int32
    private let path: String?

    /// One that systemd has opened.
    package init(passed descriptor: Int32) {
        self.descriptor = descriptor
        path = nil
        _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    }

    /// A new one at a path, for its owner alone. What is left of a previous one there is removed.
    package init(path: String) throws(SystemError) {
        guard let address = SocketAddress(path: path) else { throw SystemError("bind", path, code: ENAMETOOLONG) }
        let new = try systemCall("socket", path) {
            socket(AF_UNIX, Int32(SOCK_SEQPACKET.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0)
        }
        unlink(path)
        let mask = umask(0o177)
        let bound = address.with { bind(new, $0, $1) }, code = errno
        umask(mask)
        guard bound == 0, listen(new, 4) == 0 else {
            let code = bound == 0 ? errno : code
            close(new)
            throw SystemError("bind", path, code: code)
        }
        descriptor = new
        self.path = path
    }

    deinit {
        close(descriptor)
        if let path { unlink(path) }
    }

    /// The next connection; `nil` if there is none.
    package func accept() -> Int32? {
        let connection = accept4(descriptor, nil, nil, Int32(SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue))
        return connection >= 0 ? connection : nil
    }
}
