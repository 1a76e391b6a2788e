import Appliance
import FoundationEssentials
import Gestures
import TestSupport
import Testing

@Suite("Evaluation report and explanations")
struct EvaluationReportTests {
    /// A simulated clip with one look to the left, labelled as a look to the right.
    private func folder() throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        let made = try Program(["simulate", "--script", "fps 15; still 2s; look left; still 1s", "-o", folder.path + "/a.y4m"])
        #expect(made.status == 0)
        _ = try folder.file("a.csv", "start,end,gesture\n2,2.7,right\n")
        return folder
    }

    @Test("the page shows each miss and each false activation with frames, trace and label")
    func page() throws {
        let folder = try folder()
        let page = folder.path + "/report.html"
        #expect(try Program(["evaluate", folder.path, "--report", page]).status == 0)
        let html = try String(contentsOfFile: page, encoding: .utf8)
        #expect(html.contains("right was meant and missed") && html.contains("left fired by itself"))
        #expect(html.components(separatedBy: "data:image/bmp;base64,").count - 1 >= 16)
        #expect(html.contains("<polyline"))
    }

    @Test("explanations name the rule with value and bound")
    func explained() throws {
        let folder = try folder()
        _ = try folder.file("strict.toml", "[gestures]\nthreshold_left = 2\n")
        let run = try Program(["evaluate", folder.path, "--config", folder.path + "/strict.toml", "--explain"])
        #expect(run.lines.contains { $0.contains("← left: ") && $0.contains("eye distances far, it needs 2") })
    }

    @Test("the log of refusals keeps the last minutes in order, and nothing else")
    func log() {
        var log = RefusalLog()
        let refusal = GestureEvent.Kind.rejected(Rejection(rule: .crept, value: 1, bound: 0.3))
        for second in 0..<600 {
            log.add(GestureEvent(time: Double(second), kind: refusal))
            log.add(GestureEvent(time: Double(second), kind: .paused))
        }
        let recent = log.recent(at: 600)
        #expect(recent.first?.time == 344 && recent.last?.time == 599 && recent.count == 256)
        #expect(log.recent(at: 895).count == 5)
    }
}
