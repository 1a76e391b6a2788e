import CLinux
import Glibc
import Platform

/// The Unix socket of `nodline pair` and `nodline key`: `pair.sock`, for root and the group nodline-control.
///
/// Members of the group may command the appliance anyway, so a code or a key gives them nothing new. Neither is ever in a file here.
package enum PairingSocket {
    package static let name = "pair.sock"
    static let group = "nodline-control"

    /// Bytes of a line.
    private static let longest = 4096

    /// Listens in `folder` and answers on a thread of its own: one line in, one JSON object out.
    /// - Parameter answer: `nil` to a line that it does not know, which is not answered.
    package static func listen(in folder: String, answer: @escaping @Sendable (_ line: String) -> String?) throws(SystemError) {
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

    private static func serve(_ client: Int32, _ answer: (String) -> String?) {
        var patience = timeval(tv_sec: 1, tv_usec: 0)
        setsockopt(client, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
        var line: [UInt8] = [], bytes = [UInt8](repeating: 0, count: longest)
        while line.last != UInt8(ascii: "\n") {
            let count = recv(client, &bytes, bytes.count, 0)
            guard count > 0, line.count + count <= longest else { return }
            line += bytes[..<count]
        }
        guard let text = answer(String(decoding: line.dropLast(), as: UTF8.self)) else { return }
        let reply = Array((text + "\n").utf8)
        _ = send(client, reply, reply.count, Int32(MSG_NOSIGNAL))
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
