import Platform

/// Why a request was refused, or why there are no sockets: a word for programs and a sentence for people.
package struct ControlError: Error, Equatable, Sendable {
    package enum Code: String, CaseIterable, Sendable {
        /// The message is not a JSON object in UTF-8.
        case badJSON = "bad-json"
        /// It is longer than what a message may have; the connection ends.
        case tooLong = "too-long"
        case unknownRequest = "unknown-request"
        /// A field is missing, has the wrong type, is out of range or unknown.
        case badField = "bad-field"
        /// Something else is in progress, or requests came too often.
        case busy
        /// Nothing can be asked or measured while paused.
        case paused
        /// Everything is stopped, until it is released.
        case stopped
        /// It was read after the time until which it was to be carried out.
        case late
        /// It is not possible in the present state.
        case unavailable
        /// Too many clients are connected already; the connection ends.
        case tooManyClients = "too-many-clients"
    }

    package let code: Code
    package let detail: String

    package init(_ code: Code, _ detail: String) {
        self.code = code
        self.detail = detail
    }

    /// A system call on a file failed, by `errno`.
    package init(call: String, _ path: String) {
        self.init(.unavailable, "\(SystemError(call, path))")
    }
}
