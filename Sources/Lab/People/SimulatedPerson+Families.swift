import Traces

/// People with whom the rules were not made.
extension SimulatedPerson.Family {
    package static let unseen = Self(
        "unseen", dropped: 0...0.15, light: 1...5, wander: 0.2...0.9, sway: 0.004...0.025, cadence: 0.67...1.5, askew: 0.25, overshoot: 0...0.25,
        outPart: 0.35...0.65, rates: [8, 12, 15, 20, 24, 30], isRangeFactor: true)
    package static let last = Self(
        "last", dropped: 0...0.12, light: 1...4.5, wander: 0.3...0.8, sway: 0.01...0.03, cadence: 0.65...1.5, askew: 0.3, overshoot: 0...0.3,
        outPart: 0.3...0.7)
    /// Set before the single run that was made with it; wider than all ranges with which the rules were made.
    package static let fresh = Self(
        "fresh", dropped: 0...0.15, light: 1...5, wander: 0.2...0.9, sway: 0.006...0.032, cadence: 0.6...1.6, askew: 0.32, overshoot: 0...0.32,
        outPart: 0.28...0.7, isRangeFactor: true, startlesBothWays: true)
    /// Set before the single run that predicted rates were judged by.
    package static let novel = Self(
        "novel", dropped: 0...0.12, light: 1...5, wander: 0.2...1, sway: 0.005...0.03, cadence: 0.6...1.5, askew: 0.3, overshoot: 0...0.3,
        outPart: 0.28...0.65)

    package static let all = [tuned, unseen, last, fresh, novel]
}
