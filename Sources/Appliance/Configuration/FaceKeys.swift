import Gestures
import Settings

/// The keys of the movements of the face: for each whether it is reported, and how far it must go.
enum FaceKeys {
    static let all: [ConfigurationKey<Configuration>] = FacialExpression.allCases.flatMap { expression in [use(of: expression), threshold(of: expression)] }

    private typealias Key = ConfigurationKey<Configuration>

    private static func use(of expression: FacialExpression) -> Key {
        let offer = PageOffer(.face, about: [expression.rawValue])
        return Key(expression.key, .flag(\.gestures.expressions[isUsed: expression]), expression.words.use, offer: offer)
    }

    private static func threshold(of expression: FacialExpression) -> Key {
        let (unit, useful) = expression.scale, offer = PageOffer(.face, useful, step: 0.01, about: [expression.rawValue])
        let value = Key.Value.number(expression.thresholdRange, unit: unit, \.gestures.expressions[expression])
        return Key(expression.thresholdKey, value, expression.words.threshold, offer: offer)
    }
}

extension FacialExpression {
    fileprivate var words: (use: Meaning, threshold: Meaning) {
        switch self {
        case .mouth: ("""
            The mouth opens and shuts, or stays open; also when no output uses it: for programs that read events. Outputs with gesture =
            "mouth" or "hold-mouth" switch it on by themselves. It makes the face mesh run ten times a second even at rest.
            """, """
            How far the lips must part beyond their own distance at rest.
            """)
        case .eyesClosed: ("""
            The same for both eyes that shut for longer than a blink: "eyes-closed" and "hold-eyes-closed".
            """, """
            Part by which both eyes must be less open than at rest. The camera sees shut eyes as half as open, not as shut.
            """)
        case .brows: ("""
            The same for brows that rise: "brows" and "hold-brows".
            """, """
            Part by which the brows must stand higher over the bridge of the nose than at rest. Raised brows reach 0.06 to 0.17.
            """)
        case .smile: ("""
            The same for a smile: "smile" and "hold-smile". Nodline cannot tell a smile that is meant for it from one for a person.
            """, """
            Part by which the mouth must be wider and its corners nearer to the eyes than at rest. Smiles reach 0.2 to 0.4.
            """)
        }
    }

    /// The unit of its threshold, and the thresholds that are of use to people.
    fileprivate var scale: (unit: String, useful: ClosedRange<Double>) {
        switch self {
        case .mouth: ("IOD", 0.05...0.7)
        case .eyesClosed: ("", 0.1...0.7)
        case .brows: ("", 0.02...0.2)
        case .smile: ("", 0.04...0.6)
        }
    }
}
