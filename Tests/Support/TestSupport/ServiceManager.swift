import Glibc
import Platform
import Testing

/// The service manager's end of a notify socket.
package final class ServiceManager {
    package let path: String
    private let descriptor: Int32

    package init(_ path: String) throws {
        self.path = path
        descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        if path.hasPrefix("@") { address.sun_path.0 = 0 }
        let length = socklen_t(MemoryLayout<sa_family_t>.size + path.utf8.count)
        let code = withUnsafePointer(to: address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, length) }
        }
        try #require(code == 0)
    }

    deinit { close(descriptor) }

    /// The next message; `nil` when none comes in time.
    package func next(within seconds: Double = 0) -> String? {
        var wait = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        guard poll(&wait, 1, Int32(seconds * 1000)) > 0 else { return nil }
        var buffer = [UInt8](repeating: 0, count: 4096)
        let count = recv(descriptor, &buffer, buffer.count, 0)
        return count >= 0 ? String(decoding: buffer[..<count], as: UTF8.self) : nil
    }

    /// The next message with this beginning; skips others.
    package func next(_ beginning: String, within seconds: Double = hang) -> String? {
        let end = MonotonicClock.now + seconds
        while let message = next(within: max(0, end - MonotonicClock.now)) {
            if message.hasPrefix(beginning) { return message }
        }
        return nil
    }
}
