import Gestures

extension RuleCheck {
    /// What is refused of the taught movement.
    private static func own(_ limit: (inout TaughtGesture.Limits) -> Void, _ move: (inout OwnHead) -> [HeadSample]) throws -> [Rejection] {
        var gesture = try TaughtGesture.own()
        limit(&gesture.limits)
        var run = TaughtRecognitionTests.Run([gesture])
        run.feed { move(&$0) + $0.rest(2) }
        return run.events.rejections.filter { $0.taught != nil }
    }

    /// - Parameter limit: sets a limit that the taught movement does not keep; it gets the movement's duration.
    private static func limit(_ rule: Rejection.Rule, _ feature: String,
                              _ limit: @escaping @Sendable (inout TaughtGesture.Limits, Double) -> Void) -> RuleCheck {
        RuleCheck(.taught, rule, feature, broken: {
            var run = TaughtRecognitionTests.Run([try .own()]), seconds = 0.0
            run.feed { $0.move() + $0.rest(2) }
            for case .recognised(.taught, _, let duration) in run.events.map(\.kind) { seconds = duration }
            return try own({ limit(&$0, seconds) }, { $0.move() })
        }, kept: { try own({ _ in }, { $0.move() }) })
    }

    /// - Parameter move: the taught movement with another one, without a pause between them or with one, in seconds.
    private static func around(_ rule: Rejection.Rule, _ feature: String,
                               _ move: @escaping @Sendable (inout OwnHead, Double) -> [HeadSample]) -> RuleCheck {
        RuleCheck(.taught, rule, feature, broken: { try own({ $0.likeness = 0.8 }, { move(&$0, 0) }) },
                  kept: { try own({ $0.likeness = 0.8 }, { move(&$0, 1) }) })
    }

    /// Rules about taught movements, whose limits are the template's.
    static let taught: [RuleCheck] = [
        limit(.tooDifferent, "likeness") { limits, _ in limits.likeness = 0.9999 },
        // Between two points of the stream: otherwise a part of the movement keeps the limit, and is too different.
        limit(.tooSlow, "duration") { $0.duration = $1 - 0.14...$1 - 0.11 },
        limit(.tooQuick, "duration") { $0.duration = 1.35 * $1...3 },
        limit(.tooWeak, "size") { limits, _ in limits.size = 1.2...3 },
        limit(.tooStrong, "size") { limits, _ in limits.size = 0.2...0.8 },
        around(.notRested, "rest before") { head, pause in
            let before = head.move(.other, pace: 0.4), rest = head.rest(pause)
            return before + rest + head.move()
        },
        around(.movedOn, "movement within") { head, pause in
            let movement = head.move(), rest = head.rest(pause)
            return movement + rest + head.leave(.other, for: 0.6)
        },
    ]

    /// Times of a tilt, in seconds: out, there, back, and at rest afterwards.
    private typealias Times = (out: Double, there: Double, back: Double, rest: Double)

    /// - Parameter change: lets the same tilts keep the rule.
    private static func tilt(_ rule: Rejection.Rule, _ feature: String, _ posture: TiltTests.Posture = TiltTests.Posture(tilt: 20),
                             times: [Times] = [(0.2, 0.3, 0.2, 1)], without change: @escaping @Sendable (inout GestureConfiguration) -> Void) -> RuleCheck {
        RuleCheck(.tilt, rule, feature, without: change) { change in
            let tests = TiltTests(), upright = TiltTests.Posture()
            var driver = tests.driver {
                $0.explains = true
                $0.continuous = false
                change(&$0)
            }
            for time in times {
                tests.go(from: upright, to: posture, &driver, for: time.out)
                tests.keep(posture, &driver, for: time.there)
                tests.go(from: posture, to: upright, &driver, for: time.back)
                tests.keep(upright, &driver, for: time.rest)
            }
            return driver.rejections.filter { $0.shoulder != nil }
        }
    }

    /// Rules about tilts.
    static let tilts: [RuleCheck] = [
        tilt(.tooSmall, "furthest tilt", TiltTests.Posture(tilt: 9)) { $0.tilt.left = 8 },
        tilt(.offAxis, "turn of the head", TiltTests.Posture(tilt: 16, yaw: 15)) { $0.rules.turnOfTilt = 2 },
        tilt(.notRested, "rest before", times: [(0.2, 0.3, 0.2, 0.05), (0.1, 0.3, 0.2, 1)]) { $0.rules.restBefore = 0.01 },
        tilt(.carried, "shift of the head's place", TiltTests.Posture(tilt: 20, place: 3)) { $0.rules.shiftOfTilt = 50 },
        tilt(.leaned, "change of the head's size", TiltTests.Posture(tilt: 20, size: 1.4)) { $0.rules.scaleLimit = 2 },
        tilt(.crept, "rise time", times: [(2, 0.3, 0.2, 1)]) { $0.onsetMax = 3 },
        tilt(.tooShort, "time outside", times: [(0.05, 0.05, 0.05, 1)]) { $0.discreteMin = 0.02 },
        tilt(.tooLong, "time beyond", times: [(0.2, 1.5, 0.2, 1)]) { $0.discreteMax = 5 },
        tilt(.tooLong, "time outside", TiltTests.Posture(tilt: 14), times: [(0.1, 0.1, 3.6, 1)]) { $0.rules.lookSpan = 10 },
    ]
}
