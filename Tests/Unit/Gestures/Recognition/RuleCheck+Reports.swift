import Gestures

extension RuleCheck {
    /// A head at rest that turns to these places, each for some seconds.
    private static func turn(_ change: Change, _ places: [(left: Double, up: Double, seconds: Double)],
                             _ configure: (inout GestureConfiguration) -> Void = { _ in }) -> [Rejection] {
        var driver = HeadDriver.tracking {
            $0.explains = true
            configure(&$0)
            change(&$0)
        }
        driver.stay(1)
        for place in places { driver.go(left: place.left, up: place.up, for: place.seconds) }
        return driver.rejections
    }

    /// A look to the left with these eyes.
    private static func look(_ change: Change, _ gaze: EyeMovementTests.Gaze, _ condition: EyeCondition, countsUnknown: Bool = true) -> [Rejection] {
        var driver = EyeMovementTests.Driver(gaze) {
            $0.eyes = condition
            $0.countsUnknownEyes = countsUnknown
            change(&$0)
        }
        driver.go(yaw: 15, for: 0.6)
        driver.go(yaw: 0, for: 1.5)
        return driver.events.rejections
    }

    /// Rules about more than one movement, and about what was recognised.
    static let reports: [RuleCheck] = swings + eyes + ends

    private static let swings: [RuleCheck] = [
        RuleCheck(.several, .tooFew, "swings of a shake", without: { $0.shakeCount = 2 }) { change in
            turn(change, [(0.3, 0, 0.25), (-0.3, 0, 0.25), (0, 0, 2)]) { ($0.discrete, $0.shake) = (false, true) }
        },
        RuleCheck(.several, .restless, "quick swings", broken: { turn({ _ in }, [(0.3, 0, 0.25), (-0.3, 0, 0.25), (0, 0, 2)]) { $0.shake = true } },
                  kept: { turn({ _ in }, [(0.3, 0, 0.25), (0, 0, 0.15), (0.3, 0, 0.25), (0, 0, 2)]) { $0.shake = true } }),
        RuleCheck(.report, .restless, "gestures of the same movement", without: { $0.discrete = false }) { change in
            var run = TaughtRecognitionTests.Run([try .own("jerk", OwnHead.Movement(left: 0.5, up: 0, tilt: 0, seconds: 1))], change)
            run.feed { $0.move(OwnHead.Movement(left: 0.5, up: 0, tilt: 0, seconds: 1)) + $0.rest(2) }
            return run.events.rejections
        },
        RuleCheck(.report, .unlikely, "points", without: { $0.rules.ordinaryRate = GestureRules().ordinaryRate }) { change in
            turn(change, [(0, 0, 2), (0.4, 0, 0.6), (0, 0, 1.5)]) { $0.rules.ordinaryRate = -1000 }
        },
        RuleCheck(.report, .talking, "mean speed of the lips", without: { $0.quietMouth = 20 }) { change in
            var driver = HeadDriver.tracking {
                $0.explains = true
                change(&$0)
            }
            driver.mouth = ({ 0.1 + 0.1 * Wave.swing(3 * $0) }, 20)
            driver.go(for: 2)
            driver.go(left: 0.4, for: 0.6)
            driver.go(for: 1.5)
            return driver.rejections
        },
        RuleCheck(.report, .burst, "gestures within", without: { $0.burstCount = 4 }) { change in
            let look = [(left: 0.3, up: 0.0, seconds: 0.3), (0, 0, 0.3)]
            return turn(change, look + look + look + look) { ($0.burstCount, $0.burstTime) = (3, 5) }
        },
        RuleCheck(.report, .repeated, "time since", without: { $0.filters[.look(.left)].ignoreRepeat = 0.5 }) { change in
            turn(change, [(0.3, 0, 0.4), (0, 0, 1.5), (0.3, 0, 0.4), (0, 0, 1.5)]) { $0.filters[.look(.left)].ignoreRepeat = 5 }
        },
    ]

    private static let eyes: [RuleCheck] = [
        RuleCheck(.report, .eyesAlong, "where", without: { $0.rules.eyesAlong = PerAxis(horizontal: 0.02, vertical: 0.02) }) { change in
            look(change, EyeMovementTests.Gaze(slope: 0.008), .ahead)
        },
        RuleCheck(.report, .eyesAhead, "where", without: { $0.rules.eyesAlong = PerAxis(horizontal: -0.02, vertical: -0.02) }) { change in
            look(change, EyeMovementTests.Gaze(slope: -0.006), .along)
        },
        RuleCheck(.report, .eyesUnclear, "where", without: { $0.rules.eyesAhead = PerAxis(horizontal: 0.004, vertical: 0.004) }) { change in
            look(change, EyeMovementTests.Gaze(slope: 0.003), .ahead)
        },
        RuleCheck(.report, .eyesUnknown, "where", without: { $0.countsUnknownEyes = true }) { change in
            look(change, EyeMovementTests.Gaze(slope: 0.008, openness: 0.1), .ahead, countsUnknown: false)
        },
    ]

    private static let ends: [RuleCheck] = [
        RuleCheck(.end, .notEnded, "distance from rest", without: { $0.idleZoneRadius = 0.135 }) { change in
            turn(change, [(0.3, 0, 1.5), (0.125, 0, 0.3), (0.3, 0, 1), (0, 0, 1)])
        },
        RuleCheck(.end, .notRested, "rest since", broken: { lost(restsFor: 0) }, kept: { lost(restsFor: 1) }),
        RuleCheck(.end, .interrupted, "time until", broken: { interrupted(hiddenFor: 1) }, kept: { interrupted(hiddenFor: 0) }),
    ]

    /// A face that is lost, and looks to the left when it is found, at once or after some rest.
    private static func lost(restsFor seconds: Double) -> [Rejection] {
        var driver = HeadDriver.tracking { $0.explains = true }
        driver.stay(1)
        driver.hide(for: 0.6)
        driver.go(for: seconds)
        driver.go(left: 0.3, for: 0.4)
        driver.go(for: 1)
        return driver.rejections
    }

    /// A small movement in which the face is lost.
    private static func interrupted(hiddenFor seconds: Double) -> [Rejection] {
        var driver = HeadDriver.tracking { $0.explains = true }
        driver.stay(1)
        driver.go(left: 0.15, for: 0.2)
        driver.hide(for: seconds)
        driver.go(for: 1)
        return driver.rejections
    }
}
