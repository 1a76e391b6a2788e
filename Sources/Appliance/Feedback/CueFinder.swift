import Gestures
import Outputs

/// Chooses the feedback for the recogniser's events.
///
/// A gesture that drives nothing gives no feedback, unless no gesture drives anything: a click would tell the person that something
/// has happened.
package struct CueFinder: Sendable {
    /// A movement was nearly a gesture if its measured value missed the rule's bound by at most this fraction of it.
    private static let near = 0.25
    /// Seconds after a cue without feedback on refusals: they may be the way back from a gesture, or a movement that broke two rules.
    private static let pause = 1.0

    /// The cues that some output or sound uses.
    private let wanted: Set<Cue>
    private let bound: Set<HeadGesture>
    private var isQuestionAsked = false
    private var lastTold = -Double.infinity

    package init(_ configuration: Configuration) {
        wanted = Set(configuration.feedback.sounds + configuration.outputs.flatMap(\.feedback))
        bound = configuration.boundGestures
    }

    /// The feedback for an event, if there is any.
    package mutating func cue(for event: GestureEvent) -> Cue? {
        guard let cue = meaning(of: event), wanted.contains(cue) else { return nil }
        if cue == .refused, event.time - lastTold < Self.pause { return nil }
        lastTold = event.time
        return cue
    }

    /// The feedback for a step of a calibration, if there is any.
    package func cue(for event: ApplianceEvent) -> Cue? {
        let isStep = switch event {
        case .range(_, .asks), .range(_, .done), .range(_, .cancelled), .gaze(_, .asks), .gaze(_, .done), .gaze(_, .cancelled): true
        case .teach(_, _, .told(.next)), .teach(_, _, .kept), .teach(_, _, .refused), .teach(_, _, .cancelled): true
        default: false
        }
        return isStep && wanted.contains(.next) ? .next : nil
    }

    private mutating func meaning(of event: GestureEvent) -> Cue? {
        switch event.kind {
        case .paused: return .paused
        case .resumed: return .resumed
        case .armed:
            isQuestionAsked = true
            return .armed
        case .answer:
            isQuestionAsked = false
            return nil
        case .rejected(let rejection): return isNear(rejection) ? .refused : nil
        default:
            guard let gesture = event.kind.gesture, counts(gesture) else { return nil }
            return switch gesture {
            case .hold, .holdTilt, .holdExpression, .gaze: .held
            case .look, .tilt, .expression, .nod, .shake, .taught: .recognised
            }
        }
    }

    private func counts(_ gesture: HeadGesture) -> Bool {
        switch gesture {
        case .nod, .shake: isQuestionAsked || bound.isEmpty || bound.contains(gesture)
        case .look, .hold, .tilt, .holdTilt, .expression, .holdExpression, .gaze, .taught: !isQuestionAsked && (bound.isEmpty || bound.contains(gesture))
        }
    }

    /// A deliberate movement that fell short: the person can make it larger, straighter, slower or quicker. A movement that broke
    /// another rule was hardly deliberate: a startle, a swing past rest, a burst.
    private func isNear(_ rejection: Rejection) -> Bool {
        guard [.tooSmall, .offAxis, .tooShort, .tooLong, .notHeld, .crept, .wandering, .notDwelt,
               .tooDifferent, .tooSlow, .tooQuick, .tooWeak, .tooStrong].contains(rejection.rule) else { return false }
        guard rejection.bound > 0, (rejection.value / rejection.bound - 1).magnitude <= Self.near else { return false }
        if let taught = rejection.taught { return counts(.taught(taught)) }
        if let zone = rejection.zone { return counts(.gaze(zone)) }
        if let shoulder = rejection.shoulder { return counts(.tilt(shoulder)) || counts(.holdTilt(shoulder)) }
        if let expression = rejection.expression { return counts(.expression(expression)) || counts(.holdExpression(expression)) }
        guard let direction = rejection.direction else { return true }
        return counts(.look(direction)) || counts(.hold(direction)) || counts(direction.isHorizontal ? .shake : .nod)
    }
}
