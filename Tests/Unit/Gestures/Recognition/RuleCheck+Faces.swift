import Gestures

extension RuleCheck {
    /// What is refused of a face at 30 frames a second, by the rules about faces.
    private static func face(_ change: Change, _ configure: (inout GestureConfiguration) -> Void = { _ in },
                             _ move: (inout ExpressionTests.Face) -> Void) -> [Rejection] {
        var face = ExpressionTests.Face(rate: 30) {
            configure(&$0)
            change(&$0)
        }
        move(&face)
        face.keep(for: 2)
        return face.events.rejections.filter { $0.expression != nil }
    }

    /// Rules about mouth, lids, brows and smile.
    static let faces: [RuleCheck] = [
        RuleCheck(.face, .tooSmall, "furthest", without: { $0.expressions[.mouth] = 0.2 }) { change in
            face(change) { $0.open(0.24, for: 0.6) }
        },
        RuleCheck(.face, .turned, "turn of the head", without: { $0.rules.turnOfExpression = 1 }) { change in
            face(change) { $0.show(.smile, for: 0.6, yaw: 20) }
        },
        RuleCheck(.face, .talking, "mean speed of the lips", without: { $0.quietMouth = 20 }) { change in
            face(change) {
                let lips = { 0.02 + 0.12 * Wave.hump($0 * 4) }
                $0.keep(for: 4, mouth: lips)
                $0.keep(for: 0.6, mouth: lips, smile: { _ in 0.91 })
                $0.keep(for: 1, mouth: lips)
            }
        },
        RuleCheck(.face, .opened, "opening of the mouth", without: { $0.rules.openingOfExpression = 1 }) { change in
            face(change) { $0.show(.smile, for: 0.6, mouth: 0.24) }
        },
        RuleCheck(.face, .notRested, "time for which mouth or brows were", without: { $0.rules.restBefore = 0.05 }) { change in
            face(change) {
                $0.keep(for: 0.8, lids: { _ in 0.1 })
                $0.keep(for: 0.15)
                $0.keep(for: 0.8, lids: { _ in 0.1 })
            }
        },
        RuleCheck(.face, .crept, "rise time", without: { $0.onsetMax = 3 }) { change in
            face(change) { $0.keep(for: 2.5, smile: { 0.7 * (1 + min(0.3, 0.12 * $0)) }) }
        },
        RuleCheck(.face, .yawned, "time for which the mouth opens", without: { $0.rules.longestRise = 5 }) { change in
            face(change) { $0.keep(for: 4, mouth: { min(0.9, 0.02 + 0.45 * $0) }) }
        },
        RuleCheck(.face, .blinked, "time for which the eyes", without: { $0.rules.blink = 0.3 }) { change in
            face(change) { $0.shut(for: 0.4) }
        },
        RuleCheck(.face, .tooShort, "time for which", without: { $0.discreteMin = 0.03 }) { change in
            face(change) { $0.keep(for: 0.1, mouth: { _ in 0.45 }) }
        },
        RuleCheck(.face, .tooLong, "time beyond the threshold", without: { $0.discreteMax = 5 }) { change in
            face(change, { $0.continuous = false }) { $0.open(for: 2.5) }
        },
        RuleCheck(.face, .notRested, "time for which mouth or brows stay", without: { $0.rules.mouthRestAfter = 0.1 }) { change in
            // Only the rest afterwards counts, not the one before the next.
            face(change, { $0.rules.mouthRest = 0.01 }) {
                for _ in 0..<2 {
                    $0.keep(for: 0.5, smile: { _ in 0.91 })
                    $0.keep(for: 0.25)
                }
            }
        },
    ]

    /// What is refused of a look at a wide zone.
    private static func gaze(_ change: Change, _ move: (inout Watcher) -> Void) throws -> [Rejection] {
        var watcher = try Watcher.ready {
            $0.gaze.zones = [GazeZone(name: $0.gaze.zones[0].name,
                                      area: .screen(lowest: GazePoint(right: -20, up: -9), highest: GazePoint(right: 20, up: 9)))]
            change(&$0)
        }
        move(&watcher)
        watcher.look(0, 20, for: 1)
        return watcher.events.rejections.filter { $0.zone != nil }
    }

    /// Rules about looks at a zone, whose dwell time is 1 s.
    static let gazes: [RuleCheck] = [
        RuleCheck(.gaze, .notDwelt, "time until", without: { $0.gaze.zones[0].dwell = 0.7 }) { change in try gaze(change) { $0.look(-7, for: 0.9) } },
        RuleCheck(.gaze, .wandered, "time until", without: { $0.gaze.zones[0].dwell = 0.5 }) { change in
            try gaze(change) { $0.pass(1.2) { time in (-15 + 10 * time, 0) } }
        },
        RuleCheck(.gaze, .eyesUnknown, "time until", without: { $0.gaze.zones[0].dwell = 0.6 }) { change in
            try gaze(change) {
                $0.look(-7, for: 0.8)
                $0.shut(for: 1)
            }
        },
    ]
}
