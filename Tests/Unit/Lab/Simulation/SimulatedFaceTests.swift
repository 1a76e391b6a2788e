import Appliance
import FoundationEssentials
import Gestures
import Lab
import Replays
import Testing
import TestSupport
import Traces
import Wire

@Suite("Simulated faces")
struct SimulatedFaceTests {
    private static let bound = """
        [outputs.a]
        gesture = ["mouth", "eyes-closed", "brows", "smile"]
        [outputs.b]
        gesture = ["hold-mouth", "hold-eyes-closed", "hold-brows", "hold-smile"]
        action = "level"
        """

    private func count(_ made: SimulatedTrace, _ gestures: GestureConfiguration) -> (labels: Int, hits: Int, falseActivations: Int) {
        var firings: [Firing] = []
        made.trace.run(gestures) { event in
            if let gesture = event.kind.gesture, gesture.expression != nil { firings.append(Firing(time: event.time, gesture: gesture)) }
        }
        return ClipScore(labels: made.labels, firings: firings).gestures.values.reduce(into: (0, 0, 0)) {
            $0.0 += $1.labels
            $0.1 += $1.hits
            $0.2 += $1.falseActivations
        }
    }

    @Test("simulated people's faces are found, few become another gesture")
    func found() throws {
        let gestures = try Configuration.read(text: Self.bound, file: "t.toml").gestures
        #expect(FacialExpression.allCases.allSatisfy(gestures.expressions.isUsed))
        var simulation = TraceSimulation(.last, seed: 3), sum = (labels: 0, hits: 0, falseActivations: 0)
        for _ in 0..<40 {
            let one = count(simulation.expressions(8, name: ""), gestures)
            sum = (sum.labels + one.labels, sum.hits + one.hits, sum.falseActivations + one.falseActivations)
        }
        #expect(sum.labels == 320 && sum.hits >= 290 && sum.falseActivations <= 12, "\(sum)")
    }

    @Test("expressions that nothing uses are neither looked for nor reported")
    func unbound() throws {
        let gestures = try Configuration.read(text: "[outputs.a]\ngesture = \"left\"\n", file: "t.toml").gestures
        var simulation = TraceSimulation(.last, seed: 3)
        #expect(!gestures.expressions.isOn && count(simulation.expressions(8, name: ""), gestures).hits == 0)
    }

    @Test("a trace keeps the lids, and one from before them is read as it was")
    func traces() throws {
        var simulation = TraceSimulation(.last, seed: 3)
        let folder = try TemporaryFolder(), made = simulation.expressions(1, name: "").trace
        try made.write(to: folder.path + "/a.heads")
        let read = try HeadTrace(file: folder.path + "/a.heads")
        #expect(read.marks.count == made.marks.count && read.marks.contains { $0.face?.lids != nil && $0.face?.eyes != nil })
        var old = made
        for index in old.marks.indices {
            old.marks[index].face?.lids = nil
            old.marks[index].face?.brows = nil
        }
        try old.write(to: folder.path + "/b.heads")
        #expect(read.marks.contains { $0.face?.brows != nil && $0.face?.smile != nil })
        for index in made.marks.indices {
            let (a, b) = (made.marks[index].face, read.marks[index].face)
            let isNear = ((a?.brows?.value ?? 0) - (b?.brows?.value ?? 0)).magnitude < 0.001 && ((a?.smile?.value ?? 0) - (b?.smile?.value ?? 0)).magnitude < 0.001
            #expect(isNear && a?.brows?.seenAt.rounded() == b?.brows?.seenAt.rounded())
        }
        let before = try HeadTrace(file: folder.path + "/b.heads")
        #expect(before.marks.allSatisfy { $0.face?.lids == nil } && before.marks.contains { $0.face?.eyes != nil })
        #expect(!old.csv.contains("lids") && !old.csv.contains("brows"))
    }

    @Test("drawn brows and smiles are seen by the mesh and switch their outputs; a talking, nodding head does not", arguments: ["high", "low"])
    func rendered(accuracy: String) throws {
        let folder = try TemporaryFolder()
        _ = try folder.file("t.toml", Self.bound + "\n[detection]\naccuracy = \"\(accuracy)\"\n")
        let moves = "brows 0.2 0.4s; still 2s; smile 0.3 0.4s; still 2s; brows 0.2 2s; still 2s; smile 0.3 2s; still 2s; talk 3s; nod 2; still 2s; look left"
        let clip = folder.path + "/a.y4m", script = "fps 15; still 4s; \(moves); still 1s"
        #expect(try Program(["simulate", "--script", script, "--output", clip, "--labels", folder.path + "/a.csv"]).status == 0)
        let run = try Program(["replay", clip, "--config", folder.path + "/t.toml", "--json"])
        let seen = run.output.split(separator: "\n").compactMap { line -> String? in
            guard case .gesture(let record)? = EventRecord(line: line)?.body, record.phase != .ended, record.gesture.expression != nil else { return nil }
            return record.gesture.description
        }
        #expect(seen == ["brows", "smile", "hold-brows", "hold-smile"], "\(run.output)")
    }
}
