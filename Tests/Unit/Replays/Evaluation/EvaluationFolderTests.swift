import Appliance
import FoundationEssentials
import Pipeline
import Replays
import Testing
import TestSupport
import Traces

/// Folders of traces, which need no network.
@Suite("Folders of clips")
struct EvaluationFolderTests {
    /// A head that rests for 6 s.
    private static let trace = "t,certain,right_x,right_y,left_x,left_y,mouth_x,mouth_y,nose_x,nose_y\n"
        + (0...60).map { "\(Double($0) / 10),1,80,100,120,100,100,140,100,120" }.joined(separator: "\n")

    private func evaluation(_ files: [String: String]) throws -> Evaluation {
        let folder = try TemporaryFolder()
        for (name, text) in files { _ = try folder.file(name, text) }
        return try Evaluation(folder: folder.path, configuration: Configuration()) { _ in }
    }

    @Test("hidden files are not meant, and endings may be capitals")
    func hidden() throws {
        let evaluation = try evaluation(["a.heads": Self.trace, "B.HEADS": Self.trace, "._a.heads": "what macOS leaves", ".b.heads": "", "._a.csv": "x"])
        #expect(evaluation.clips.map(\.name) == ["B", "a"] && evaluation.isComplete)
    }

    @Test("a clip that is broken, or whose labels or settings are, is left out and named; the others have their result")
    func broken() throws {
        let evaluation = try evaluation(["a.heads": Self.trace, "b.heads": "t\nno trace", "c.heads": Self.trace, "c.csv": "1,2,lft", "d.heads": Self.trace, "d.toml": "x = 1",
                                         "e.heads": Self.trace, "e.csv": "1,2,nod"])
        #expect(evaluation.clips.map(\.name) == ["a", "e"] && evaluation.total.labels == 1)
        #expect(evaluation.failures.map(\.file) == ["b.heads", "c.heads", "d.heads"] && !evaluation.isComplete)
        #expect(evaluation.warnings.contains { $0.hasPrefix("c.heads is left out: ") && $0.contains("c.csv:1: \"lft\" is not a gesture") })
        #expect(EvaluationTable(evaluation).text.contains("Left out, because they cannot be read: b.heads, c.heads, d.heads."))
    }

    @Test("if no clip can be read, the first one's fault is thrown")
    func allBroken() throws {
        #expect(throws: LabelError.self) { try evaluation(["a.heads": "t\nno trace", "b.heads": "t\nx"]) }
    }

    @Test("labels whose name nearly fits are used, and it is said", arguments: ["a.CSV", "A.csv", "a.csv.txt", "a.heads.csv"])
    func nearNames(name: String) throws {
        let evaluation = try evaluation(["a.heads": Self.trace, name: "1,2,nod"])
        #expect(evaluation.clips.map(\.isLabelled) == [true] && evaluation.total.labels == 1)
        #expect(evaluation.warnings == ["a: \(name) is taken for its labels; expected a.csv"])
    }

    @Test("labels that belong to no clip are named if a clip has none; of two that nearly fit, none is taken")
    func strays() throws {
        let stray = try evaluation(["IMG_0001.heads": Self.trace, "IMG_001.csv": "1,2,nod"])
        #expect(stray.warnings == ["IMG_001.csv: there is no clip of that name; did you mean IMG_0001.csv, for IMG_0001.heads?"])
        let two = try evaluation(["a.heads": Self.trace, "a.CSV": "1,2,nod", "a.csv.txt": "3,4,nod"])
        #expect(two.clips.map(\.isLabelled) == [false] && two.warnings.contains { $0.contains("may be a.CSV or a.csv.txt") })
    }

    @Test("a file with labels is tried whatever its ending, but not the files that people keep beside a clip")
    func unknownEnding() throws {
        let evaluation = try evaluation(["a.heads": Self.trace, "a.csv": "", "a.jpg": "x", "a.xyz": "x", "b.qqq": "no clip", "b.csv": "1,2,nod", "notes.txt": "x", "notes.csv": "x"])
        #expect(evaluation.clips.map(\.name) == ["a"] && evaluation.failures.map(\.file) == ["b.qqq"])
    }

    @Test("labels of what is not looked for are named with the key that looks for it, and count neither as found nor as missed", arguments: [
        ("1,2,mouth\n3,4,mouth", "", "2 labels of mouth are neither found nor missed, because it is not looked for: mouth = true under [gestures]"),
        ("1,2,tilt-left", "", "one label of tilt-left is neither found nor missed, because it is not looked for: tilt = true under [gestures]"),
        ("1,2,nod", "[gestures]\nnod = false", "one label of nod is neither found nor missed, because it is not looked for: nod = true under [gestures]"),
        ("1,2,my-jerk", "", "one label of my-jerk is neither found nor missed, because it is not looked for: --taught FILE"),
    ])
    func unused(labels: String, settings: String, expected: String) throws {
        let evaluation = try evaluation(["a.heads": Self.trace, "a.csv": labels, "a.toml": "config_version = 1\n" + settings])
        #expect(evaluation.warnings == ["a: " + expected] && evaluation.total.labels == 0)
    }

    @Test("labels behind the clip's end and spans that overlap are named", arguments: [
        ("1,2,nod\n410,740,nod", ["one label ends behind the clip's last picture at 6 s, the first: nod from 410 to 740 s"]),
        ("1,2,nod\n5,9,nod\n7,8,left", ["2 labels end behind", "two labels overlap: nod from 5 to 9 s and left from 7 to 8 s"]),
        ("1,3,nod\n2,4,left\n3.5,5,up", ["labels overlap in 2 places, the first: nod from 1 to 3 s and left from 2 to 4 s"]),
        ("1,2,nod\n2,3,left\n0,6,ignore\n4,6.5,up", []), ("start,end,gesture\n", ["there are no labels"]), ("", ["there are no labels"]),
    ])
    func strangeLabels(text: String, expected: [String]) throws {
        let warnings = try evaluation(["a.heads": Self.trace, "a.csv": text]).warnings
        #expect(warnings.count == expected.count && zip(warnings, expected).allSatisfy { $0.hasPrefix("a: " + $1) }, "\(warnings)")
    }
}
