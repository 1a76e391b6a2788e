import Appliance
import ApplianceSupport
import FoundationEssentials
import Gestures
import Outputs
import Pipeline
import Testing
import TestSupport

@Suite("Eyes in a running switch")
struct HeadSwitchEyesTests {
    private struct Failure: Error {}

    /// Runs a script with looks and holds that ask for the eyes.
    private func run(_ change: (inout HeadSwitch, Double) -> Void = { _, _ in }) throws -> (events: [GestureEvent], errors: [String]) {
        var configuration = Configuration()
        configuration.gestures.eyes = .ahead
        configuration.gestures.countsUnknownEyes = false
        configuration.gestures.explains = true
        var headSwitch = try HeadSwitch(configuration), events: [GestureEvent] = [], errors: [String] = []
        let film = try FilmSource("fps 15; still 2s; look left 20deg; still 1s; hold right 1.5s 20deg; still 1s; look up 15deg; still 1s; nod 2; still 1s")
        while let frame = try film.next() {
            change(&headSwitch, frame.time)
            do {
                try headSwitch.process(frame) { event in if case .gesture(let gesture) = event { events.append(gesture) } }
            } catch {
                errors.append("\(error)")
            }
        }
        return (events, errors)
    }

    private func fired(_ events: [GestureEvent]) -> [HeadGesture] { events.compactMap { $0.kind.gesture } }

    private func refused(_ events: [GestureEvent]) -> Int {
        events.count { if case .rejected(let rejection) = $0.kind { rejection.rule == .eyesUnknown } else { false } }
    }

    @Test("a photograph that is turned fires nothing that asks for the eyes if unknown eyes are refused")
    func photograph() throws {
        let (events, errors) = try run()
        #expect(fired(events) == [.nod] && refused(events) >= 2 && errors.isEmpty, "\(events.map(\.kind))")
    }

    @Test("a model that fails in the middle of a run is reported once, the eyes are unknown from then on, and the rest goes on")
    func failing() throws {
        let (events, errors) = try run { headSwitch, time in if time > 1.5 { headSwitch.sight.eyes?.fault = Failure() } }
        #expect(errors.count == 1 && errors[0].hasSuffix("the eyes are unknown from now on"), "\(errors)")
        #expect(fired(events) == [.nod] && refused(events) >= 2, "\(events.map(\.kind))")
    }

    @Test("an operating point without eyes leaves them unknown")
    func leftOut() throws {
        var looked = 0
        let (events, errors) = try run { headSwitch, time in
            headSwitch.use(.high, measuresEyes: false)
            if let costs = headSwitch.tracker.costs { looked = costs.milliseconds(of: .eyes).count } else { headSwitch.tracker.costs = StageCosts() }
        }
        #expect(looked == 0 && fired(events) == [.nod] && refused(events) >= 2 && errors.isEmpty)
    }

    @Test("an operating point without eyes does not measure where the user looks", arguments: [true, false])
    func gazeLeftOut(measuresEyes: Bool) throws {
        var configuration = Configuration()
        configuration.gestures.gaze.middle = configuration.gaze.point(x: 0.5, y: 0.5)
        configuration.gestures.gaze.correction = GazeCorrection()
        var headSwitch = try HeadSwitch(configuration)
        headSwitch.tracker.costs = StageCosts()
        headSwitch.use(.high, measuresEyes: measuresEyes)
        let film = try FilmSource("fps 15; still 3s")
        while let frame = try film.next() { try headSwitch.process(frame) { _ in } }
        let looks = headSwitch.tracker.costs?.milliseconds(of: .eyes).count ?? 0
        #expect(measuresEyes ? looks > 5 : looks == 0, "\(looks)")
    }

    @Test("a step of a range calibration gives feedback to whom an output gives it, once for each step")
    func asked() throws {
        var output = OutputConfiguration(name: "lamp")
        (output.feedback, output.pulse) = ([.next], 0.1)
        var configuration = Configuration()
        configuration.outputs = [output]
        var headSwitch = try HeadSwitch(configuration), events: [ApplianceEvent] = []
        headSwitch.measure(RangeMeasurement(RangeSession([.turn(.left)], pointer: .pose, at: 0), isTrial: false), at: 0) { events.append($0) }
        let film = try FilmSource("fps 15; still 5s; look left 20deg 1s; still 1s")
        while let frame = try film.next() { try headSwitch.process(frame) { events.append($0) } }
        let cues = events.count { if case .feedback(_, .next) = $0 { true } else { false } }
        let pulses = events.count { if case .line(let change) = $0 { change.value } else { false } }
        #expect(cues == 2 && pulses == 2, "rest and left: \(cues), \(pulses)")
    }

    @Test("a damaged or missing model is an error at the start if a gesture asks for the eyes, and no matter otherwise")
    func damaged() throws {
        let folder = try TemporaryFolder()
        for model in ["face_detection_short_range.tflite", "face_landmark.tflite"] {
            try FileManager.default.copyItem(atPath: Assets.standard().models + "/" + model, toPath: folder.path + "/" + model)
        }
        var configuration = Configuration()
        configuration.models.directory = folder.path
        for damage in ["", "not a model"] {
            if !damage.isEmpty { _ = try folder.file("iris_landmark.tflite", damage) }
            configuration.gestures.eyes = .ahead
            #expect(throws: ModelError.self) { try HeadSwitch(configuration) }
            configuration.gestures.eyes = nil
            #expect(throws: Never.self) { try HeadSwitch(configuration) }
        }
    }
}
