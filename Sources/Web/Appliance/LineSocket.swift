import FlyingSocks
import FoundationEssentials
import Glibc

/// A connection to the appliance's control socket: JSON objects, one on each line. It is closed when this object ends.
final class LineSocket: Sendable {
    private let socket: AsyncSocket

    init(path: String, pool: some AsyncSocketPool) async throws {
        // Not FlyingSocks' own `connected`, which leaves a descriptor open when nobody listens.
        let plain = try Socket(domain: AF_UNIX)
        do {
            socket = try AsyncSocket(socket: plain, pool: pool)
            try plain.connect(to: .unix(path: path))  // at once: it is a Unix socket
        } catch {
            try? plain.close()
            throw error
        }
    }

    deinit { try? socket.socket.close() }

    func send(_ line: String) async throws { try await socket.write(Data((line + "\n").utf8)) }

    /// Calls `body` with each line until the connection ends, `body` returns false, or the task is cancelled. Only one task may read.
    func eachLine(_ body: (String) -> Bool) async {
        var rest: [UInt8] = []
        while let bytes = try? await socket.read(atMost: 4096), !bytes.isEmpty {
            rest += bytes
            while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
                let line = String(decoding: rest[..<end], as: UTF8.self)
                rest.removeSubrange(...end)
                guard body(line) else { return }
            }
            if rest.count > 1_000_000 { return }
        }
    }

    /// Ends the reading, which then returns. The descriptor stays until the reader is gone: its number may not be used again before.
    func hangUp() { _ = Glibc.shutdown(socket.socket.file.rawValue, Int32(SHUT_RDWR)) }
}
