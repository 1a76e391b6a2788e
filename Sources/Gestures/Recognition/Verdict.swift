/// The result of a movement or of several swings: a gesture, a hold that may begin, or the rule that was broken.
package struct Verdict: Equatable {
    package enum Outcome: Equatable {
        case gesture(GestureEvent.Kind)
        /// ``HeldGestures`` begins it, if no rule withholds it.
        case hold(HeadGesture)
        case rejection(Rejection)
    }

    package var outcome: Outcome
    /// Its interval and threshold.
    package var journey: Journey

    static func gesture(_ kind: GestureEvent.Kind, _ journey: Journey) -> Verdict { Verdict(outcome: .gesture(kind), journey: journey) }

    /// A nod or a shake.
    static func gesture(_ gesture: HeadGesture, swings: Int, _ journey: Journey) -> Verdict {
        .gesture(.recognised(gesture, size: Double(swings), duration: journey.ended - journey.began), journey)
    }

    static func hold(_ gesture: HeadGesture, _ journey: Journey) -> Verdict { Verdict(outcome: .hold(gesture), journey: journey) }

    static func rejection(_ rejection: Rejection, _ journey: Journey) -> Verdict {
        Verdict(outcome: .rejection(rejection), journey: journey)
    }
}
