/// A rule that every gesture must satisfy: a row of ``table``.
///
/// The recogniser applies the rows, `nodline why` names the row that was broken, and the list in docs/lab/rules.md is generated from them. A
/// new rule is a new row, and a feature of `HeadMovement` if it measures something new.
public struct GestureRule: Sendable {
    /// Stage of a movement at which a rule is applied. In each stage the first broken rule decides.
    public enum Stage: String, CaseIterable, Sendable {
        /// The head is back: the movement may be a look, or a swing of a nod or a shake.
        case movement
        /// The same, in relation to the movement before.
        case sequel
        /// The movement stands alone: it may be a look.
        case look
        /// The head is still out: a hold may begin.
        case hold
        /// The head stays out without a gesture: the reason why it rests there now.
        case posture
        /// Several quick swings that waited for each other are over.
        case several = "several swings"
        /// A gesture was recognised and may be reported.
        case report
        /// The movement ended without being judged.
        case end
        /// Mouth, lids or brows moved.
        case face
        /// The eyes rest on a zone.
        case gaze
        /// The movement is like one that was taught.
        case taught
        /// The head tilts towards a shoulder.
        case tilt
    }

    /// The name under which the recogniser reports it.
    public let name: Rejection.Rule
    public let stages: [Stage]
    /// The measured quantity.
    public let feature: String
    /// Its limit: a key of the configuration or a number that has none.
    public let limit: String

    /// Value and limit if a movement breaks the rule, otherwise `nil`. Rules of other stages are checked where they are applied.
    let check: (@Sendable (HeadMovement, EffectiveThresholds) -> Breach?)?
    /// Whether the table itself applies it, to a `HeadMovement`.
    package var isApplied: Bool { check != nil }
    /// The source of the direction in a rejection.
    let side: Side

    typealias Breach = (value: Double, bound: Double)

    enum Side: Sendable {
        case judgedPoint, peak, body, none
    }

    /// Whether evidence of another kind may outweigh it.
    let yields: Bool

    init(_ name: Rejection.Rule, _ stages: [Stage], _ feature: String, _ limit: String,
         side: Side = .judgedPoint, yields: Bool = false,
         check: (@Sendable (HeadMovement, EffectiveThresholds) -> Breach?)? = nil) {
        self.name = name
        self.stages = stages
        self.feature = feature
        self.limit = limit
        self.check = check
        self.side = side
        self.yields = yields
    }

    func direction(of movement: HeadMovement) -> HeadDirection? {
        switch side {
        case .judgedPoint: movement.direction
        case .peak: movement.peakDirection
        case .body: movement.body.direction
        case .none: nil
        }
    }

    static func atLeast(_ bound: Double, _ value: Double, tolerance: Double = 0) -> Breach? {
        value < bound - tolerance ? (value, bound) : nil
    }

    static func atMost(_ bound: Double, _ value: Double, tolerance: Double = 0) -> Breach? {
        value > bound + tolerance ? (value, bound) : nil
    }
}

/// The rules of one stage, in their order.
struct RuleStage: Sendable {
    private let rules: [GestureRule]

    private init(_ stage: GestureRule.Stage) { rules = GestureRule.table.filter { $0.stages.contains(stage) } }

    static let movement = RuleStage(.movement)
    static let sequel = RuleStage(.sequel)
    static let look = RuleStage(.look)
    static let hold = RuleStage(.hold)
    static let posture = RuleStage(.posture)

    /// The first rule that a movement breaks.
    /// - Parameter yielding: without the rules that yield to evidence.
    func objection(to movement: HeadMovement, _ thresholds: EffectiveThresholds, yielding: Bool = false) -> Rejection? {
        for rule in rules where !yielding || !rule.yields {
            guard let (value, bound) = rule.check?(movement, thresholds) else { continue }
            return Rejection(rule: rule.name, value: value, bound: bound, direction: rule.direction(of: movement))
        }
        return nil
    }
}
