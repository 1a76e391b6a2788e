extension GestureEvent: CustomStringConvertible {
    /// For example "4.10 s look left, 0.42 IOD, 0.5 s".
    public var description: String { "\(time.short) s \(kind)" }
}

extension GestureEvent.Kind: CustomStringConvertible {
    public var description: String {
        switch self {
        case .faceFound: "face found"
        case .faceLost: "face lost"
        case .trackingStarted(let center): "tracking started at \(center.position.words), eyes \(center.interocularDistance.short) apart"
        case .moved(let from, let to, let center): "moved from \(from.words) to \(to.words), centre \(center.words)"
        case .lookStarted(let direction, let distance): "hold \(direction) begins, \(distance.short) IOD"
        case .lookMoved(let direction, let distance): "hold \(direction), \(distance.short) IOD"
        case .lookStopped(let direction, let held, let reason): "hold \(direction) ends after \(held.short) s (\(reason.rawValue))"
        case .look(let direction, let distance, let duration): "look \(direction), \(distance.short) IOD, \(duration.short) s"
        case .nod(let count): "nod, \(count) swings"
        case .shake(let count): "shake, \(count) swings"
        case .gazeStarted(let zone): "gaze at \(zone) begins"
        case .gazeStopped(let zone, let held, let reason): "gaze at \(zone) ends after \(held.short) s (\(reason.rawValue))"
        case .tilt(let shoulder, let degrees, let duration): "tilt \(shoulder.rawValue), \(degrees.short)°, \(duration.short) s"
        case .tiltStarted(let shoulder, let degrees): "hold-tilt \(shoulder.rawValue) begins, \(degrees.short)°"
        case .tiltMoved(let shoulder, let degrees): "hold-tilt \(shoulder.rawValue), \(degrees.short)°"
        case .tiltStopped(let shoulder, let held, let reason): "hold-tilt \(shoulder.rawValue) ends after \(held.short) s (\(reason.rawValue))"
        case .expression(let expression, let size, let duration): "\(expression.rawValue), \(size.short), \(duration.short) s"
        case .expressionStarted(let expression, let size): "hold-\(expression.rawValue) begins, \(size.short)"
        case .expressionStopped(let expression, let held, let reason): "hold-\(expression.rawValue) ends after \(held.short) s (\(reason.rawValue))"
        case .taught(let name, let likeness, let duration): "my-\(name), likeness \(likeness.short), \(duration.short) s"
        case .rejected(let rejection): "not recognised\(rejection.gesture.map { " (\($0))" } ?? ""): \(rejection)"
        case .calibrationTimedOut(let jump): "calibration timed out, the head jumps by \(jump.short) IOD"
        case .paused: "paused"
        case .resumed: "resumed"
        case .armed(let until): "question asked, until \(until.short) s"
        case .answer(let answer): "answer: \(answer.rawValue)"
        case .reset: "some events were lost"
        }
    }
}

extension HeadPoint {
    fileprivate var words: String { "(\(x.short), \(y.short))" }
}

extension Double {
    /// With two decimals at most.
    fileprivate var short: String { withTwoDecimals }
}
