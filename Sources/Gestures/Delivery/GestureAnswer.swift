/// The answer to a question, see ``GestureRecognizer/ask(at:timeout:_:)``.
public enum GestureAnswer: String, CaseIterable, Sendable {
    /// A nod.
    case yes
    /// A shake.
    case no
    /// No clear answer came in time, or the question was withdrawn.
    case none

    init?(_ kind: GestureEvent.Kind) {
        switch kind.gesture {
        case .nod: self = .yes
        case .shake: self = .no
        default: return nil
        }
    }
}
