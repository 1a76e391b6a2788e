import Gestures

/// What the recogniser can be told.
enum RecognizerInput {
    case sample(HeadSample, isSteering: Bool)
    /// Time has passed without a frame.
    case advance
    case recalibrate
    case center(CalibrationCenter)
    case togglePause
    case bar(Bool)
    case ask(timeout: Double)
    case withdraw
    case interrupt
    case stop

    var isSample: Bool { if case .sample = self { true } else { false } }

    /// Passes it on, at a time in seconds.
    func apply(to recognizer: inout GestureRecognizer, at time: Double, _ emit: (GestureEvent) -> Void) {
        switch self {
        case .sample(let sample, let isSteering): recognizer.process(sample, isSteering: isSteering, emit)
        case .advance: recognizer.advance(to: time, emit)
        case .recalibrate: recognizer.recalibrate(at: time, emit)
        case .center(let center): recognizer.setCalibrationCenter(center, at: time, emit)
        case .togglePause where recognizer.isPauseAsked: recognizer.resume(at: time, emit)
        case .togglePause: recognizer.pause(at: time, emit)
        case .bar(let isBarred): recognizer.bar(isBarred, at: time, emit)
        case .ask(let timeout): recognizer.ask(at: time, timeout: timeout, emit)
        case .withdraw: recognizer.withdraw(at: time, emit)
        case .interrupt: recognizer.interrupt(at: time, emit)
        case .stop: recognizer.stop(at: time, emit)
        }
    }
}
