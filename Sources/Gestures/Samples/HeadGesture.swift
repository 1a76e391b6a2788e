/// A kind of gesture. Its description is the name that configurations and labels use: `left`, `hold-left`, `nod`.
public enum HeadGesture: Hashable, Sendable, CustomStringConvertible {
    /// The head moves out and back.
    case stroke(HeadDirection)
    /// The head moves out and stays.
    case hold(HeadDirection)
    /// A nod, up and down: yes.
    case nod
    /// A shake, from side to side: no.
    case shake

    /// Every gesture, strokes first.
    public static let all: [HeadGesture] = HeadDirection.allCases.map(HeadGesture.stroke) + HeadDirection.allCases.map(HeadGesture.hold)
        + [.nod, .shake]

    /// The gesture of a name, or `nil` if there is none.
    public init?(_ name: String) {
        guard let gesture = Self.all.first(where: { $0.description == name }) else { return nil }
        self = gesture
    }

    /// `nil` for nods and shakes.
    var direction: HeadDirection? {
        switch self {
        case .stroke(let direction), .hold(let direction): direction
        case .nod, .shake: nil
        }
    }

    public var description: String {
        switch self {
        case .stroke(let direction): direction.rawValue
        case .hold(let direction): "hold-\(direction.rawValue)"
        case .nod: "nod"
        case .shake: "shake"
        }
    }
}
