// Why something was no gesture, for a person.
import Gestures

extension Rejection {
    /// The rule with its numbers, for example "0.15 eye distances, a gesture needs 0.18".
    package var words: String {
        func short(_ value: Double) -> String { JSONLine.number((value * 100).rounded() / 100) }
        let (value, bound) = (short(value), short(bound))
        func degrees(_ radians: Double) -> String { "\(Int((radians * 180 / Double.pi).rounded()))°" }
        return switch rule {
        case .tooSmall: "\(value) eye distances far, it needs \(bound)"
        case .offAxis: "between two directions: the smaller part is \(value) of the larger one, at most \(bound) is allowed"
        case .severalDirections: "it went in several directions"
        case .tooShort: "back after \(value) s, a twitch; it needs \(bound) s"
        case .tooLong: "it took \(value) s; a stroke takes at most \(bound) s"
        case .crept: "it crept out within \(value) s; a gesture takes at most \(bound) s from the zone to the threshold"
        case .wandering: "it wandered: there and back is \(value) of the way, it needs \(bound)"
        case .carried: "the head moved as a whole by \(value) eye distances; turning so far moves it by at most \(bound)"
        case .startled: "it went out \(value) times as fast as it came back, as a startle does; a look at most \(bound) times"
        case .tilted: "the head tilted by \(degrees(self.value)); at most \(degrees(self.bound)) goes with such a turn"
        case .leaned: "the head came nearer or went back (\(value) times its size, at most \(bound))"
        case .notRested: "the head had rested for \(value) s before, it needs \(bound) s"
        case .rebound: "the head swung past rest by \(value) eye distances on its way back; a gesture needs \(bound) there"
        case .restless: "\(value) quick swings that are neither a nod nor a shake"
        case .burst: "too many gestures in a short time (\(value)); the head must be calm first"
        case .repeated: "again after \(value) s; the filter wants \(bound) s"
        case .off: "this kind of gesture is switched off"
        case .interrupted: "it was interrupted after \(value) s"
        }
    }
}
