import Platform

/// What bounds a request on the control socket: for the appliance, and for whoever sends one.
package enum RequestBounds {
    /// Bytes without the newline. The appliance ends the connection of a longer one, with whatever its client has begun.
    package static let longest = 4096
    /// Unicode characters of a question.
    package static let question = 1...500
    /// Seconds within which the appliance must read it, however long its answer may take.
    private static let longestWait = 10.0

    /// What is wrong with a question, whoever asks it; `nil` if nothing is.
    package static func problem(ofQuestion text: String) -> String? {
        let count = text.unicodeScalars.count
        return question.contains(count) ? nil : "question has \(count) characters; expected \(question.lowerBound) to \(question.upperBound)"
    }

    /// The field `before`: until when a request that is sent now may be obeyed. What its client has given up is not obeyed later, however
    /// long the appliance was stopped.
    /// - Parameter timeout: seconds within which the client wants the answer.
    package static func before(within timeout: Double) -> JSONValue { .number(MonotonicClock.withSuspension + min(timeout, longestWait)) }
}
