/// A kind of gesture. Its description is the name that configurations and labels use: `left`, `hold-left`, `nod`, `tilt-left`,
/// `mouth`, `hold-eyes-closed`, `gaze-NAME`, `my-NAME`.
public enum HeadGesture: Hashable, Sendable, CustomStringConvertible {
    /// The head moves out and back.
    case look(HeadDirection)
    /// The head moves out and stays.
    case hold(HeadDirection)
    /// A nod, up and down: yes.
    case nod
    /// A shake, from side to side: no.
    case shake
    /// The head tilts towards a shoulder and back.
    case tilt(Shoulder)
    /// The head tilts towards a shoulder and stays.
    case holdTilt(Shoulder)
    /// The face moves and is back: the mouth opens or smiles, the eyes shut, the brows rise.
    case expression(FacialExpression)
    /// The face moves and stays.
    case holdExpression(FacialExpression)
    /// The eyes rest on a zone: ``GazeZone``.
    case gaze(GestureName)
    /// A movement that the person has taught: ``TaughtGesture``.
    case taught(GestureName)

    /// Turns of the head: looks first.
    public static let turns: [HeadGesture] = HeadDirection.allCases.map(HeadGesture.look) + HeadDirection.allCases.map(HeadGesture.hold)
        + [.nod, .shake]
    /// Tilts of the head: out and back first.
    public static let tilts: [HeadGesture] = Shoulder.allCases.map(HeadGesture.tilt) + Shoulder.allCases.map(HeadGesture.holdTilt)
    /// Gestures of the face: out and back first.
    public static let expressions: [HeadGesture] = FacialExpression.allCases.map(HeadGesture.expression) + FacialExpression.allCases.map(HeadGesture.holdExpression)
    /// Every gesture of head and face, turns first.
    public static let all: [HeadGesture] = turns + tilts + expressions

    /// The gesture of a name, or `nil` if there is none.
    public init?(_ name: String) {
        if name.hasPrefix(Self.gazePrefix) {
            guard let zone = GestureName(name.dropFirst(Self.gazePrefix.count)) else { return nil }
            self = .gaze(zone)
            return
        }
        if name.hasPrefix(Self.taughtPrefix) {
            guard let taught = GestureName(taught: name.dropFirst(Self.taughtPrefix.count)) else { return nil }
            self = .taught(taught)
            return
        }
        guard let gesture = Self.all.first(where: { $0.description == name }) else { return nil }
        self = gesture
    }

    private static let gazePrefix = "gaze-", taughtPrefix = "my-"

    /// Whether it lasts while head or face stay away from its rest.
    public var isHold: Bool {
        switch self {
        case .hold, .holdTilt, .holdExpression: true
        case .look, .tilt, .expression, .nod, .shake, .gaze, .taught: false
        }
    }

    package var isTilt: Bool {
        switch self {
        case .tilt, .holdTilt: true
        case .look, .hold, .nod, .shake, .expression, .holdExpression, .gaze, .taught: false
        }
    }

    /// `nil` for gestures of the head or the gaze.
    public var expression: FacialExpression? {
        switch self {
        case .expression(let expression), .holdExpression(let expression): expression
        case .look, .hold, .nod, .shake, .tilt, .holdTilt, .gaze, .taught: nil
        }
    }

    /// `nil` for nods, shakes, tilts, expressions, zones and taught gestures.
    package var direction: HeadDirection? {
        switch self {
        case .look(let direction), .hold(let direction): direction
        case .nod, .shake, .tilt, .holdTilt, .expression, .holdExpression, .gaze, .taught: nil
        }
    }

    public var description: String {
        switch self {
        case .look(let direction): direction.rawValue
        case .hold(let direction): "hold-\(direction.rawValue)"
        case .nod: "nod"
        case .shake: "shake"
        case .tilt(let shoulder): "tilt-\(shoulder.rawValue)"
        case .holdTilt(let shoulder): "hold-tilt-\(shoulder.rawValue)"
        case .expression(let expression): expression.rawValue
        case .holdExpression(let expression): "hold-\(expression.rawValue)"
        case .gaze(let zone): Self.gazePrefix + zone.description
        case .taught(let name): Self.taughtPrefix + name.description
        }
    }
}
