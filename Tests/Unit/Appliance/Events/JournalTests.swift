import Appliance
import Gestures
import Outputs
import Platform
import Testing

@Suite("Entries for the journal")
struct JournalTests {
    static let rejection = Rejection(rule: .crept, value: 1, bound: 0.3)

    @Test("an entry has the event, its gesture, output, rule or fault as fields", arguments: [
        (.gesture(GestureEvent(time: 4, kind: .recognised(.nod, size: 2, duration: 0.9))), "NODLINE_EVENT=recognised NODLINE_GESTURE=nod", "<7>✓ nod, 2 swings"),
        (.gesture(GestureEvent(time: 4, kind: .began(.hold(.left), size: 0.5))), "NODLINE_EVENT=began NODLINE_GESTURE=hold-left", nil),
        (.gesture(GestureEvent(time: 4, kind: .rejected(JournalTests.rejection))), "NODLINE_EVENT=rejected NODLINE_RULE=crept", nil),
        (.gesture(GestureEvent(time: 4, kind: .paused)), "NODLINE_EVENT=paused", "<6>paused"),
        (.line(LineChange(time: 4, name: "bell", value: true)), "NODLINE_EVENT=line NODLINE_OUTPUT=bell NODLINE_VALUE=1", nil),
        (.fault(time: 4, what: .inferenceFailed, detail: "why"), "NODLINE_EVENT=fault NODLINE_FAULT=inference-failed", "<3>! inference-failed: why"),
    ] as [(ApplianceEvent, String, String?)])
    func fields(event: ApplianceEvent, fields: String, line: String?) throws {
        let entry = try #require(Journal.entries()(event))
        #expect(entry.fields.compactMap { name, value in value.map { "\(name)=\($0)" } }.joined(separator: " ") == fields)
        if let line { #expect(entry.line == line) }
    }

    @Test("what happens with every frame is no entry")
    func frames() {
        #expect(Journal.entries()(.gesture(GestureEvent(time: 4, kind: .moved(.hold(.up), size: 1)))) == nil)
    }
}
