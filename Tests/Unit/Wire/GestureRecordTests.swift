import GestureNames
import Testing
import Wire

@Suite("Gestures on the wire")
struct GestureRecordTests {
    private static let gestures = HeadGesture.all + ["gaze-window", "my-jerk"].compactMap { HeadGesture($0) }

    @Test("every gesture, in every phase, is read as it was written: the phase is the event, the gesture has its one name",
          arguments: gestures, [GestureRecord.Phase.recognised, .began, .moved, .ended])
    func readBack(gesture: HeadGesture, phase: GestureRecord.Phase) throws {
        let event = EventRecord(at: 31.2, .gesture(GestureRecord(phase, gesture, began: 30.6, size: 0.5, duration: 0.7, held: 2, likeness: 0.9, count: 2,
                                                                 reason: .returned)))
        #expect(event.line.hasPrefix(#"{"v":2,"t":31.2,"event":"\#(phase.rawValue)","gesture":"\#(gesture)",""#))
        let read = try #require(EventRecord(line: event.line))
        #expect(read == event && read.line == event.line && read.sentence == event.sentence)
    }

    @Test("a refused movement keeps the name of what it was like", arguments: gestures)
    func refused(gesture: HeadGesture) {
        var rejection = Rejection(rule: .repeated, value: 0.5, bound: 1)
        rejection.gesture = gesture
        let line = EventRecord(at: 31.2, .rejected(RejectedRecord(rejection))).line
        #expect(line.contains(#""gesture":"\#(gesture)""#) == (rejection.gesture != nil))
        #expect(EventRecord(line: line)?.sentence?.contains("(\(gesture))") == (rejection.gesture != nil))
    }

    @Test("how far it was has the field of its unit", arguments: [("left", "distance"), ("hold-tilt-left", "degrees"), ("hold-mouth", "size")])
    func unit(name: String, field: String) throws {
        let line = EventRecord(at: 31.2, .gesture(GestureRecord(.began, try #require(HeadGesture(name)), size: 0.5))).line
        #expect(line == #"{"v":2,"t":31.2,"event":"began","gesture":"\#(name)","\#(field)":0.5}"#)
    }
}
