import Gestures
import Testing

/// A movement that one row of the table refuses, and the same with that row's limit changed, or a movement that keeps to it: it shows that the rule
/// does what its row says.
struct RuleCheck: Sendable, CustomTestStringConvertible {
    typealias Change = (inout GestureConfiguration) -> Void

    let rule: Rejection.Rule
    let stage: GestureRule.Stage
    /// How the row begins to say what is measured.
    let feature: String
    /// What is refused of a movement that breaks the rule, and of one that keeps it.
    let broken: @Sendable () throws -> [Rejection]
    let kept: @Sendable () throws -> [Rejection]

    init(_ stage: GestureRule.Stage, _ rule: Rejection.Rule, _ feature: String, broken: @escaping @Sendable () throws -> [Rejection],
         kept: @escaping @Sendable () throws -> [Rejection]) {
        (self.stage, self.rule, self.feature, self.broken, self.kept) = (stage, rule, feature, broken, kept)
    }

    /// - Parameter change: lets the same movement keep the rule.
    init(_ stage: GestureRule.Stage, _ rule: Rejection.Rule, _ feature: String, without change: @escaping @Sendable (inout GestureConfiguration) -> Void,
         _ play: @escaping @Sendable (Change) throws -> [Rejection]) {
        self.init(stage, rule, feature, broken: { try play { _ in } }, kept: { try play(change) })
    }

    func isOf(_ row: GestureRule) -> Bool { row.name == rule && row.stages.contains(stage) && row.feature.hasPrefix(feature) }

    var testDescription: String { "\(stage.rawValue): \(rule.rawValue), \(feature)" }
}

@Suite("Checks of rules")
struct RuleCheckTests {
    static let checks = RuleCheck.reports + RuleCheck.faces + RuleCheck.gazes + RuleCheck.taught + RuleCheck.tilts

    @Test("every rule that the table does not apply itself has one check, and every check a rule")
    func complete() {
        for row in GestureRule.table where !row.isApplied {
            #expect(Self.checks.count { $0.isOf(row) } == 1, "\(row.stages): \(row.name), \(row.feature)")
        }
        for check in Self.checks { #expect(GestureRule.table.count(where: check.isOf) == 1, "\(check.testDescription)") }
    }

    @Test("a movement that breaks a rule is refused by it, and one that keeps it is not", arguments: checks)
    func shown(check: RuleCheck) throws {
        let refused = try check.broken()
        #expect(refused.contains { $0.rule == check.rule }, "\(refused)")
        let kept = try check.kept()
        #expect(!kept.contains { $0.rule == check.rule }, "\(kept)")
    }
}
