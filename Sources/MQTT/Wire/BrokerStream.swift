import CTLS
import Glibc
import MQTTSettings
import Platform

/// A connection to the broker, as bytes.
final class BrokerStream {
    /// Why it could not be made, or has ended.
    struct Fault: Error, Sendable {
        let reason: String
        /// Only people can change it.
        let isLasting: Bool

        init(_ error: nodline_stream_error) { (reason, isLasting) = (String(cArray: error.detail), error.is_lasting) }
    }

    /// A connection that another thread has made, or why it could not.
    enum Attempt: Sendable {
        case made(UInt), failed(Fault)
    }

    /// Seconds for the network's answers until a connection is there.
    private static let timeout = 15.0

    private let stream: OpaquePointer

    init?(_ place: UInt) {
        guard let stream = OpaquePointer(bitPattern: place) else { return nil }
        self.stream = stream
    }

    deinit { nodline_stream_close(stream) }

    /// Connects; blocks until the network has answered.
    static func attempt(_ settings: MQTTConfiguration, key: String?) -> Attempt {
        var error = nodline_stream_error(), stream: OpaquePointer?
        let isMade = withTexts([settings.server, settings.ca, settings.certificate, key]) { texts in
            var options = nodline_stream_options()
            (options.server, options.ca, options.certificate, options.key) = (texts[0], texts[1], texts[2], texts[3])
            (options.port, options.tls, options.timeout) = (Int32(settings.port), settings.tls, timeout)
            return nodline_stream_connect(&options, &stream, &error)
        }
        guard isMade, let stream else { return .failed(Fault(error)) }
        return .made(UInt(bitPattern: stream))
    }

    /// C strings for the length of a call; empty ones are `nil`.
    private static func withTexts<Result>(_ texts: [String?], _ body: ([UnsafePointer<CChar>?]) -> Result) -> Result {
        let copies = texts.map { text in text.flatMap { $0.isEmpty ? nil : strdup($0) } }
        defer { copies.forEach { free($0) } }
        return body(copies.map { $0.map { UnsafePointer($0) } })
    }

    var descriptor: Int32 { nodline_stream_descriptor(stream) }

    /// Reads what is there into a buffer.
    /// - Returns: the number of bytes, 0 if there are none now.
    func read(into buffer: inout [UInt8]) throws(Fault) -> Int {
        var error = nodline_stream_error()
        let count = nodline_stream_read(stream, &buffer, buffer.count, &error)
        guard count >= 0 else { throw Fault(error) }
        return count
    }

    /// - Returns: how many bytes the network took.
    func write(_ bytes: [UInt8]) throws(Fault) -> Int {
        var error = nodline_stream_error()
        let count = nodline_stream_write(stream, bytes, bytes.count, &error)
        guard count >= 0 else { throw Fault(error) }
        return count
    }
}
