import Glibc
import Platform

/// Why a request was refused, or why there are no sockets: a word for programs and a sentence for people.
package struct ControlError: Error, Equatable, Sendable {
    package enum Code: String, CaseIterable, Sendable {
        /// The message is not a JSON object in UTF-8.
        case badJSON = "bad-json"
        /// It is longer than ``ControlMessage/longest``; the connection ends.
        case tooLong = "too-long"
        case unknownRequest = "unknown-request"
        /// A field is missing, of the wrong kind, out of range or not known.
        case badField = "bad-field"
        /// Something else is under way, or it was asked too often.
        case busy
        /// Nothing is asked or measured while paused.
        case paused
        /// It cannot be done as things are.
        case unavailable
        /// Too many are connected already; the connection ends.
        case tooManyClients = "too-many-clients"
    }

    package let code: Code
    package let detail: String

    package init(_ code: Code, _ detail: String) {
        self.code = code
        self.detail = detail
    }

    /// A system call that failed on a file, by `errno`.
    init(call: String, _ path: String) {
        self.init(.unavailable, "\(SystemError(call, path))")
    }
}
