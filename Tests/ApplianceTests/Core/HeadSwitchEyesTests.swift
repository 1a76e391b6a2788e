import Appliance
import ApplianceSupport
import FoundationEssentials
import Gestures
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

    @Test("a model that fails in the middle of a run is reported once, the eyes are unknown from then on, and the rest goes on")
    func failing() throws {
        let (events, errors) = try run { headSwitch, time in if time > 1.5 { headSwitch.eyes?.fault = Failure() } }
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
