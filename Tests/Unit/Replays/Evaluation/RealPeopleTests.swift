import Appliance
import Pipeline
import Replays
import Testing
import TestSupport

/// Uses the traces in Tests/traces, so that rates for real people are tested without the footage.
@Suite("Traces of real people")
struct RealPeopleTests {
    private func evaluation(_ accuracy: Accuracy, _ folder: String) throws -> Evaluation {
        try Evaluation(folder: "\(Checkout.root)Tests/traces/\(accuracy)/\(folder)", configuration: Configuration()) { _ in }
    }

    @Test("people who talk without gesturing cause at most 4 gestures an hour, and no nod or shake", arguments: Accuracy.allCases)
    func talking(accuracy: Accuracy) throws {
        let talking = try evaluation(accuracy, "talking")
        let perHour = try #require(talking.total.falsePerHour(in: talking.hours))
        #expect(talking.clips.count == 75 && talking.hours > 0.48)
        #expect(perHour <= 4, "\(perHour)")
        let answers = ["nod", "shake"].compactMap { talking.gestures[$0]?.falseActivations }.reduce(0, +)
        #expect(answers == 0, "\(answers)")
    }

    @Test("all intended gestures are found, and nothing else", arguments: Accuracy.allCases)
    func meant(accuracy: Accuracy) throws {
        let meant = try evaluation(accuracy, "meant").total
        #expect(meant.labels == 17 && meant.hits == 17, "\(meant.hits)")
        #expect(meant.falseActivations == 0, "\(meant.falseActivations)")
    }
}
