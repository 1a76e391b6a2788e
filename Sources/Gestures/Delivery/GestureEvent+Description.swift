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
        case .pointer(let from, let to, let center): "moved from \(from.words) to \(to.words), centre \(center.words)"
        case .recognised(let gesture, let size, let duration): "\(gesture.title)\(gesture.words(size)), \(duration.short) s"
        case .began(let gesture, let size): "\(gesture.title) begins\(gesture.words(size))"
        case .moved(let gesture, let size): "\(gesture.title)\(gesture.words(size))"
        case .ended(let gesture, let held, let reason): "\(gesture.title) ends after \(held.short) s (\(reason.rawValue))"
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

extension HeadGesture {
    fileprivate var title: String {
        switch self {
        case .look(let direction): "look \(direction)"
        case .hold(let direction): "hold \(direction)"
        case .tilt(let shoulder): "tilt \(shoulder.rawValue)"
        case .holdTilt(let shoulder): "hold-tilt \(shoulder.rawValue)"
        case .gaze(let zone): "gaze at \(zone)"
        case .nod, .shake, .expression, .holdExpression, .taught: description
        }
    }

    /// Its size with the unit, after a comma; nothing for a look at a zone.
    fileprivate func words(_ size: Double) -> String {
        switch self {
        case .look, .hold: ", \(size.short) IOD"
        case .tilt, .holdTilt: ", \(size.short)°"
        case .expression, .holdExpression: ", \(size.short)"
        case .taught: ", likeness \(size.short)"
        case .nod, .shake: ", \(Int(size)) swings"
        case .gaze: ""
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
