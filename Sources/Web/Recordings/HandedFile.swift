import FlyingSocks
import Glibc
import Platform

/// A file that the appliance opens for this program, which may not open it itself: it comes with the reply (SCM_RIGHTS). So no byte of it goes
/// through the appliance.
enum HandedFile {
    /// Seconds within which it must come, and the longest reply in bytes.
    private static let timeout = 10.0, longest = 65_536

    enum Outcome {
        case file(OpenFile)
        /// With the control socket's error and detail.
        case refused(String, String)
        case noAppliance
    }

    /// Sends a request over a connection of its own.
    static func ask(_ fields: [String: JSONValue], at links: ApplianceLinks) async -> Outcome {
        guard let socket = try? Socket(domain: AF_UNIX) else { return .noAppliance }
        let number = socket.file.rawValue, owner = OpenFile(owning: number)
        guard (try? socket.connect(to: .unix(path: links.path))) != nil else { return .noAppliance }
        _ = fcntl(number, F_SETFL, O_NONBLOCK)
        // It stays open until the time limit is gone, too: its number may not be used again before.
        let limit = links.limits.after(timeout) { _ = Glibc.shutdown(owner.number, Int32(SHUT_RDWR)) }
        defer { links.limits.cancel(limit) }
        let line = Array((JSONValue.object(fields).line + "\n").utf8)  // shorter than the socket's buffer
        guard send(number, line, line.count, Int32(MSG_NOSIGNAL)) == line.count else { return .noAppliance }
        var file: OpenFile?, bytes: [UInt8] = []
        while !bytes.contains(UInt8(ascii: "\n")), bytes.count < longest {
            var buffer = [UInt8](repeating: 0, count: 4096)
            let count = buffer.withUnsafeMutableBytes { OpenFile.receive(into: $0, from: number, file: &file) }
            if count < 0, errno == EAGAIN || errno == EINTR {
                guard (try? await links.pool.suspendSocket(socket, untilReadyFor: .read)) != nil else { return .noAppliance }
                continue
            }
            guard count > 0 else { return .noAppliance }
            bytes += buffer[..<count]
        }
        guard let reply = JSONValue.object(bytes.prefix { $0 != UInt8(ascii: "\n") }) else { return .noAppliance }
        guard reply["ok"] == .flag(true), let file else { return .refused(reply["error"]?.text ?? "unavailable", reply["detail"]?.text ?? "") }
        return .file(file)
    }
}
