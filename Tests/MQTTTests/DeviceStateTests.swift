import MQTT
import Platform
import Testing

@Suite("What the broker is told")
struct DeviceStateTests {
    /// The words of the state after some events.
    private func words(_ lines: String..., at time: Double = 0) -> [String: JSONValue] {
        var state = DeviceState()
        for line in lines { _ = state.take(JSONValue.object(line.utf8) ?? [:], at: 0) }
        return state.words(at: time)
    }

    @Test("what no event has said is unknown")
    func unknown() { #expect(words()["face"] == .null && words()["paused"] == .null && words()["fault"] == .text("OFF")) }

    @Test("tracking that starts in a pause does not end it; a gesture shows that there is none if nothing was known")
    func pause() {
        #expect(words(#"{"event":"paused"}"#, #"{"event":"tracking-started"}"#)["paused"] == .text("ON"))
        #expect(words(#"{"event":"paused"}"#, #"{"event":"look-stopped","direction":"left"}"#)["paused"] == .text("ON"))
        #expect(words(#"{"event":"paused"}"#, #"{"event":"nod","count":2}"#)["paused"] == .text("ON"))
        #expect(words(#"{"event":"nod","count":2}"#)["paused"] == .text("OFF"))
    }

    @Test("a lost face is not tracked, and a fault counts for a minute")
    func ends() {
        #expect(words(#"{"event":"tracking-started"}"#, #"{"event":"face-lost"}"#)["tracking"] == .text("OFF"))
        #expect(words(#"{"event":"fault","what":"camera-stalled"}"#, at: 59)["fault"] == .text("ON"))
        #expect(words(#"{"event":"fault","what":"camera-stalled"}"#, at: 61)["fault"] == .text("OFF"))
    }

    @Test("tilts and looks at zones are gestures of the listed types")
    func types() {
        var state = DeviceState()
        func type(_ line: String) -> String? {
            guard case .gesture(let type, _) = state.take(JSONValue.object(line.utf8) ?? [:], at: 0) else { return nil }
            return DeviceState.gestures.contains(type) ? type : nil
        }
        #expect(type(#"{"event":"tilt","shoulder":"left","degrees":19.5}"#) == "tilt-left")
        #expect(type(#"{"event":"expression","expression":"mouth","size":0.45}"#) == "mouth")
        #expect(type(#"{"event":"expression-started","expression":"eyes-closed"}"#) == "hold-eyes-closed")
        #expect(type(#"{"event":"expression","expression":"brows","size":0.1}"#) == "brows" && DeviceState.gestures.contains("release-smile"))
        #expect(type(#"{"event":"expression-stopped","expression":"eyes-closed","held":2}"#) == "release-eyes-closed")
        #expect(type(#"{"event":"tilt-started","shoulder":"right","degrees":18}"#) == "hold-tilt-right")
        #expect(type(#"{"event":"tilt-stopped","shoulder":"right","held":2.5}"#) == "release-tilt-right")
        #expect(type(#"{"event":"gaze-started","zone":"window"}"#) == "gaze-started")
        #expect(type(#"{"event":"taught","name":"my-jerk","likeness":0.91,"duration":0.8}"#) == "taught")
    }

    @Test("an event with missing or strange fields changes nothing and is no gesture")
    func strange() {
        var state = DeviceState()
        for line in ["{}", #"{"event":7}"#, #"{"event":"line","name":"bell"}"#, #"{"event":"answer"}"#, #"{"event":"unheard-of"}"#] {
            #expect(state.take(JSONValue.object(line.utf8) ?? [:], at: 0) == .none)
        }
        #expect(state == DeviceState())
    }
}
