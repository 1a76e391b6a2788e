// What a range calibration says, as JSON and in words.
extension RangeReport {
    /// Adds the event's name and what it says.
    func describe(in line: inout JSONLine) {
        switch self {
        case .asks(let direction):
            line.add("event", "range")
            line.add("step", direction == nil ? "rest" : "reach")
            if let direction { line.add("direction", direction.rawValue) }
        case .found(let finding):
            line.add("event", "range-found")
            line.add("direction", finding.direction.rawValue)
            line.add("reach", finding.reach)
            line.add("noise", finding.noise)
            line.add("threshold", finding.threshold)
            line.add("words", finding.words)
        case .done(let isKept):
            line.add("event", "range")
            line.add("step", "done")
            line.add("kept", isKept)
        case .cancelled(let reason):
            line.add("event", "range")
            line.add("step", "cancelled")
            line.add("reason", reason)
        }
    }

    /// For a person on a terminal.
    var words: String {
        switch self {
        case .asks(nil): "look straight ahead and keep still"
        case .asks(let direction?): "\(direction.arrow) look \(direction) as far as is comfortable, and back"
        case .found(let finding): "  " + finding.words
        case .done(true): "done: these ranges apply from now on"
        case .done(false): "done, but no direction can be told from rest; the ranges are unchanged"
        case .cancelled(let reason): "cancelled: \(reason); the ranges are unchanged"
        }
    }
}
