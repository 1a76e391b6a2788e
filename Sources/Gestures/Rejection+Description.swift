extension Rejection: CustomStringConvertible {
    /// The rule with its numbers and the setting that would have been enough: "0.16 eye distances far, it needs 0.18 (threshold_left =
    /// 0.16 would be enough)".
    public var description: String {
        guard let remedy else { return reason }
        return reason + " (\(remedy.key) = \(remedy.value.short) would be enough)"
    }

    private var reason: String {
        let (value, bound) = (value.short, bound.short)
        func degrees(_ radians: Double) -> String { "\((radians * 180 / Double.pi).rounded().short)°" }
        return switch rule {
        case .tooSmall: "\(value) eye distances far, it needs \(bound)"
        case .offAxis: "between two directions: the smaller part is \(value) of the larger one, at most \(bound) is allowed"
        case .severalDirections: "it went in several directions"
        case .tooShort: "back after \(value) s, a twitch; it needs \(bound) s"
        case .tooLong: "it took \(value) s; a stroke takes at most \(bound) s"
        case .crept: "too slow: \(value) s from rest to the threshold, at most \(bound) s is allowed"
        case .wandering: "it wandered: there and back is \(value) of the way, it needs \(bound)"
        case .carried: "the head moved as a whole by \(value) eye distances; turning so far moves it by at most \(bound)"
        case .startled: "it went out \(value) times as fast as it came back, as a startle does; a look at most \(bound) times"
        case .tilted: "the head tilted by \(degrees(self.value)); at most \(degrees(self.bound)) goes with such a turn"
        case .leaned: "the head came nearer or went back (\(value) times its size, at most \(bound))"
        case .notRested: "the head had rested for \(value) s before, it needs \(bound) s"
        case .rebound: "the head swung past rest by \(value) eye distances on its way back; a gesture needs \(bound) there"
        case .talking: "talking: the lips moved by \(value) eye distances a second, at most \(bound) is allowed"
        case .restless: "\(value) quick swings that are neither a nod nor a shake"
        case .burst: "too many gestures in a short time (\(value)); the head must be calm first"
        case .repeated: "again after \(value) s; the filter wants \(bound) s"
        case .notHeld: "out for \(value) s; a hold takes \(bound) s"
        case .notEnded: "the hold before had not ended: the head came back to \(value) eye distances, the idle zone is \(bound)"
        case .tooFew: "\(value) of the \(bound) swings that it needs"
        case .cameBack: "the head went back to where it had rested before"
        case .off: "this kind of gesture is switched off"
        case .interrupted: "it was interrupted after \(value) s"
        }
    }
}

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
        case .rejected(let rejection): "no gesture\(rejection.direction.map { " \($0)" } ?? ""): \(rejection)"
        case .calibrationTimedOut(let jump): "calibration timed out, the head jumps by \(jump.short) IOD"
        case .paused: "paused"
        case .resumed: "resumed"
        case .armed(let until): "a question is asked, until \(until.short) s"
        case .answer(let answer): "the answer: \(answer.rawValue)"
        case .reset: "some events were lost"
        }
    }
}

extension Point {
    fileprivate var words: String { "(\(x.short), \(y.short))" }
}

extension Double {
    /// With two decimals at most, without Foundation.
    fileprivate var short: String {
        guard magnitude < 1e12 else { return "\(self)" }
        let hundredths = Int((self * 100).rounded())
        let (whole, part) = hundredths.magnitude.quotientAndRemainder(dividingBy: 100)
        let fraction = part == 0 ? "" : part % 10 == 0 ? ".\(part / 10)" : part < 10 ? ".0\(part)" : ".\(part)"
        return (hundredths < 0 ? "-" : "") + "\(whole)" + fraction
    }
}
