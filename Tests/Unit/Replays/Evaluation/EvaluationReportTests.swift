import Appliance
import FoundationEssentials
import Gestures
import Replays
import Testing
import TestSupport

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
        #expect(html.contains("right was missed") && html.contains("left fired falsely"))
        #expect(html.components(separatedBy: "data:image/bmp;base64,").count - 1 >= 16)
        #expect(html.contains("<polyline"))
    }

    @Test("a clip without labels is reported as such, and all that fired in it counts as false")
    func unlabelled() throws {
        let folder = try folder()
        try FileManager.default.removeItem(atPath: folder.path + "/a.csv")
        let page = folder.path + "/report.html"
        let run = try Program(["evaluate", folder.path, "--report", page])
        #expect(run.output.contains("Without labels: a. All that fired there (1) counts as false"))
        #expect(try String(contentsOfFile: page, encoding: .utf8).contains("Without labels: a."))
        #expect(try Program(["evaluate", folder.path, "--json"]).output.contains("\"labelled\" : false"))
        _ = try folder.file("a.csv", "start,end,gesture\n")
        #expect(try !Program(["evaluate", folder.path]).output.contains("Without labels"))
    }

    @Test("if no refusal explains a miss, the page says how near the head came")
    func approach() throws {
        let thresholds = Configuration().gestures.thresholds
        let points = [(0.0, nil), (1.0, HeadOffset(left: 0.05, up: 0)), (2.0, HeadOffset(left: 0.02, up: -0.15)), (3.0, HeadOffset(left: .nan, up: 9))]
            .map { TracePoint(time: $0.0, offset: $0.1, thresholds: thresholds, idleZone: 0.1) }
        let approach = try #require(Approach(nearestIn: points))
        #expect(approach.time == 2 && approach.direction == .down && approach.distance == 0.15 && approach.threshold == thresholds.down)
        #expect(approach.words.hasPrefix("The head went furthest down, 0.15 eye distances at 2 s; a gesture needs "))
        #expect(Approach(nearestIn: points.prefix(1)) == nil)
        let folder = try TemporaryFolder(), page = folder.path + "/report.html"
        _ = try folder.file("a.heads", "t,certain\n" + (0..<40).map { "\(Double($0) / 10)\n" }.joined())
        _ = try folder.file("a.csv", "start,end,gesture\n1,2,left\n")
        #expect(try Program(["evaluate", folder.path, "--report", page]).status == 0)
        #expect(try String(contentsOfFile: page, encoding: .utf8).contains("The head was not measured here"))
    }

    @Test("a label that begins after the clip's end is a miss, and the page says why")
    func lateLabel() throws {
        let folder = try TemporaryFolder()
        _ = try folder.file("a.heads", "t,certain\n0\n1\n2\n")
        _ = try folder.file("a.csv", "start,end,gesture\n4,5,left\n")
        let page = folder.path + "/report.html"
        #expect(try Program(["evaluate", folder.path, "--report", page]).status == 0)
        #expect(try String(contentsOfFile: page, encoding: .utf8).contains("The clip ends at 2 s, before this label begins"))
    }

    @Test("a name cannot insert markup into a page, not even after a character that joins the next one", arguments: [
        ("\u{0600}<b>", "\u{0600}&lt;b&gt;"), ("\u{110BD}\"'\u{0600}&", "\u{110BD}&quot;&#39;\u{0600}&amp;"),
        ("a\u{0}\u{1B}[2J", "a\u{FFFD}\u{FFFD}[2J"), ("ä€😀 <", "ä€😀 &lt;"),
    ])
    func escaped(text: String, expected: String) {
        #expect(Array(text.htmlEscaped.unicodeScalars) == Array(expected.unicodeScalars))
    }

    @Test("explanations name the rule with value and bound")
    func explained() throws {
        let folder = try folder()
        _ = try folder.file("strict.toml", "[gestures]\nthreshold_left = 2\n")
        let run = try Program(["evaluate", folder.path, "--config", folder.path + "/strict.toml", "--explain"])
        #expect(run.lines.contains { $0.contains("← left: ") && $0.contains("eye distances, it needs 2") })
    }
}
