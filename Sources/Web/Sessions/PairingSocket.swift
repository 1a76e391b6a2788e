import CLinux
import Glibc
import Platform

/// The Unix socket by which `nodline pair` gets a code: `pair.sock`, for root and the group nodline-control.
///
/// Members of the group may command the appliance anyway, so a code gives them nothing new. No code is ever in a file here.
package enum PairingSocket {
    package static let name = "pair.sock"
    static let group = "nodline-control"

    /// Listens in `folder` and answers on a thread of its own: one line "pair" or "pair watch" in, one JSON object out.
    package static func listen(in folder: String, answer: @escaping @Sendable ([Right]) -> String) throws(SystemError) {
        let path = folder + "/" + name
        guard let address = SocketAddress(path: path) else { throw SystemError("bind", path, code: ENAMETOOLONG) }
        unlink(path)
        let door = try systemCall("socket") { socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0) }
        let mask = umask(0o177)  // for nobody else until the group is set
        defer { umask(mask) }
        try systemCall("bind", path) { address.with { bind(door, $0, $1) } }
        if let group = getgrnam(group), chown(path, uid_t.max, group.pointee.gr_gid) == 0 { chmod(path, 0o660) }
        try systemCall("listen", path) { Glibc.listen(door, 8) }
        try BackgroundThread.start {
            while true {
                let client = accept4(door, nil, nil, Int32(SOCK_CLOEXEC.rawValue))
                guard client >= 0 else {
                    if errno == EINTR || errno == ECONNABORTED { continue }
                    sleep(1)
                    continue
                }
                serve(client, answer)
                close(client)
            }
        }
    }

    private static func serve(_ client: Int32, _ answer: ([Right]) -> String) {
        var patience = timeval(tv_sec: 1, tv_usec: 0)
        setsockopt(client, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
        var bytes = [UInt8](repeating: 0, count: 64)
        let count = max(0, recv(client, &bytes, bytes.count, 0))
        let rights: [Right]? = switch String(decoding: bytes[..<count], as: UTF8.self) {
        case "pair\n": Right.allCases
        case "pair watch\n": [.watch]
        default: nil
        }
        guard let rights else { return }
        let line = Array((answer(rights) + "\n").utf8)
        _ = send(client, line, line.count, Int32(MSG_NOSIGNAL))
    }
}
