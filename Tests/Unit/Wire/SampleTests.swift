import FoundationEssentials
import Glibc
import Platform
import Testing
import TestSupport
import Wire
import WireSupport

@Suite("What goes over the sockets")
struct SampleTests {
    /// Tests in Python take their events from here: so they send what the appliance's types write.
    @Test("the samples for other languages are what the writer writes; NODLINE_WRITE_SAMPLES=1 writes them anew", arguments: ["events.jsonl", "status.json"])
    func samples(file: String) throws {
        let text = (file == "status.json" ? [Samples.statusLine] : Samples.events.map(\.line)).map { $0 + "\n" }.joined()
        if getenv("NODLINE_WRITE_SAMPLES") != nil { try text.write(toFile: Checkout.root + "Tests/samples/" + file, atomically: true, encoding: .utf8) }
        #expect(try Checkout.text("Tests/samples/\(file)") == text)
    }

    @Test("an event reads back as it was written, and says the same in words", arguments: Samples.events)
    func readBack(event: EventRecord) {
        #expect(EventRecord(line: event.line)?.line == event.line)
        #expect(EventRecord(line: event.line)?.sentence == event.sentence)
    }

    @Test("a status is read as it was written")
    func status() throws {
        let read = try #require(JSONValue.decoded(StatusReply.self, from: Samples.statusLine))
        #expect(read.state == "ready" && read.outputs == ["bell": 1, "lamp": 0] && read.cpu_percent == 20)
        #expect(JSONLine.text(read.figures) == JSONLine.text(Samples.status.figures))  // bounds are written with three decimals
        #expect(read.faults.map(\.what) == ["camera-stalled"] && read.person == nil)
    }

    @Test("what lacks a field, has one of another type, or is of an unknown kind is no event", arguments: [
        "", "{}", "[]", "nonsense", #"{"t":1,"event":7}"#, #"{"t":1,"event":"line","name":"bell"}"#, #"{"t":1,"event":"line","name":"bell","value":"on"}"#,
        #"{"t":1,"event":"answer"}"#, #"{"t":1,"event":"unheard-of"}"#, #"{"event":"paused"}"#, #"{"t":1,"event":"stats"}"#, #"{"t":1,"event":""}"#, #"{"t":1,"event":"-"}"#,
        #"{"t":1,"event":"recognised"}"#, #"{"t":1,"event":"began","gesture":"wave"}"#, #"{"t":1,"event":"look","direction":"left"}"#,
    ])
    func strange(line: String) { #expect(EventRecord(line: line) == nil) }

    @Test("each sample without one of its fields, or with another type in it, is read or refused, and never ends the program")
    func damaged() {
        for event in Samples.events {
            for (name, _) in JSONValue.object(event.line.utf8) ?? [:] {
                for value in [nil, .null, .flag(true), .number(-1e300), .text(""), .list([.number(1)]), .object([:])] as [JSONValue?] {
                    var fields = JSONValue.object(event.line.utf8) ?? [:]
                    fields[name] = value
                    _ = EventRecord(line: JSONValue.object(fields).line)?.sentence
                }
            }
        }
    }
}
