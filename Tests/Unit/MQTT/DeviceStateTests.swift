import GestureNames
import MQTT
import Platform
import Testing
import Wire
import WireSupport

@Suite("What the broker is told")
struct DeviceStateTests {
    /// The words of the state after some events.
    private func words(_ events: EventBody..., at time: Double = 0) -> [String: JSONValue] {
        var state = DeviceState()
        for event in events { _ = state.take(event, at: 0) }
        return state.words(at: time)
    }

    private static let tracking = EventBody.trackingStarted(TrackingRecord(center: PointRecord(x: 1, y: 2), iod: 60))
    private static let stalled = EventBody.fault(FaultRecord(what: "camera-stalled", detail: "no frame"))

    @Test("what no event has said is unknown")
    func unknown() { #expect(words()["face"] == .null && words()["paused"] == .null && words()["fault"] == .null && words(.faceFound)["fault"] == .text("OFF")) }

    @Test("tracking that starts in a pause does not end it; a gesture shows that there is none if nothing was known")
    func pause() {
        #expect(words(.paused, Self.tracking)["paused"] == .text("ON"))
        #expect(words(.paused, .gesture(GestureRecord(.ended, .hold(.left), held: 1, reason: .paused)))["paused"] == .text("ON"))
        #expect(words(.paused, .gesture(GestureRecord(.recognised, .nod, count: 2)))["paused"] == .text("ON"))
        #expect(words(.gesture(GestureRecord(.recognised, .nod, count: 2)))["paused"] == .text("OFF"))
        #expect(words(.gesture(GestureRecord(.ended, .hold(.left), held: 1, reason: .returned)))["paused"] == .null)
    }

    @Test("a stop is told until it is released, and a gesture shows that there is none if nothing was known")
    func stop() throws {
        let stopped = EventBody.stopped(StopRecord(by: "the button red")), nod = EventBody.gesture(GestureRecord(.recognised, .nod, count: 2))
        #expect(words()["stopped"] == .null)
        #expect(words(stopped)["stopped"] == .text("ON") && words(stopped, nod)["stopped"] == .text("ON"))
        #expect(words(stopped, .released(ReleaseRecord(by: "a request")))["stopped"] == .text("OFF"))
        #expect(words(nod)["stopped"] == .text("OFF"))
        var state = DeviceState()
        state.take(try #require(JSONValue.decoded(StatusReply.self, from: Samples.statusLine)))
        #expect(state.words(at: 0)["stopped"] == .text("OFF"))
    }

    @Test("a lost face is not tracked, and a fault counts for a minute")
    func ends() {
        #expect(words(Self.tracking, .faceLost)["tracking"] == .text("OFF"))
        #expect(words(Self.stalled, at: 59)["fault"] == .text("ON"))
        #expect(words(Self.stalled, at: 61)["fault"] == .text("OFF"))
    }

    @Test("a status says what no event has said yet")
    func status() throws {
        var state = DeviceState()
        state.take(try #require(JSONValue.decoded(StatusReply.self, from: Samples.statusLine)))
        #expect(state.words(at: 0)["tracking"] == .text("ON") && state.words(at: 0)["paused"] == .text("OFF"))
        #expect(state.outputs == ["bell": true, "lamp": false])
    }

    @Test("every gesture but its course is published, as one of the listed types")
    func types() {
        var state = DeviceState(), types: [String] = []
        for gesture in Samples.gestures {
            guard case .gesture(let record) = state.take(.gesture(gesture), at: 0) else { continue }
            types.append(record.type)
        }
        #expect(types == ["left", "nod", "shake", "tilt-left", "mouth", "taught", "hold-up", "hold-up-ended", "hold-tilt-right", "hold-tilt-right-ended",
                          "hold-eyes-closed", "hold-eyes-closed-ended", "gaze", "gaze-ended"])
        #expect(Set(types).isSubset(of: DeviceState.gestures))
    }
}
