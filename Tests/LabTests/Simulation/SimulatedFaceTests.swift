import Appliance
import Gestures
import Lab
import Testing
import TestSupport
import Traces

@Suite("Simulated mouths and lids")
struct SimulatedFaceTests {
    private static let bound = """
        [outputs.a]
        gesture = ["mouth", "eyes-closed"]
        [outputs.b]
        gesture = ["hold-mouth", "hold-eyes-closed"]
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

    @Test("simulated people's mouths and eyes are found, few become another gesture")
    func found() throws {
        let gestures = try Configuration.read(text: Self.bound, file: "t.toml").gestures
        #expect(gestures.expressions.mouth && gestures.expressions.eyesClosed)
        var simulation = TraceSimulation(.last, seed: 3), sum = (labels: 0, hits: 0, falseActivations: 0)
        for _ in 0..<40 {
            let one = count(simulation.expressions(8, name: ""), gestures)
            sum = (sum.labels + one.labels, sum.hits + one.hits, sum.falseActivations + one.falseActivations)
        }
        #expect(sum.labels == 320 && sum.hits >= 290 && sum.falseActivations <= 6, "\(sum)")
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
        for index in old.marks.indices { old.marks[index].face?.lids = nil }
        try old.write(to: folder.path + "/b.heads")
        let before = try HeadTrace(file: folder.path + "/b.heads")
        #expect(before.marks.allSatisfy { $0.face?.lids == nil } && before.marks.contains { $0.face?.eyes != nil })
        #expect(!old.csv.contains("lids"))
    }
}
