import Appliance
import Platform
import Testing
import Wire

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

    /// Messages of at most 4096 bytes that cost much where a reader tries, compares or describes too much.
    private static let shapes: [(name: String, text: String)] = {
        func times(_ text: String, _ count: Int) -> String { String(repeating: text, count: count) }
        func fields(_ count: Int, _ value: String) -> String { (0..<count).map { ",\"\($0)\":\(value)" }.joined() }
        return [
            ("objects within objects", "{\"request\":\"status\",\"a\":" + times("{\"\":", 500) + "1" + times("}", 500) + "}"),
            ("objects within objects, with more in them", "{\"request\":\"status\",\"a\":" + times("{\"b\":1,\"a\":", 250) + "1" + times("}", 250) + "}"),
            ("lists within lists", "{\"request\":\"status\",\"a\":" + times("[", 500) + times("]", 500) + "}"),
            ("thirty objects within each other, again and again", "{\"request\":\"status\"" + fields(20, times("{\"\":", 30) + "1" + times("}", 30)) + "}"),
            ("objects", "{\"request\":\"status\"" + fields(450, "{}") + "}"), ("lists", "{\"request\":\"status\",\"a\":[" + times("[],", 1300) + "[]]}"),
            ("texts, then a number", "{\"request\":\"status\",\"a\":[" + times("\"\",", 1300) + "1]}"),
            ("directions", "{\"request\":\"calibrate-range\",\"directions\":[" + times("\"\",", 1300) + "\"\"]}"),
            ("settings", "{\"request\":\"try\",\"settings\":{\"\":1" + fields(450, "[]") + "}}"),
            ("a long field", "{\"request\":\"status\",\"" + times("x", 4050) + "\":1}"), ("a long request", "{\"request\":\"" + times("x", 500) + "\"}"),
            ("a long field with accents", "{\"request\":\"status\",\"" + times("e\u{301}", 1300) + "\":1}"),
            ("a long gesture", "{\"request\":\"label\",\"gesture\":\"" + times("x", 500) + "\"}"),
        ]
    }()

    @Test("no message costs much more of the processor than a plain one of its length, for the loop that reads it switches outputs")
    func costs() {
        func cost(_ bytes: [UInt8]) -> Double {
            let begin = CPUClock.thread
            _ = ControlMessage(bytes)
            return CPUClock.thread - begin
        }
        let plain = Array(("{\"request\":\"status\"" + (0..<450).map { ",\"\($0)\":1" }.joined() + "}").utf8)
        for (name, text) in Self.shapes {
            let bytes = Array(text.utf8)
            #expect(max(bytes.count, plain.count) <= RequestBounds.longest)
            // In turns, and the median: what else runs on the core slows both down.
            let ratio = (0..<15).map { _ in cost(bytes) / cost(plain) }.sorted()[7]
            print("reading \(name) costs \(ratio) times as much as a plain message")
            #expect(ratio < 5, "\(name)")
        }
    }

    @Test("a damaged request is understood, or refused with a sentence that fits into a reply", arguments: 0..<20)
    func damaged(seed: UInt64) {
        let requests = [
            #"{"request":"ask","question":"Tea?","timeout":10,"id":"a"}"#, #"{"request":"try","settings":{"gestures.nod":false,"camera.rate":15,"gestures.eyes":null,"a":["b"]}}"#,
            #"{"request":"calibrate-range","directions":["left","tilt-right"],"trial":true,"id":7}"#, #"{"request":"test-output","name":"bell","seconds":1.5,"before":1e3}"#,
            #"{"request":"label","gesture":"nod","from":1,"to":2}"#, #"{"request":"import-taught","name":"jerk","text":"x\ny","part":3,"last":false}"#,
            #"{"request":"forget-bluetooth","address":"AA:BB:CC:DD:EE:FF"}"#, #"{"request":"calibrate-gaze","points":9}"#, #"{"request":"record","agreed":true,"seconds":30}"#,
        ].map { Array($0.utf8) }
        let pieces = ["{", "}", "[", "]", "\"", ",", ":", "\\", "\\u0000", "-", "e99", "9999999999", ".5", "null", "true", "\0", "é", "\u{202E}", "{\"a\":1}", "request"].map { Array($0.utf8) }
        // A linear congruential generator, so that a failure can be repeated.
        var state = seed &* 7919 &+ 1
        func random(_ most: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int((state >> 33) % UInt64(most))
        }
        for _ in 0..<500 {
            var bytes = requests[random(requests.count)]
            for _ in 0...random(4) {
                let place = random(bytes.count)
                switch random(4) {
                case 0: bytes[place] = UInt8(random(256))
                case 1: bytes.insert(contentsOf: pieces[random(pieces.count)], at: place)
                case 2: bytes.insert(contentsOf: [UInt8](repeating: bytes[place], count: 1 << random(12)), at: place)
                default: bytes.removeSubrange(place..<min(bytes.count - 1, place + random(9)))
                }
                if bytes.count < 2 { bytes += [0, 0] }
            }
            guard case .failure(let fault) = ControlMessage(bytes).request else { continue }
            #expect(!fault.detail.isEmpty && fault.detail.utf8.count < 30_000, "\(String(decoding: bytes, as: UTF8.self))")
        }
    }

    @Test("bytes that are not UTF-8 are refused")
    func noText() {
        let message = ControlMessage(Array(#"{"request":"pause","id":""#.utf8) + [0xFF, 0xC0] + Array("\"}".utf8))
        #expect((try? message.request.get()) == nil)
    }
}
