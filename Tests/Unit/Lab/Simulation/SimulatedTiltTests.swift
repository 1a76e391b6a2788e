import Appliance
import Gestures
import Lab
import Replays
import Testing
import TestSupport
import Traces

@Suite("Simulated tilts")
struct SimulatedTiltTests {
    private static let bound = """
        [outputs.a]
        gesture = ["tilt-left", "tilt-right", "left", "right"]
        [outputs.b]
        gesture = ["hold-tilt-left", "hold-tilt-right", "hold-left", "hold-right"]
        action = "level"
        """

    private struct Count {
        var labels = 0, hits = 0, falseActivations = 0

        mutating func add(_ made: SimulatedTrace, _ gestures: GestureConfiguration) {
            var firings: [Firing] = []
            made.trace.run(gestures) { event in
                if let gesture = event.kind.gesture { firings.append(Firing(time: event.time, gesture: gesture)) }
            }
            for score in ClipScore(labels: made.labels, firings: firings).gestures.values {
                labels += score.labels
                hits += score.hits
                falseActivations += score.falseActivations
            }
        }
    }

    @Test("simulated people's tilts are found, none becomes another gesture, and a listener never fires a tilt out and back")
    func found() throws {
        let gestures = try Configuration.read(text: Self.bound, file: "t.toml").gestures
        #expect(gestures.tilt.isOn)
        var simulation = TraceSimulation(.last, seed: 3), sum = Count()
        for _ in 0..<50 { sum.add(simulation.tilts(8, name: ""), gestures) }
        #expect(sum.labels == 400 && sum.hits >= 392 && sum.falseActivations <= 2, "\(sum.hits) found, \(sum.falseActivations) false")
        var looks = gestures
        looks.continuous = false
        var listened = Count()
        for _ in 0..<10 { listened.add(simulation.listening(seconds: 180, name: ""), looks) }
        #expect(listened.falseActivations <= 1, "\(listened.falseActivations) false")
    }

    @Test("tilts that nothing uses are neither looked for nor asked for")
    func unbound() throws {
        let gestures = try Configuration.read(text: "[outputs.a]\ngesture = \"left\"\n", file: "t.toml").gestures
        #expect(!gestures.tilt.isOn)
        var simulation = TraceSimulation(.last, seed: 3), sum = Count()
        for _ in 0..<10 { sum.add(simulation.tilts(8, name: ""), gestures) }
        #expect(sum.labels == 80 && sum.hits == 0)
    }

    @Test("a rendered head that tilts switches its outputs, and a look beside it still counts")
    func rendered() throws {
        let folder = try TemporaryFolder()
        _ = try folder.file("t.toml", Self.bound)
        let clip = folder.path + "/a.y4m", script = "fps 15; still 3s; tilt left 20deg 0.3s; still 2s; tilt right 18deg 2s; still 2s; look left; still 1s"
        #expect(try Program(["simulate", "--script", script, "--output", clip, "--labels", folder.path + "/a.csv"]).status == 0)
        let run = try Program(["evaluate", folder.path, "--config", folder.path + "/t.toml", "--json"])
        for gesture in ["tilt-left", "hold-tilt-right", "left"] {
            #expect(run.output.contains("\"\(gesture)\""), "\(gesture) in \(run.output)")
        }
        #expect(run.output.contains("\"recall\" : 1"), "\(run.output)")
    }
}
