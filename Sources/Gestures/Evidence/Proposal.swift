/// The features of a movement; a missing one is not a number.
package struct Features: Sendable {
    private var values = SIMD32<Float>(repeating: .nan)

    package init() {}

    package subscript(feature: MovementFeature) -> Double? {
        get {
            let value = values[feature.rawValue]
            return value.isNaN ? nil : Double(value)
        }
        set { values[feature.rawValue] = newValue.map { Float($0) } ?? .nan }
    }
}

/// A movement that may have been meant as a gesture.
struct Proposal: Sendable {
    enum Kind: String, Sendable { case look, hold, nod, shake }

    var kind: Kind
    var direction: HeadDirection
    /// Seconds.
    var began: Double
    var ended: Double
    /// A series of which more swings may follow.
    var goesOn = false
    var features = Features()

    /// A swing that follows a series within this time is a part of it, in seconds; `nil` if it is over.
    var pause: Double? { goesOn ? features[.pace].map { 1.5 * $0 } : nil }
}
