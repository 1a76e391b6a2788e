import Appliance
import Lab
import Pipeline
import Testing
import TestSupport

/// On traces in Tests/traces, so that the rates of real people are guarded where there is no footage.
@Suite("Real people, as numbers")
struct RealPeopleTests {
    private func evaluation(_ accuracy: Accuracy, _ folder: String) throws -> Evaluation {
        try Evaluation(folder: "\(Checkout.root)Tests/traces/\(accuracy)/\(folder)", configuration: Configuration()) { _ in }
    }

    @Test("people who talk and mean nothing fire at most 8 gestures an hour, and no nod or shake", arguments: Accuracy.allCases)
    func talking(accuracy: Accuracy) throws {
        let talking = try evaluation(accuracy, "talking")
        let perHour = try #require(talking.total.falsePerHour(in: talking.hours))
        #expect(talking.clips.count == 75 && talking.hours > 0.48)
        #expect(perHour <= 8, "\(perHour)")
        let answers = ["nod", "shake"].compactMap { talking.gestures[$0]?.falseActivations }.reduce(0, +)
        #expect(answers == 0, "\(answers)")
    }

    @Test("gestures that are meant are found, and nothing else", arguments: Accuracy.allCases)
    func meant(accuracy: Accuracy) throws {
        let meant = try evaluation(accuracy, "meant").total
        #expect(meant.labels == 17 && meant.hits == 17, "\(meant.hits)")
        #expect(meant.falseActivations == 0, "\(meant.falseActivations)")
    }
}
