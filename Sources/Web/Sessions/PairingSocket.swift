import CLinux
import Glibc
import Platform

/// The Unix socket of `nodline pair` and `nodline key`: `pair.sock`, for root and the group nodline-control.
///
/// Members of the group may command the appliance anyway, so a code or a key gives them nothing new. Neither is ever in a file here.
package enum PairingSocket {
    package static let name = "pair.sock"
    static let group = "nodline-control"

    /// Clients at once; while there are so many, the others wait until silent ones are sent away.
    private static let most = 16
    /// Seconds after which a silent client is sent away where others wait for its place.
    private static let shortest = 0.1

    /// Listens in `folder` and answers on a thread of its own: one line in, one JSON object out. A client that sends nothing, or slowly, keeps
    /// nobody waiting.
    /// - Parameters:
    ///   - timeout: seconds that a client may take for its line.
    ///   - answer: `nil` to a line that it does not know, which is not answered.
    package static func listen(in folder: String, timeout: Double = 1, answer: @escaping @Sendable (_ line: String) -> String?) throws(SystemError) {
        let path = folder + "/" + name
        guard let address = SocketAddress(path: path) else { throw SystemError("bind", path, code: ENAMETOOLONG) }
        unlink(path)
        let door = try systemCall("socket") { socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0) }
        let mask = umask(0o177)  // for nobody else until the group is set
        defer { umask(mask) }
        try systemCall("bind", path) { address.with { bind(door, $0, $1) } }
        if let group = getgrnam(group), chown(path, uid_t.max, group.pointee.gr_gid) == 0 { chmod(path, 0o660) }
        try systemCall("listen", path) { Glibc.listen(door, 64) }
        try BackgroundThread.start {
            var clients: [PairingClient] = []
            while true { turn(door, &clients, timeout, answer) }
        }
    }

    private static func turn(_ door: Int32, _ clients: inout [PairingClient], _ timeout: Double, _ answer: (String) -> String?) {
        let isFull = clients.count >= most
        var polled = clients.map { pollfd(fd: $0.descriptor, events: Int16(POLLIN), revents: 0) }
        if !isFull { polled.append(pollfd(fd: door, events: Int16(POLLIN), revents: 0)) }
        let allowed = isFull ? min(shortest, timeout) : timeout
        let end = clients.map { $0.since + allowed }.min()
        _ = poll(&polled, nfds_t(polled.count), end.map { Int32((max(0, $0 - MonotonicClock.now) * 1000).rounded(.up)) } ?? -1)
        for (client, ready) in zip(clients, polled) where ready.revents != 0 { client.read(answer) }
        let now = MonotonicClock.now
        clients.removeAll { $0.isDone || now - $0.since >= allowed }
        while clients.count < most {
            let descriptor = accept4(door, nil, nil, Int32(SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue))
            guard descriptor >= 0 else {
                if errno != EAGAIN, errno != EINTR, errno != ECONNABORTED { usleep(100_000) }  // no descriptor is free
                return
            }
            clients.append(PairingClient(descriptor, since: MonotonicClock.now))
        }
    }
}

extension [Right] {
    /// The rights that `nodline pair` asks a code for.
    package init?(pairing line: String) {
        switch line {
        case "pair": self = Right.allCases
        case "pair watch": self = [.watch]
        default: return nil
        }
    }
}
