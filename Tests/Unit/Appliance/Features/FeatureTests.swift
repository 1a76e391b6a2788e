import Appliance
import ApplianceSupport
import Testing
import TestSupport
import Wire

@Suite("The features of a running appliance")
struct FeatureTests {
    /// A message of each name, with the fields that it needs.
    private static let messages: [(name: String, fields: String)] = [
        ("subscribe", ""), ("status", ""), ("calibrate", #""cancel":true"#), ("calibrate-range", ""), ("calibrate-gaze", ""), ("forget-ranges", ""),
        ("camera", ""), ("profile", ""), ("ask", #""question":"?","timeout":0.5"#), ("call", ""), ("why", ""), ("counts", ""), ("enrol", #""name":"anna""#), ("people", ""),
        ("forget", #""name":"anna""#), ("settings", #""under":"camera.""#), ("try", #""settings":{"gestures.nod":false}"#), ("keep", ""), ("discard", ""),
        ("undo", ""), ("preview", #""stop":true"#), ("outputs", ""), ("test-output", #""name":"bell""#), ("places", ""),
        ("add-output", #""name":"bell","gesture":"nod""#), ("change-output", #""name":"bell","action":"level""#), ("remove-output", #""name":"bell""#), ("record", ""),
        ("label", #""gesture":"left","from":1,"to":2"#), ("recordings", ""), ("delete-recording", #""name":"clip-1""#), ("open-recording", #""name":"clip-1""#), ("test-recording", #""name":"clip-1""#), ("bluetooth", ""),
        ("pair-bluetooth", #""stop":true"#), ("forget-bluetooth", #""address":"AA:BB:CC:DD:EE:FF""#), ("teach", #""name":"jerk""#), ("taught", ""),
        ("forget-taught", #""name":"jerk""#), ("export-taught", #""name":"jerk""#), ("import-taught", #""name":"jerk","text":"","last":false"#),
        ("record-rest", ""), ("rest", ""), ("forget-rest", ""), ("pause", ""), ("resume", ""), ("stop", ""), ("release", ""), ("enable", ""),
    ]

    @Test("each request has a feature that answers it")
    func answered() throws {
        #expect(Set(Self.messages.map(\.name)) == Set(ControlRequest.names))
        let run = try ApplianceHarness("fps 30; still 30s")
        run.run(2)
        for (name, fields) in Self.messages {
            let client = try run.client()  // whose leaving ends what it has begun
            let reply = try client.reply(#"{"request":"\#(name)"\#(fields.isEmpty ? "" : ",")\#(fields)}"#)
            #expect(reply.contains(#""reply":"\#(name)""#) && !reply.contains("unknown-request"), "\(reply)")
            run.run(0.5)
        }
    }

    @Test("a person is measured in one way at a time, whatever the first one is", arguments: ["calibrate-range", "teach", "enrol"])
    func slot(first: String) throws {
        let run = try ApplianceHarness("fps 30; still 30s"), begin = ["calibrate-range": "", "teach": #","name":"jerk""#, "enrol": #","name":"anna""#]
        run.run(2)
        let client = try run.client(), other = try run.client()
        #expect(try client.ask(#"{"request":"\#(first)"\#(begin[first] ?? "")}"#).ok == true)
        for (name, fields) in begin.sorted(by: { $0.key < $1.key }) {
            #expect(try other.reply(#"{"request":"\#(name)"\#(fields)}"#).contains(#""error":"busy""#), "\(name) while \(first)")
        }
        #expect(try other.reply(#"{"request":"calibrate","cancel":true}"#).contains(#""ok":true"#))
        for (name, fields) in begin.sorted(by: { $0.key < $1.key }) {
            #expect(try other.ask(#"{"request":"\#(name)"\#(fields)}"#).ok == true, "\(name) after \(first)")
            #expect(try other.ask(#"{"request":"calibrate","cancel":true}"#).ok == true)
            run.run(4)  // the limit of changes
        }
    }
}
