// Notifies systemd of the service's state: the protocol of sd_notify(3), one datagram for each message.
import Glibc

/// Sends messages to the service manager, if it started the program and listens. It never blocks and never fails: the appliance does
/// not depend on the manager.
package final class ServiceNotifier {
    private let descriptor: Int32
    private let address: SocketAddress?
    /// Seconds within which the manager expects a sign of life; `nil` if its watchdog is off.
    package let timeout: Double?
    private var lastSign = -Double.infinity
    private var status = ""

    /// - Parameters:
    ///   - socket: `NOTIFY_SOCKET`: a path, or an abstract name after `@`. Anything else is ignored.
    ///   - watchdog: `WATCHDOG_USEC`, in microseconds; it applies only to the process in `WATCHDOG_PID`.
    package init(socket path: String?, watchdog: String? = nil, watched process: String? = nil) {
        let isMine = process.map { Int32($0) == getpid() } ?? true
        let micros = isMine ? watchdog.flatMap(UInt64.init) : nil
        timeout = micros.flatMap { $0 > 0 ? Double($0) / 1e6 : nil }
        let kind = path?.utf8.first, isAbstract = kind == UInt8(ascii: "@")
        guard let path, isAbstract || kind == UInt8(ascii: "/"), let address = SocketAddress(path: path, isAbstract: isAbstract)
        else {
            address = nil
            descriptor = -1
            return
        }
        self.address = address
        descriptor = Glibc.socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0)
    }

    /// The notifier of the environment's variables; children do not inherit them.
    package static func standard() -> ServiceNotifier {
        func take(_ name: String) -> String? {
            defer { unsetenv(name) }
            return getenv(name).map { String(cString: $0) }
        }
        return ServiceNotifier(socket: take("NOTIFY_SOCKET"), watchdog: take("WATCHDOG_USEC"), watched: take("WATCHDOG_PID"))
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// Lines are safe and models loaded: the service counts as started. Also sent after a reload.
    package func ready() { send("READY=1") }

    /// The configuration is being read again.
    package func reloading() {
        send("RELOADING=1\nMONOTONIC_USEC=\(UInt64(MonotonicClock.now * 1e6))")
    }

    package func stopping() { send("STOPPING=1") }

    /// One line about the service's state, for people; an unchanged one is not sent again.
    package func show(_ text: String) {
        guard text != status else { return }
        status = text
        send("STATUS=" + String(text.map { $0.isNewline ? " " : $0 }))
    }

    /// The loop has turned: a sign of life, sent four times within the manager's timeout.
    package func progress(at now: Double) {
        guard let timeout, now - lastSign >= timeout / 4 else { return }
        lastSign = now
        send("WATCHDOG=1")
    }

    /// Runs something that may take longer than the manager's timeout, at most `limit` seconds.
    package func allow<Value>(_ limit: Double, _ work: () throws -> Value) rethrows -> Value {
        guard let timeout, limit > timeout else { return try work() }
        send("WATCHDOG_USEC=\(UInt64(limit * 1e6))\nWATCHDOG=1")
        defer { send("WATCHDOG_USEC=\(UInt64(timeout * 1e6))\nWATCHDOG=1") }
        return try work()
    }

    private func send(_ text: String) {
        guard descriptor >= 0 else { return }
        _ = address?.with { sendto(descriptor, text, text.utf8.count, Int32(MSG_NOSIGNAL), $0, $1) }
    }
}
