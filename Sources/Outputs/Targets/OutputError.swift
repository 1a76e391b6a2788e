import Platform

/// A failure of an output, an axis, a button or a light: the place, the call and the reason.
package struct OutputError: Error, Equatable, CustomStringConvertible {
    /// The name in messages: "line GPIO17", "/sys/class/leds/act/brightness".
    let place: String
    let call: String
    let problem: String

    package init(place: String, call: String, problem: String) {
        self.place = place
        self.call = call
        self.problem = problem
    }

    /// A failed system call.
    /// - Parameter help: added to the reason.
    package init(place: String, _ error: SystemError, help: String = "") {
        self.init(place: place, call: error.call, problem: error.reason + help)
    }

    package var description: String { "\(place): \(call): \(problem)" }
}
