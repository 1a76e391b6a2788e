import Gestures
import Outputs

/// Finds what the person is told in what the recogniser says.
///
/// Gestures on which nothing hangs are passed over, unless there is none on which something does: a click would say that
/// something has happened.
package struct CueFinder: Sendable {
    /// A movement was nearly a gesture if what was measured missed the rule's bound by at most this part of it.
    private static let near = 0.25
    /// Seconds after a cue in which no refusal is told: the way back from a gesture, or a movement that broke two rules.
    private static let pause = 1.0

    /// What somebody wants to be told.
    private let wanted: Set<Cue>
    private let bound: Set<HeadGesture>
    private var isQuestionAsked = false
    private var lastTold = -Double.infinity

    package init(_ configuration: Configuration) {
        wanted = Set(configuration.feedback.sounds + configuration.outputs.flatMap(\.feedback))
        bound = configuration.boundGestures
    }

    /// What is told of an event, if anything.
    package mutating func cue(for event: GestureEvent) -> Cue? {
        guard let cue = meaning(of: event), wanted.contains(cue) else { return nil }
        if cue == .refused, event.time - lastTold < Self.pause { return nil }
        lastTold = event.time
        return cue
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
            if case .hold = gesture { return .held }
            return .recognised
        }
    }

    private func counts(_ gesture: HeadGesture) -> Bool {
        switch gesture {
        case .nod, .shake: isQuestionAsked || bound.isEmpty || bound.contains(gesture)
        case .stroke, .hold: !isQuestionAsked && (bound.isEmpty || bound.contains(gesture))
        }
    }

    /// A movement that was meant and fell short: one that the person can make larger, straighter, slower or quicker. What broke another
    /// rule was hardly meant: a startle, a swing past rest, a burst.
    private func isNear(_ rejection: Rejection) -> Bool {
        guard [.tooSmall, .offAxis, .tooShort, .tooLong, .notHeld, .crept, .wandering].contains(rejection.rule) else { return false }
        guard rejection.bound > 0, (rejection.value / rejection.bound - 1).magnitude <= Self.near else { return false }
        guard let direction = rejection.direction else { return true }
        return counts(.stroke(direction)) || counts(.hold(direction)) || counts(direction.isHorizontal ? .shake : .nod)
    }
}
