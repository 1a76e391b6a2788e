extension Rejection.Rule {
    /// The text printed by `nodline why`. `{value}` and `{bound}` stand for the numbers, with ° for an angle.
    var sentence: String {
        switch self {
        case .tooSmall: "too small: {value} eye distances, it needs {bound}"
        case .offAxis: "diagonal: the smaller component is {value} of the larger one, at most {bound} is allowed"
        case .severalDirections: "it went in several directions"
        case .tooShort: "too short: back after {value} s, it needs {bound} s"
        case .tooLong: "too long: {value} s, at most {bound} s is allowed for a look"
        case .crept: "too slow: {value} s from rest to the threshold, at most {bound} s is allowed"
        case .wandering: "it wandered: the straight way is {value} of the path, it needs {bound}"
        case .carried: "the head moved as a whole by {value} eye distances; a turn or tilt of this size moves it by at most {bound}"
        case .startled: "it went out {value} times as fast as it came back, as a startle does; a look at most {bound} times"
        case .tilted: "the head tilted by {value°}; at most {bound°} is allowed for a turn of this size"
        case .leaned: "the head came nearer or went back ({value} times its size, at most {bound})"
        case .notRested: "the head had rested for {value} s before, it needs {bound} s"
        case .rebound: "the head swung past rest by {value} eye distances on its way back; a gesture needs {bound} there"
        case .talking: "talking: the lips moved by {value} eye distances a second, at most {bound} is allowed"
        case .blinked: "a blink: the eyes were shut for {value} s, it needs {bound} s"
        case .yawned: "a yawn: the mouth was still opening after {value} s, at most {bound} s is allowed"
        case .opened: "the mouth opened by {value} eye distances meanwhile, at most {bound} is allowed"
        case .turned: "the head was turned by {value} eye distances meanwhile, at most {bound} is allowed"
        case .eyesAlong: "the eyes went with the head, as of somebody who looks there"
        case .eyesAhead: "the eyes stayed where they were; this gesture asks for eyes that go along"
        case .eyesUnclear: "the eyes neither stayed where they were nor went along clearly"
        case .eyesUnknown: "the eyes could not be seen"
        case .notDwelt: "looked away after {value} s; the zone needs {bound} s"
        case .wandered: "the eyes moved on after {value} s, as in reading; they must rest for {bound} s"
        case .unlikely: "more like an ordinary movement than a gesture: {value} points of {bound} that it needs"
        case .restless: "{value} quick swings that are neither a nod nor a shake"
        case .burst: "too many gestures in a short time ({value}); the head must be still first"
        case .repeated: "repeated after {value} s; ignore_repeat is {bound} s"
        case .notHeld: "beyond the threshold for {value} s; a hold needs {bound} s"
        case .notEnded: "the previous hold had not ended: the head came back to {value} eye distances, the idle zone is {bound}"
        case .notBack: "the head did not come back: it stayed {value} eye distances from its rest, the idle zone is {bound}"
        case .tooFew: "{value} of the {bound} swings that it needs"
        case .cameBack: "the head went back to where it had rested before"
        case .tooDifferent: "unlike the taught movement: likeness {value}, it needs {bound}"
        case .tooSlow: "slower than it was taught: {value} s, at most {bound} s is allowed"
        case .tooQuick: "quicker than it was taught: {value} s, it needs {bound} s"
        case .tooWeak: "smaller than it was taught: {value} times its size, it needs {bound}"
        case .tooStrong: "larger than it was taught: {value} times its size, at most {bound} is allowed"
        case .movedOn: "the head moved on instead of resting afterwards, by {value} of the movement; at most {bound} is allowed"
        case .off: "this kind of gesture is switched off"
        case .interrupted: "it was interrupted after {value} s"
        }
    }
}

extension Rejection: CustomStringConvertible {
    /// The rule with its numbers and the setting that would have been enough: "too small: 0.16 eye distances, it needs 0.18 (threshold_left =
    /// 0.16 would be enough)".
    public var description: String {
        guard let remedy else { return reason + sum }
        return reason + sum + " (\(remedy.key) = \(remedy.value.withTwoDecimals) would be enough)"
    }

    private var sum: String { points.map { ": \($0)" } ?? "" }

    private var reason: String {
        var text = ""
        let sentence = switch rule {
        case .tooSmall where shoulder != nil: "too small: {value}°, it needs {bound}°"
        case .tooSmall where expression == .eyesClosed: "the eyes were not shut: less open by {value} than at rest, it needs {bound}"
        case .tooSmall where expression == .brows: "the brows rose too little: by {value} of their height at rest, it needs {bound}"
        case .tooSmall where expression == .smile: "the smile was too small: {value} beyond rest, it needs {bound}"
        case .notRested where expression == .brows || expression == .smile:
            "the face had been at rest, or stayed at rest, for {value} s; it needs {bound} s, because speech moves it again"
        case .notRested where expression == .mouth: "the mouth had been shut, or stayed shut, for {value} s; it needs {bound} s, because speech opens it again"
        case .notRested where expression == .eyesClosed: "the eyes had been open for {value} s before, it needs {bound} s"
        default: rule.sentence
        }
        for part in sentence.split(separator: "{", omittingEmptySubsequences: false) {
            guard let end = part.firstIndex(of: "}") else {
                text += part
                continue
            }
            switch part[..<end] {
            case "value": text += value.withTwoDecimals
            case "bound": text += bound.withTwoDecimals
            case "value°": text += value.degrees
            default: text += bound.degrees
            }
            text += part[part.index(after: end)...]
        }
        return text
    }
}

extension Double {
    /// With two decimals at most, without Foundation.
    package var withTwoDecimals: String {
        guard magnitude < 1e12 else { return "\(self)" }
        let hundredths = Int((self * 100).rounded())
        let (whole, part) = hundredths.magnitude.quotientAndRemainder(dividingBy: 100)
        let fraction = part == 0 ? "" : part % 10 == 0 ? ".\(part / 10)" : part < 10 ? ".0\(part)" : ".\(part)"
        return (hundredths < 0 ? "-" : "") + "\(whole)" + fraction
    }

    /// An angle in radians, as text in degrees.
    fileprivate var degrees: String { "\((self * 180 / Double.pi).rounded().withTwoDecimals)°" }
}
