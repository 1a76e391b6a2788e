/// A movement whose reach a range calibration measures. Its description is the name of the gesture that is out and back.
public enum RangeMovement: Hashable, Sendable, CaseIterable, CustomStringConvertible {
    case turn(HeadDirection)
    case tilt(Shoulder)
    case expression(FacialExpression)

    public static let allCases: [RangeMovement] = turns + Shoulder.allCases.map(RangeMovement.tilt) + FacialExpression.allCases.map(RangeMovement.expression)
    public static let turns: [RangeMovement] = HeadDirection.allCases.map(RangeMovement.turn)

    /// The movement of a name, or `nil` if there is none.
    public init?(_ name: String) {
        guard let movement = Self.allCases.first(where: { $0.description == name }) else { return nil }
        self = movement
    }

    /// The movement of a gesture; `nil` for nods, shakes, zones and taught movements.
    public init?(_ gesture: HeadGesture) {
        switch gesture {
        case .look(let direction), .hold(let direction): self = .turn(direction)
        case .tilt(let shoulder), .holdTilt(let shoulder): self = .tilt(shoulder)
        case .expression(let expression), .holdExpression(let expression): self = .expression(expression)
        case .nod, .shake, .gaze, .taught: return nil
        }
    }

    public var description: String {
        switch self {
        case .turn(let direction): direction.rawValue
        case .tilt(let shoulder): "tilt-\(shoulder.rawValue)"
        case .expression(let expression): expression.rawValue
        }
    }

    public var direction: HeadDirection? { if case .turn(let direction) = self { direction } else { nil } }
    public var shoulder: Shoulder? { if case .tilt(let shoulder) = self { shoulder } else { nil } }
    public var expression: FacialExpression? { if case .expression(let expression) = self { expression } else { nil } }
}
