import Glibc
import Platform
import Wire

/// A client's connection to a running appliance.
package final class ControlConnection {
    /// Why an appliance could not be reached, for a person.
    package struct Fault: Error, CustomStringConvertible {
        package let description: String

        package init(description: String) { self.description = description }
    }

    /// Seconds within which a working appliance replies.
    package static let timeout = 5.0

    package let path: String
    private let descriptor: Int32
    private var input: [UInt8] = []

    /// A connection to the appliance that runs on this machine; `nil` if none listens.
    package static var ofService: ControlConnection? { try? ControlConnection(ControlPlace.candidates(ControlPlace.control)) }

    /// Connects to the first path at which an appliance listens.
    /// - Throws: ``Fault`` that says what to do.
    package init(_ paths: [String]) throws(Fault) {
        var problems: [String] = []
        for path in paths {
            let result = Self.connect(path)
            if case .success(let descriptor) = result {
                self.path = path
                self.descriptor = descriptor
                return
            }
            if case .failure(let fault) = result { problems.append(fault.description) }
        }
        throw Fault(description: "no running appliance can be reached: \(problems.joined(separator: "; ")). Is it running "
            + "(systemctl status nodline, or nodline run), with a [control] directory? --socket selects another socket")
    }

    deinit { close(descriptor) }

    private static func connect(_ path: String) -> Result<Int32, Fault> {
        guard let address = SocketAddress(path: path) else { return .failure(Fault(description: "\(path.quoted) cannot be a socket; expected a path of 1 to 107 bytes")) }
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { return .failure(Fault(description: "\(SystemError("socket"))")) }
        guard address.with({ Glibc.connect(descriptor, $0, $1) }) == 0 else {
            let code = errno
            close(descriptor)
            let group = path.hasSuffix(ControlPlace.events) ? "nodline-events" : "nodline-control"
            let cause = SystemError("connect", code: code).reason
            let reason = switch code {
            case EACCES: "\(cause) (you must be in the group \(group): sudo usermod -aG \(group) \"$USER\", and log in again)"
            case ENOENT: "there is no such socket"
            case ECONNREFUSED: "nothing listens there"  // what ended has left it, or it is no socket
            default: cause
            }
            return .failure(Fault(description: "\(path.excerpt(107)): \(reason)"))
        }
        return .success(descriptor)
    }

    /// Sends a line.
    package func send(_ line: String) throws(Fault) {
        var bytes = Array(line.utf8)[...]
        bytes.append(UInt8(ascii: "\n"))
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes { Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            if count > 0 { bytes = bytes.dropFirst(count) } else if errno != EINTR { throw ended }
        }
    }

    /// The next line.
    /// - Parameter seconds: the timeout; infinite to wait for ever.
    /// - Throws: ``Fault`` when the appliance ends, or sends nothing in time.
    package func line(within seconds: Double = timeout) throws(Fault) -> String { try line(until: MonotonicClock.now + seconds, timeout: seconds) }

    private func line(until end: Double, timeout seconds: Double) throws(Fault) -> String {
        while true {
            if let place = input.firstIndex(of: UInt8(ascii: "\n")) {
                defer { input.removeFirst(place + 1) }
                return String(decoding: input[..<place], as: UTF8.self)
            }
            var wait = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            let rest = end - MonotonicClock.now
            guard rest > 0 else { throw Fault(description: "\(path): no reply from the appliance for \(seconds.shortest) s") }
            guard poll(&wait, 1, rest.isFinite ? Int32(min(rest, 1e6) * 1000) + 1 : -1) > 0 else { continue }
            var buffer = [UInt8](repeating: 0, count: 16384)
            let count = recv(descriptor, &buffer, buffer.count, 0)
            if count > 0 { input += buffer[..<count] } else if count == 0 || errno != EINTR { throw ended }
        }
    }

    /// Sends a request and waits for the reply.
    package func reply<Reply: Decodable>(_ request: ControlRequest, as type: Reply.Type = ControlReply.self, within seconds: Double = timeout,
                                         _ raw: (String) -> Void = { _ in }) throws(Fault) -> Reply {
        try reply(request.line, as: type, within: seconds, raw)
    }

    /// Sends a request and waits for the reply; events that come before it are ignored.
    /// - Throws: ``Fault``, also for a request that was refused.
    package func reply<Reply: Decodable>(_ request: String, as type: Reply.Type = Reply.self, within seconds: Double = timeout,
                                         _ raw: (String) -> Void = { _ in }) throws(Fault) -> Reply {
        let end = MonotonicClock.now + seconds
        var fields = JSONValue.object(request.utf8) ?? [:]
        fields["before"] = RequestBounds.before(within: seconds)
        try send(JSONValue.object(fields).line)
        while true {
            let text = try line(until: end, timeout: seconds)
            guard let head: ControlReply = decode(text) else { continue }
            if !head.ok { throw Fault(description: head.detail ?? "it was refused") }
            guard let reply: Reply = decode(text) else {
                throw Fault(description: "\(path): the appliance's reply is not understood; is it another version?")
            }
            raw(text)
            return reply
        }
    }

    private func decode<Value: Decodable>(_ text: String) -> Value? {
        JSONValue.decoded(Value.self, from: text)
    }

    private var ended: Fault { Fault(description: "\(path): the appliance has ended, or closed this connection") }
}
