import Appliance
import Testing

@Suite("Messages at the control socket")
struct ControlMessageTests {
    @Test("an invalid message is refused with a code and a reason", arguments: [
        ("", "bad-json", "not a JSON object"), ("{", "bad-json", ""), ("[1]", "bad-json", ""), ("\"status\"", "bad-json", ""),
        ("\u{0}\u{1}", "bad-json", ""), ("{\"request\":\"pause\"} x", "bad-json", ""),
        (#"{"request":"stauts"}"#, "unknown-request", "did you mean status?"), (#"{"request":"shutdown"}"#, "unknown-request", "expected"),
        (#"{}"#, "bad-field", "request is missing"), (#"{"request":7}"#, "bad-field", "request"),
        (#"{"request":"ask"}"#, "bad-field", "question is missing"),
        (#"{"request":"ask","question":"?","timeout":0}"#, "bad-field", "expected 0.5 to 600"),
        (#"{"request":"ask","question":"?","timeout":1e999}"#, "bad-", ""), (#"{"request":"ask","question":["?"]}"#, "bad-field", "question"),
        (#"{"request":"pause","timout":1}"#, "bad-field", "not a field of pause"),
        (#"{"request":"ask","question":"?","timout":1}"#, "bad-field", "did you mean timeout?"),
        (#"{"request":"pause","id":[1]}"#, "bad-field", "id"), (#"{"request":"pause","id":1.5}"#, "bad-field", "id"),
        (#"{"request":"calibrate-range","directions":["left","left"]}"#, "bad-field", "directions"),
        (#"{"request":"calibrate-range","directions":[]}"#, "bad-field", "directions"),
        (#"{"request":"camera","name":""}"#, "bad-field", "name is empty"),
        ("{\"request\":\"profile\",\"name\":\"" + String(repeating: "a", count: 600) + "\"}", "bad-field", "at most 500 bytes"),
        (String(repeating: "[", count: 4000), "bad-json", ""), (String(repeating: "a", count: 4097), "too-long", "4096"),
    ])
    func wrongMessage(text: String, code: String, detail: String) {
        guard case .failure(let fault) = ControlMessage(Array(text.utf8)).request else {
            Issue.record("it was understood")
            return
        }
        #expect(fault.code.rawValue.hasPrefix(code) && (detail.isEmpty || fault.detail.contains(detail)), "\(fault)")
    }

    @Test("bytes that are not UTF-8 are refused")
    func noText() {
        let message = ControlMessage(Array(#"{"request":"pause","id":""#.utf8) + [0xFF, 0xC0] + Array("\"}".utf8))
        #expect((try? message.request.get()) == nil)
    }
}
