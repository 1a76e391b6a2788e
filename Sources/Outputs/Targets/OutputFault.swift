/// What failed at an output, an axis, a button or a light: where, which call, and why.
package struct OutputFault: Error, Equatable, CustomStringConvertible {
    /// For people: "line GPIO17", "/sys/class/leds/act/brightness".
    let place: String
    let call: String
    let problem: String

    package init(place: String, call: String, problem: String) {
        self.place = place
        self.call = call
        self.problem = problem
    }

    package var description: String { "\(place): \(call): \(problem)" }
}
