import Gestures

extension HeadSwitch {
    /// The inputs of the recogniser.
    enum Step {
        case sample(HeadSample)
        case advance(Double)
        case recalibrate(Double)
        case togglePause(Double)
        case ask(Double, timeout: Double)
        case withdraw(Double)
        case center(CalibrationCenter, Double)
        case interrupt(Double)
        case stop(Double)

        var time: Double {
            switch self {
            case .sample(let sample): sample.time
            case .advance(let time), .recalibrate(let time), .togglePause(let time), .ask(let time, _), .withdraw(let time),
                 .center(_, let time), .interrupt(let time), .stop(let time): time
            }
        }
    }
}
