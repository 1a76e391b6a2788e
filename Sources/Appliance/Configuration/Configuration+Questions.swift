import Gestures

/// What an open question keeps from counting, of what a configuration uses: taught gestures and looks at zones, and axes rest.
package enum QuestionCost: Sendable {
    case nothing
    case something
    /// Nobody can call meanwhile.
    case everything
}

extension Configuration {
    /// What a question takes from the person.
    var questionCost: QuestionCost {
        let bound = outputs.flatMap(\.gestures), lasting = bound.filter { !$0.waitsForAnswer }
        let costs = bound.count > lasting.count || !axes.isEmpty || taught.isOn && !gestures.taught.isEmpty
        guard costs else { return .nothing }
        return lasting.isEmpty && !(bound.isEmpty && axes.isEmpty) ? .everything : .something
    }
}

extension HeadGesture {
    /// Whether it does not count while a question is asked.
    fileprivate var waitsForAnswer: Bool {
        switch self {
        case .taught, .gaze: true
        case .look, .hold, .nod, .shake, .tilt, .holdTilt, .expression, .holdExpression: false
        }
    }
}
