/// The lines that say which way wheels turn, by their places among the outputs of a bank.
struct WheelLines: Sendable {
    private let lines: [(place: Int, way: WheelWay)]

    init(_ outputs: [OutputConfiguration]) {
        lines = outputs.enumerated().compactMap { place, output in output.way.map { (place, $0) } }
    }

    /// Lets them follow the wheels: off at once when a wheel rests, and with the interlock's dead time when it turns the other way. One that has
    /// reached its longest time stays off until the wheel has rested.
    /// - Parameters:
    ///   - ways: each wheel's axis, and 1 forward, -1 back or 0.
    ///   - mayBegin: whether a line of this axis may go on: its pulses have really ended.
    func follow(_ ways: [(axis: String, way: Int)], in outputs: inout [Output], _ gate: OutputGate, at time: Double, mayBegin: (String) -> Bool,
                _ emit: (LineChange) -> Void) {
        for (place, line) in lines {
            let way = ways.first { $0.axis == line.axis }?.way ?? 0
            if way == 0 {
                if outputs[place].isWanted, !outputs[place].isTested, let change = outputs[place].fall(at: time) { emit(change) }
                outputs[place].stateValue = false
            } else if outputs[place].stateValue != (way == line.way), gate.admits(outputs[place].configuration), way != line.way || mayBegin(line.axis) {
                outputs[place].stateValue = way == line.way
                outputs[place].want(way == line.way, at: time)
            }
        }
    }

    /// A line that waits for its dead time is to be asked for anew.
    func forgetWaiting(in outputs: inout [Output]) {
        for (place, _) in lines where outputs[place].isWanted && !outputs[place].isActive { outputs[place].stateValue = nil }
    }

    /// Which way each wheel's lines say.
    func ways(of outputs: [Output]) -> [String: Int] {
        var ways: [String: Int] = [:]
        for (place, line) in lines where outputs[place].isOn && !outputs[place].isTested { ways[line.axis] = line.way }
        return ways
    }
}
