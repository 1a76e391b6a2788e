import Appliance
import Gestures
import Outputs
import Testing
import Wire
import WireSupport

@Suite("Event stream")
struct EventRecordTests {
    private static let center = CalibrationCenter(position: HeadPoint(318.2, 244.9), interocularDistance: 61.3)

    @Test("gesture events are written in version 2 of the schema", arguments: [
        (0.97, GestureEvent.Kind.faceFound, #"{"v":2,"t":0.97,"event":"face-found"}"#),
        (2.03, .trackingStarted(center: center), #"{"v":2,"t":2.03,"event":"tracking-started","center":[318.2,244.9],"iod":61.3}"#),
        (4.10, .began(.hold(.left), size: 0.42), #"{"v":2,"t":4.1,"event":"began","gesture":"hold-left","distance":0.42}"#),
        (4.5, .moved(.hold(.left), size: 0.47), #"{"v":2,"t":4.5,"event":"moved","gesture":"hold-left","distance":0.47}"#),
        (5.53, .ended(.hold(.left), held: 1.43, reason: .returned),
         #"{"v":2,"t":5.53,"event":"ended","gesture":"hold-left","held":1.43,"reason":"returned"}"#),
        (7.2, .recognised(.look(.down), size: 0.51, duration: 0.43),
         #"{"v":2,"t":7.2,"event":"recognised","gesture":"down","distance":0.51,"duration":0.43}"#),
        (7.2, .recognised(.tilt(.left), size: 19.5, duration: 0.7), #"{"v":2,"t":7.2,"event":"recognised","gesture":"tilt-left","degrees":19.5,"duration":0.7}"#),
        (7.3, .recognised(.expression(.mouth), size: 0.45, duration: 0.7), #"{"v":2,"t":7.3,"event":"recognised","gesture":"mouth","size":0.45,"duration":0.7}"#),
        (7.4, .began(.holdExpression(.eyesClosed), size: 0.5), #"{"v":2,"t":7.4,"event":"began","gesture":"hold-eyes-closed","size":0.5}"#),
        (7.5, .ended(.holdExpression(.eyesClosed), held: 1, reason: .faceLost), #"{"v":2,"t":7.5,"event":"ended","gesture":"hold-eyes-closed","held":1,"reason":"face-lost"}"#),
        (8, .began(.holdTilt(.right), size: 18), #"{"v":2,"t":8,"event":"began","gesture":"hold-tilt-right","degrees":18}"#),
        (8.1, .moved(.holdTilt(.right), size: 18.25), #"{"v":2,"t":8.1,"event":"moved","gesture":"hold-tilt-right","degrees":18.25}"#),
        (9, .ended(.holdTilt(.right), held: 1, reason: .faceLost), #"{"v":2,"t":9,"event":"ended","gesture":"hold-tilt-right","held":1,"reason":"face-lost"}"#),
        (13, .faceLost, #"{"v":2,"t":13,"event":"face-lost"}"#),
        (9, .paused, #"{"v":2,"t":9,"event":"paused"}"#), (9, .resumed, #"{"v":2,"t":9,"event":"resumed"}"#),
        (1, .pointer(from: HeadPoint(1, 2), to: HeadPoint(3.04, 4), center: HeadPoint(5, 6)),
         #"{"v":2,"t":1,"event":"pointer","from":[1,2],"to":[3,4],"center":[5,6]}"#),
    ])
    func gestures(time: Double, kind: GestureEvent.Kind, expected: String) {
        #expect(ApplianceEvent.gesture(GestureEvent(time: time, kind: kind)).json == expected)
    }

    @Test("what the recogniser finds becomes the records by which other programs' tests go")
    func samples() throws {
        let jerk = try #require(GestureName("jerk")), window = try #require(GestureName("window"))
        let kinds: [GestureEvent.Kind] = [
            .recognised(.look(.left), size: 0.42, duration: 0.5), .recognised(.nod, size: 2, duration: 0.9), .recognised(.shake, size: 3, duration: 0.9), .recognised(.tilt(.left), size: 19.5, duration: 0.7),
            .recognised(.expression(.mouth), size: 0.45, duration: 0.7), .recognised(.taught(jerk), size: 0.91, duration: 0.8),
            .began(.hold(.up), size: 0.4), .moved(.hold(.up), size: 0.5), .ended(.hold(.up), held: 1.43, reason: .returned),
            .began(.holdTilt(.right), size: 18), .moved(.holdTilt(.right), size: 18.2), .ended(.holdTilt(.right), held: 2.5, reason: .faceLost),
            .began(.holdExpression(.eyesClosed), size: 0.48), .ended(.holdExpression(.eyesClosed), held: 2.5, reason: .returned),
            .began(.gaze(window), size: 0), .ended(.gaze(window), held: 2.6, reason: .lookedAway),
        ]
        let rejection = Rejection(rule: .tooSmall, value: 0.15, bound: 0.18, direction: .left, remedy: Remedy(key: "threshold_left", value: 0.14))
        let others: [GestureEvent.Kind] = [
            .faceFound, .faceLost, .trackingStarted(center: Self.center), .pointer(from: HeadPoint(1, 2), to: HeadPoint(3.04, 4), center: HeadPoint(5, 6)),
            .rejected(Samples.weighed), .rejected(rejection), .calibrationTimedOut(jump: 0.1), .paused, .resumed, .armed(until: 41.2), .answer(.yes), .reset,
        ]
        func records(_ kinds: [GestureEvent.Kind]) -> [EventBody] { kinds.map { EventBody(GestureEvent(time: 31.2, kind: $0, began: 30.6)) } }
        #expect(records(kinds) == Samples.gestures.map(EventBody.gesture))
        #expect(records(others) == Samples.tracking)
    }

    @Test("when a movement began stands in the record of what it became, and only there")
    func began() {
        func line(_ kind: GestureEvent.Kind) -> String { ApplianceEvent.gesture(GestureEvent(time: 9, kind: kind, began: 8.25)).json }
        #expect(line(.recognised(.nod, size: 2, duration: 0.9)) == #"{"v":2,"t":9,"event":"recognised","gesture":"nod","count":2,"began":8.25}"#)
        #expect(line(.began(.hold(.up), size: 0.4)) == #"{"v":2,"t":9,"event":"began","gesture":"hold-up","distance":0.4,"began":8.25}"#)
        #expect(!line(.ended(.hold(.up), held: 1, reason: .returned)).contains("began"))
    }

    @Test("other events are written in version 2 of the schema too")
    func others() {
        let change = ApplianceEvent.line(LineChange(time: 12.4, name: "yes", value: true))
        #expect(change.json == #"{"v":2,"t":12.4,"event":"line","name":"yes","value":1}"#)
        let point = ApplianceEvent.operatingPoint(time: 9.5, from: "high@30", to: "low@15", reason: "battery")
        #expect(point.json == #"{"v":2,"t":9.5,"event":"operating-point","from":"high@30","to":"low@15","reason":"battery"}"#)
        var stats = ApplianceEvent.Stats(time: 14, captureRate: 30, detectionRate: 14.9, dropped: 0, cpuPercent: 11.2,
                                         operatingPoint: "low@15")
        (stats.limitedBy, stats.batteryPercent, stats.hoursLeft, stats.temperature) = ("battery", 41, 3.5, 48.3)
        #expect(ApplianceEvent.stats(stats).json.hasSuffix(#""operating_point":"low@15","limited_by":"battery","#
            + #""battery_percent":41,"hours_left":3.5,"temperature":48.3}"#))
        #expect(ApplianceEvent.person(time: 3.6, .recognised(name: "anna", distance: 0.31, limit: 0.6)).json
            == #"{"v":2,"t":3.6,"event":"person","state":"recognised","name":"anna","bound":0.6,"distance":0.31}"#)
        #expect(ApplianceEvent.person(time: 9, .unavailable(reason: .dark, counts: true)).json
            == #"{"v":2,"t":9,"event":"person","state":"recognition-unavailable","counts":true,"reason":"dark","words":"the face is too dark"}"#)
        #expect(ApplianceEvent.enrolment(time: 6, name: "anna", .asks([.left, .up])).json
            == #"{"v":2,"t":6,"event":"enrol","name":"anna","step":"asks","words":"turn the head slowly to the left","missing":["left","up"]}"#)
        let cue = ApplianceEvent.feedback(time: 3, .refused)
        #expect(cue.json == #"{"v":2,"t":3,"event":"feedback","cue":"refused"}"# && EventRecord.words(of: cue.json) == cue.words)
        let plain = ApplianceEvent.stats(.init(time: 14, captureRate: 30, detectionRate: 14.9, dropped: 0, cpuPercent: 11.2,
                                               operatingPoint: "high"))
        #expect(plain.json == #"{"v":2,"t":14,"event":"stats","capture_fps":30,"detect_fps":14.9,"dropped":0,"#
            + #""cpu_percent":11.2,"operating_point":"high","limited_by":"none"}"#)
    }

    @Test("a missing value is null where the schema requires its field")
    func nothing() {
        let finding = RangeCalibration.Finding(.turn(.up), reach: 0.04, noise: 0.02, threshold: nil)
        #expect(ApplianceEvent.range(time: 1, .found(finding)).json.contains(#""noise":0.02,"threshold":null,"words":"#))
        let head = ControlReply(to: .text("a\"b"), "camera")
        #expect(head.done(durable: true, CameraReply(camera: .some(nil), cameras: []))
            == #"{"v":2,"reply":"camera","id":"a\"b","ok":true,"durable":true,"camera":null,"cameras":[]}"#)
    }

    @Test("a teaching, its gesture and ordinary minutes are described on a line and in words")
    func teaching() throws {
        let jerk = try #require(GestureName("jerk"))
        let cases: [(ApplianceEvent, String, String)] = [
            (.gesture(GestureEvent(time: 1, kind: .recognised(.taught(jerk), size: 0.91, duration: 0.8))),
             #"{"v":2,"t":1,"event":"recognised","gesture":"my-jerk","likeness":0.91,"duration":0.8}"#, "   1.00 s  ◆ my-jerk, likeness 0.91, 0.8 s"),
            (.teach(time: 1, jerk, .told(.rest(seconds: 3))), #"{"v":2,"t":1,"event":"teach","name":"my-jerk","step":"rest","seconds":3}"#,
             "   1.00 s  my-jerk: look straight ahead and keep still for 3 seconds"),
            (.teach(time: 1, jerk, .told(.next(number: 2, of: 6))), #"{"v":2,"t":1,"event":"teach","name":"my-jerk","step":"next","point":2,"points":6}"#,
             "   1.00 s  my-jerk: now, number 2 of 6"),
            (.teach(time: 1, jerk, .told(.found(number: 2, of: 6, likeness: 0.94))),
             #"{"v":2,"t":1,"event":"teach","name":"my-jerk","step":"found","point":2,"points":6,"likeness":0.94}"#, "   1.00 s    found number 2, 94 % like the others"),
            (.teach(time: 1, jerk, .refused("like-rest", words: "it is like rest")),
             #"{"v":2,"t":1,"event":"teach","name":"my-jerk","step":"done","words":"it is like rest","kept":false,"reason":"like-rest"}"#, "   1.00 s  not taught: it is like rest"),
            (.teach(time: 1, jerk, .cancelled(reason: "it was paused")), #"{"v":2,"t":1,"event":"teach","name":"my-jerk","step":"cancelled","reason":"it was paused"}"#,
             "   1.00 s  cancelled: it was paused; nothing has changed"),
            (.rest(time: 1, RestProgress(step: .recording, minutes: 2, total: 7.5)), #"{"v":2,"t":1,"event":"rest","minutes":2,"total":7.5,"state":"recording"}"#,
             "   1.00 s  ordinary minutes are recorded as numbers: 2 minutes with a face, 7.5 in all"),
        ]
        for (event, line, words) in cases {
            #expect(event.json == line)
            #expect(EventRecord.words(of: event.json) == words)
        }
    }

    @Test("a refused tilt is described with its shoulder, in degrees, and with the setting that would have been enough")
    func refusedTilt() {
        var rejection = Rejection(rule: .tooSmall, value: 9.2, bound: 12, remedy: Remedy(key: "threshold_tilt_left", value: 9))
        rejection.shoulder = .left
        let event = ApplianceEvent.gesture(GestureEvent(time: 1, kind: .rejected(rejection)))
        #expect(event.json.contains(#""gesture":"tilt-left""#))
        #expect(event.words == "   1.00 s    not recognised (tilt-left): too small: 9.2°, it needs 12° (threshold_tilt_left = 9 would be enough)")
    }

    @Test("a look is described in words, the progress of a hold is not")
    func words() {
        #expect(ApplianceEvent.gesture(GestureEvent(time: 1, kind: .moved(.hold(.up), size: 1))).words == nil)
        #expect(ApplianceEvent.gesture(GestureEvent(time: 4.1, kind: .recognised(.look(.up), size: 0.5, duration: 0.4))).words
            == "   4.10 s  ↑ look up, 0.5 eye distances, 0.4 s")
    }

    /// One event or more of most kinds.
    private static var events: [ApplianceEvent] {
        let kinds: [GestureEvent.Kind] = [
            .faceFound, .faceLost, .trackingStarted(center: CalibrationCenter(position: HeadPoint(318, 244), interocularDistance: 61)),
            .began(.hold(.left), size: 0.42), .ended(.hold(.up), held: 1.4, reason: .framesStopped),
            .recognised(.look(.down), size: 0.5, duration: 0.4), .recognised(.nod, size: 2, duration: 0.9), .recognised(.shake, size: 3, duration: 0.9), .calibrationTimedOut(jump: 0.1),
            .rejected(Rejection(rule: .tooSmall, value: 0.1, bound: 0.2, direction: .left)), .paused, .resumed,
            .rejected(Rejection(rule: .crept, value: 0.35, bound: 0.3, remedy: Remedy(key: "onset_max", value: 0.35))),
            .armed(until: 12.5), .answer(.none), .reset,
        ]
        let finding = RangeCalibration.Finding(.turn(.left), reach: 0.5, noise: 0.02, threshold: nil)
        let people: [PersonReport] = [
            .recognising, .recognised(name: "anna", distance: 0.31, limit: 0.6), .stranger(name: nil, distance: 0.82, limit: 0.6),
            .stranger(name: "ben", distance: 0.2, limit: 0.6), .unavailable(reason: .failed("killed"), counts: false),
        ]
        return kinds.map { ApplianceEvent.gesture(GestureEvent(time: 4, kind: $0)) } + people.map { ApplianceEvent.person(time: 4, $0) } + [
            .enrolment(time: 4, name: "anna", .took(.left, count: 3)), .enrolment(time: 4, name: "anna", .waits(.dark)),
            .enrolment(time: 4, name: "anna", .cancelled(reason: "it was paused")),
            .line(LineChange(time: 4, name: "bell", value: true)), .configured(time: 4, profile: "evening"),
            .operatingPoint(time: 4, from: "high@30", to: "low@5", reason: "cpu"), .fault(time: 4, what: .cameraGone, detail: "x"),
            .range(time: 4, .asks(nil)), .range(time: 4, .asks(.turn(.up))), .range(time: 4, .found(finding)),
            .range(time: 4, .done(isKept: true, eyes: .any)), .range(time: 4, .done(isKept: true, eyes: .ahead)), .range(time: 4, .cancelled(reason: "y")),
        ]
    }

    @Test("an event reads the same in words after it was written as JSON and read back")
    func readBack() throws {
        for event in Self.events {
            #expect(EventRecord.words(of: event.json) == event.words, "\(event)")
        }
        #expect(EventRecord.words(of: #"{"v":2,"t":1,"event":"news"}"#) == #"{"v":2,"t":1,"event":"news"}"#)
        #expect(EventRecord.words(of: "nonsense") == "nonsense")
    }

    @Test("numbers of any size in a record that was read are no trap", arguments: ["-1e300", "1e300", "9.3e18", "-5", "1e-320"])
    func sizes(number: String) {
        for event in Self.events {
            let line = event.json.replacing(#/([:,\[])-?[0-9][0-9.]*/#) { "\($0.1)\(number)" }.replacing("\"v\":\(number)", with: "\"v\":2")
            _ = EventRecord.words(of: line)
        }
    }
}
