import Gestures

/// How readily gestures fire: limits that move together along the curve in docs/gestures.md. A limit's own key overrides it.
package enum Strictness: String, CaseIterable, Sendable {
    case relaxed, normal, strict

    func apply(to gestures: inout GestureConfiguration) {
        let normal = GestureConfiguration()
        switch self {
        case .relaxed:
            gestures.quietMouth = 0.2
            gestures.thresholds = .init(all: 0.15)
        case .normal:
            gestures.quietMouth = normal.quietMouth
            gestures.thresholds = normal.thresholds
        case .strict:
            gestures.quietMouth = 0.07
            gestures.thresholds = .init(all: 0.22)
        }
    }
}
