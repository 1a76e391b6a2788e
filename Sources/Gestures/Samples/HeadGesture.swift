/// A kind of gesture. Its description is the name that configurations and labels use: `left`, `hold-left`, `nod`, `gaze-NAME`.
public enum HeadGesture: Hashable, Sendable, CustomStringConvertible {
    /// The head moves out and back.
    case stroke(HeadDirection)
    /// The head moves out and stays.
    case hold(HeadDirection)
    /// A nod, up and down: yes.
    case nod
    /// A shake, from side to side: no.
    case shake
    /// The eyes rest on a zone: ``GazeZone``.
    case gaze(GestureName)

    /// Every gesture of the head, strokes first.
    public static let all: [HeadGesture] = HeadDirection.allCases.map(HeadGesture.stroke) + HeadDirection.allCases.map(HeadGesture.hold)
        + [.nod, .shake]

    /// The gesture of a name, or `nil` if there is none.
    public init?(_ name: String) {
        if name.hasPrefix(Self.gazePrefix) {
            guard let zone = GestureName(name.dropFirst(Self.gazePrefix.count)) else { return nil }
            self = .gaze(zone)
            return
        }
        guard let gesture = Self.all.first(where: { $0.description == name }) else { return nil }
        self = gesture
    }

    private static let gazePrefix = "gaze-"

    /// `nil` for nods, shakes and zones.
    var direction: HeadDirection? {
        switch self {
        case .stroke(let direction), .hold(let direction): direction
        case .nod, .shake, .gaze: nil
        }
    }

    public var description: String {
        switch self {
        case .stroke(let direction): direction.rawValue
        case .hold(let direction): "hold-\(direction.rawValue)"
        case .nod: "nod"
        case .shake: "shake"
        case .gaze(let zone): Self.gazePrefix + zone.description
        }
    }
}
