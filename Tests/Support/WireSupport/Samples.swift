import GestureNames
import Wire

/// An event of each kind and a status, as the writer's types write them: for tests of what reads them.
package enum Samples {
    package static let gestures: [GestureRecord] = {
        guard let jerk = GestureName("jerk"), let window = GestureName("window") else { return [] }
        return [
            GestureRecord(.recognised, .look(.left), began: 30.6, size: 0.42, duration: 0.5), GestureRecord(.recognised, .nod, began: 30.6, count: 2),
            GestureRecord(.recognised, .shake, began: 30.6, count: 3), GestureRecord(.recognised, .tilt(.left), began: 30.6, size: 19.5, duration: 0.7),
            GestureRecord(.recognised, .expression(.mouth), began: 30.6, size: 0.45, duration: 0.7),
            GestureRecord(.recognised, .taught(jerk), began: 30.6, duration: 0.8, likeness: 0.91),
            GestureRecord(.began, .hold(.up), began: 30.6, size: 0.4), GestureRecord(.moved, .hold(.up), size: 0.5),
            GestureRecord(.ended, .hold(.up), held: 1.43, reason: .returned),
            GestureRecord(.began, .holdTilt(.right), began: 30.6, size: 18), GestureRecord(.moved, .holdTilt(.right), size: 18.2),
            GestureRecord(.ended, .holdTilt(.right), held: 2.5, reason: .faceLost),
            GestureRecord(.began, .holdExpression(.eyesClosed), began: 30.6, size: 0.48),
            GestureRecord(.ended, .holdExpression(.eyesClosed), held: 2.5, reason: .returned),
            GestureRecord(.began, .gaze(window), began: 30.6), GestureRecord(.ended, .gaze(window), held: 2.6, reason: .lookedAway),
        ]
    }()

    package static let weighed: Rejection = {
        var rejection = Rejection(rule: .unlikely, value: 2, bound: 9, direction: .left)
        rejection.points = PointSum(sum: 2, needed: 9, parts: [.init(.lips, 17), .init(.speed, -5), .init(.size, 2)])
        return rejection
    }()

    /// A refusal for each kind of movement, and for none in particular.
    private static let refused: [EventBody] = ["tilt-left", "mouth", "gaze-window", "my-jerk", ""].map { name in
        var rejection = Rejection(rule: .repeated, value: 0.5, bound: 1)
        rejection.gesture = HeadGesture(name)
        return .rejected(RejectedRecord(rejection))
    }

    private static let ranges: [EventBody] = [.range(RangeRecord(.rest))]
        + [.turn(.left), .tilt(.right), .expression(.smile)].flatMap { movement in
            [.range(RangeRecord(.reach, movement)), .rangeFound(RangeFoundRecord(movement, reach: 0.41, noise: 0.02, threshold: 0.2, eyes: "ahead", words: "far"))]
        }
        + [.range(RangeRecord(.done, eyes: "ahead", kept: true))]

    package static let tracking: [EventBody] = [
        .faceFound, .faceLost, .trackingStarted(TrackingRecord(center: PointRecord(x: 318.2, y: 244.9), iod: 61.3)),
        .pointer(PointerRecord(from: PointRecord(x: 1, y: 2), to: PointRecord(x: 3.04, y: 4), center: PointRecord(x: 5, y: 6))),
        .rejected(RejectedRecord(weighed)),
        .rejected(RejectedRecord(Rejection(rule: .tooSmall, value: 0.15, bound: 0.18, direction: .left, remedy: Remedy(key: "threshold_left", value: 0.14)))),
        .calibrationTimedOut(UnrestRecord(jump: 0.1)), .paused, .resumed, .armed(ArmedRecord(until: 41.2)), .answer(AnswerRecord(value: "yes")), .reset,
    ]

    package static let appliance: [EventBody] = [
        .line(LineRecord("bell", isOn: true)), .axis(AxisRecord("x", -0.5)),
        .stats(StatsRecord(captured: 30, detected: 14.9, dropped: 0, cpu: 11.2, point: "low 15/s", limit: "battery", battery: 41, hours: 3.5, temperature: 48.3)),
        .operatingPoint(OperatingPointRecord(from: "high 30/s", to: "low 15/s", reason: "battery")),
        .stopped(StopRecord(by: "the button red")), .released(ReleaseRecord(by: "a request")), .enable(EnableRecord(held: true)),
        .configured(ConfiguredRecord(profile: "evening")), .feedback(FeedbackRecord(cue: "refused")),
        .fault(FaultRecord(what: "camera-stalled", detail: "no frame for 2 s")),
        .person(PersonRecord(state: .recognising)), .person(PersonRecord(state: .recognised, name: "anna", distance: 0.31, bound: 0.6)),
        .person(PersonRecord(state: .stranger, distance: 0.82, bound: 0.6)),
        .person(PersonRecord(state: .unavailable, counts: true, reason: "dark", obstacle: "the face is too dark")),
        .recording(RecordingRecord(.began, name: "clip-1", reason: nil)), .trial(TrialRecord(.began, changed: ["gestures.nod"])),
        .rest(RestRecord(.recording, minutes: 1, total: 13.4, reason: nil)),
    ]

    package static let events: [EventRecord] = (gestures.map(EventBody.gesture) + tracking + appliance + refused + ranges)
        .map { EventRecord(at: 31.2, $0) }

    package static var status: StatusReply {
        var figures = RunningFigures()
        figures.addFrame(cpu: 0.012)
        figures.addGesture("nod", latency: 0.12)
        figures.addRefusal(by: "too-short")
        figures.addFault("camera-stalled")
        return StatusReply(
            uptime: 812.5, state: "ready", face: true, calibrating: false, paused: false, held: [.hold(.left)], armed: nil,
            profile: "", eyes: "any", ranges: nil, impossible: [], gaze: .off,
            stats: StatsRecord(captured: 30, detected: 15, dropped: 3, cpu: 20, point: "full", limit: "none", battery: 50, hours: 2, temperature: 41.5),
            outputs: ["bell": 1, "lamp": 0], axes: ["x": -0.5], center: [318.2, 244.9], iod: 61.3,
            faults: [.init(t: 3, what: "camera-stalled", detail: "no frame for 2 s")], figures: figures)
    }

    /// The reply to `status` as a line.
    package static var statusLine: String { ControlReply(to: nil, "status").done(status) }
}
