/// The lines that say which way wheels turn.
extension OutputBank {
    /// Lets the lines that say which way wheels turn follow them: off at once when a wheel rests, and with the interlock's dead time when it turns the
    /// other way. One that has reached its longest time stays off until the wheel has rested.
    /// - Parameters:
    ///   - ways: each wheel's axis, and 1 forward, -1 back or 0.
    ///   - mayBegin: whether a line of this axis may go on: its pulses have really ended.
    package mutating func follow(_ ways: [(axis: String, way: Int)], at time: Double, mayBegin: (String) -> Bool = { _ in true },
                                 _ emit: (LineChange) -> Void) {
        for i in outputs.indices {
            guard let line = outputs[i].configuration.way else { continue }
            let way = ways.first { $0.axis == line.axis }?.way ?? 0
            if way == 0 {
                if outputs[i].isWanted, !outputs[i].isTested { fall(i, at: time, emit) }
                outputs[i].stateValue = false
            } else if outputs[i].stateValue != (way == line.way), !isShut(i), !isBarred(i), way != line.way || mayBegin(line.axis) {
                outputs[i].stateValue = way == line.way
                outputs[i].want(way == line.way, at: time)
            }
        }
        advance(to: time, emit)
    }

    /// Which way each wheel's lines say.
    package var ways: [String: Int] {
        var ways: [String: Int] = [:]
        for output in outputs { if let line = output.configuration.way, output.isOn, !output.isTested { ways[line.axis] = line.way } }
        return ways
    }
}
