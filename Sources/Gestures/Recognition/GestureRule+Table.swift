extension GestureRule {
    /// All rules in the order in which they are applied.
    public static let table: [GestureRule] = movements + holds + sequels + looks + postures + reports + tilts

    private static let judged: [Stage] = [.movement, .hold, .posture]

    private static let movements: [GestureRule] = [
        GestureRule(.tooSmall, [.movement], "furthest distance from rest", "at least `threshold_*`; for further swings `swingThreshold` of it") { movement, thresholds in
            movement.peak < thresholds.swing(movement.direction) ? (movement.peak, thresholds[movement.direction]) : nil
        },
        GestureRule(.offAxis, [.movement], "smaller component at the furthest point, as a part of the larger one",
                    "at most `off_axis_ratio`", yields: true) { movement, thresholds in
            atMost(thresholds.configuration.offAxisRatio, movement.offAxis)
        },
        GestureRule(.cameBack, judged, "distance from the previous rest", "more than `returnNearness` of the way between the two rests") { movement, _ in
            movement.previousRest.map { ($0.distance, $0.bound) }
        },
        GestureRule(.offAxis, judged, "extent across the axis, as a part of the one along it", "at most `off_axis_ratio`", yields: true) { movement, thresholds in
            atMost(thresholds.configuration.offAxisRatio, movement.widest)
        },
        GestureRule(.severalDirections, [.movement], "directions in which a threshold was crossed", "one") { movement, _ in
            movement.isAmbiguous ? (2, 1) : nil
        },
        GestureRule(.notRested, [.movement], "rest before it, unless it follows another swing", "at least `restBefore`", yields: true) { movement, _ in
            atLeast(movement.restNeeded, movement.rested, tolerance: GestureRules.roundoff)
        },
        GestureRule(.carried, judged, "shift of the head's place", "at most `shiftRatio` of the turn plus `shiftAllowance`",
                    side: .body) { movement, thresholds in
            atMost(movement.body.longestShift(thresholds.configuration.rules), movement.body.shift)
        },
        GestureRule(.tilted, judged, "tilt to a shoulder", "at most `tiltRatio` of the turn, or `tiltAllowance`",
                    side: .body) { movement, thresholds in
            atMost(movement.body.largestTilt(thresholds.configuration.rules), movement.body.tilt)
        },
        GestureRule(.leaned, judged, "change of the head's size", "at most `scaleLimit`, and `scalePerTurn` of the turn",
                    side: .body) { movement, thresholds in
            atMost(movement.body.largestScale(thresholds.configuration.rules), movement.body.scale)
        },
        GestureRule(.crept, judged, "rise time from near rest to beyond the threshold", "at most `onset_max`",
                    side: .peak) { movement, thresholds in
            atMost(thresholds.configuration.onsetMax, movement.riseTime, tolerance: GestureRules.roundoff)
        },
        GestureRule(.tooShort, [.movement], "time outside of the idle zone",
                    "at least `discrete_min`; to the sides `shortestShakeSwing`") { movement, thresholds in
            let shortest = thresholds.shortestSwing(isHorizontal: movement.direction.isHorizontal, spans: movement.spans)
            return atLeast(shortest, movement.duration, tolerance: GestureRules.roundoff)
        },
        GestureRule(.tooLong, [.movement], "time beyond the threshold", "at most `discrete_max`") { movement, thresholds in
            atMost(thresholds.configuration.discreteMax, movement.beyond, tolerance: GestureRules.roundoff)
        },
        GestureRule(.tooLong, [.movement], "time outside of the idle zone", "at most `lookSpan` times `discrete_max`") { movement, thresholds in
            atMost(thresholds.configuration.rules.lookSpan * thresholds.configuration.discreteMax, movement.duration)
        },
        GestureRule(.wandering, [.movement], "straight there and back, as a part of the path", "at least `path_efficiency`", yields: true) { movement, thresholds in
            atLeast(thresholds.configuration.pathEfficiency, movement.efficiency)
        },
    ]

    private static let holds: [GestureRule] = [
        GestureRule(.notRested, [.hold], "rest at this centre", "at least `restAtCenter`", yields: true) { movement, thresholds in
            atLeast(thresholds.configuration.rules.restAtCenter, max(0, movement.restedHere))
        },
        GestureRule(.notRested, [.hold], "rest since a hold in the same direction", "at least `restBefore`", yields: true) { movement, thresholds in
            atLeast(thresholds.configuration.rules.restBefore, max(0, movement.restedSinceHold), tolerance: GestureRules.roundoff)
        },
    ]

    private static let sequels: [GestureRule] = [
        GestureRule(.rebound, [.sequel], "distance of a swing past rest, right after a movement", "at least `overshoot` of that movement") { movement, thresholds in
            atLeast(thresholds.configuration.rules.overshoot * movement.overshoots, movement.peak)
        },
        GestureRule(.notRested, [.sequel], "rest at this centre", "at least `restAtCenter`", side: .none, yields: true) { movement, thresholds in
            atLeast(thresholds.configuration.rules.restAtCenter, max(0, movement.restedHere))
        },
    ]

    private static let looks: [GestureRule] = [
        GestureRule(.tooSmall, [.look], "furthest distance from rest", "at least `threshold_*`") { movement, thresholds in
            atLeast(thresholds[movement.direction], movement.peak)
        },
        GestureRule(.tooShort, [.look], "time outside of the idle zone, as far as it was seen", "at least `discrete_min`") { movement, thresholds in
            atLeast(thresholds.configuration.discreteMin, movement.seen)
        },
        GestureRule(.carried, [.look], "shift of the head's place in a quick turn up or down (cough, sneeze)",
                    "at most `reflexShiftRatio` of the turn plus `reflexShiftAllowance`") { movement, thresholds in
            let rules = thresholds.configuration.rules
            guard let reflex = movement.reflex, reflex.speedOut >= rules.reflexSpeed * reflex.turned else { return nil }
            return atMost(rules.reflexShiftRatio * reflex.turned + rules.reflexShiftAllowance, reflex.shifted)
        },
        GestureRule(.startled, [.look], "speed out as a multiple of the speed back, in a quick turn up or down",
                    "at most `reflexAsymmetry`") { movement, thresholds in
            let rules = thresholds.configuration.rules
            guard let reflex = movement.reflex, reflex.speedOut >= rules.reflexSpeed * reflex.turned,
                  reflex.speedOut > rules.reflexAsymmetry * reflex.speedBack
            else { return nil }
            return (reflex.speedOut / max(reflex.speedBack, 0.01), rules.reflexAsymmetry)
        },
        GestureRule(.tooFew, [.look], "swings, where only nods or shakes are on", "`nod_count`, `shake_count`") { movement, thresholds in
            let configuration = thresholds.configuration
            guard !configuration.discrete, configuration.longestSwing(movement.direction) != nil else { return nil }
            return (1, Double(movement.direction.isHorizontal ? configuration.shakeCount : configuration.nodCount))
        },
        GestureRule(.notHeld, [.look], "time beyond the threshold, where only holds are on", "at least `acceptance`") { movement, thresholds in
            let configuration = thresholds.configuration
            guard !configuration.discrete, configuration.continuous else { return nil }
            return (movement.beyond, configuration.acceptance(of: .hold(movement.direction)))
        },
        GestureRule(.off, [.look], "the kind of gesture", "is on") { _, thresholds in
            thresholds.configuration.discrete ? nil : (0, 1)
        },
    ]

    private static let postures: [GestureRule] = [
        GestureRule(.tooSmall, [.posture], "furthest distance from rest", "at least `threshold_*`", side: .peak) { movement, thresholds in
            atLeast(thresholds[movement.peakDirection ?? movement.direction], movement.peak)
        },
        GestureRule(.offAxis, [.posture], "smaller component at the furthest point, as a part of the larger one",
                    "at most `off_axis_ratio`", side: .peak) { movement, thresholds in
            atMost(thresholds.configuration.offAxisRatio, movement.offAxis)
        },
        GestureRule(.tooLong, [.posture], "time outside of the idle zone, where holds are off", "at most `discrete_max`",
                    side: .peak) { movement, thresholds in
            thresholds.configuration.continuous ? nil : atMost(thresholds.configuration.discreteMax, movement.duration)
        },
        GestureRule(.notBack, [.posture], "distance from rest at which the head stays", "inside the idle zone", side: .peak) { movement, thresholds in
            (movement.away, thresholds.zone.radius)
        },
    ]

    /// Rules about more than one movement. ``WaitingSwings``, ``Refractory`` and the state machine apply them.
    private static let reports: [GestureRule] = [
        GestureRule(.tooFew, [.several], "swings of a shake, where looks are off", "at least `shake_count`"),
        GestureRule(.restless, [.several], "quick swings that are neither a nod nor a shake", "one, or two on one side"),
        GestureRule(.restless, [.report], "gestures of the same movement", "one"),
        GestureRule(.unlikely, [.report], "points of a look or a hold: path, sizes, speeds, rest and lips, weighed together", "at least as many as `ordinaryRate` says"),
        GestureRule(.eyesAlong, [.report], "where `eyes` is \"ahead\": movement of the iris per degree of the head's turn, and its jump",
                    "less than `eyesAlong` and `eyeJump`"),
        GestureRule(.eyesAhead, [.report], "where `eyes` is \"along\": movement of the iris per degree of the head's turn", "at least `eyesAlong`"),
        GestureRule(.eyesUnclear, [.report], "where `eyes` is \"ahead\" or \"along\": the same", "at most `eyesAhead`, or at least `eyesAlong`"),
        GestureRule(.eyesUnknown, [.report], "where `eyes_unknown` is \"refused\": eyes that are not seen", "none"),
        GestureRule(.talking, [.report], "mean speed of the lips", "at most `quiet_mouth`"),
        GestureRule(.burst, [.report], "gestures within `burst_time`, until the head is still", "fewer than `burst_count`"),
        GestureRule(.repeated, [.report], "time since the same gesture", "at least `ignore_repeat`"),
        GestureRule(.notEnded, [.end], "distance from rest between a hold and the next movement", "inside the idle zone"),
        GestureRule(.notRested, [.end], "rest since the face was found, or since a hold", "at least `restBefore`"),
        GestureRule(.interrupted, [.end], "time until the face was lost, frames stopped, tracking was paused or recalibrated, or a question was asked", "none"),
        GestureRule(.tooSmall, [.face], "furthest opening of the mouth beyond its rest; part by which eyes, brows or smile differ from rest",
                    "at least `threshold_mouth`, `threshold_eyes_closed`, `threshold_brows` or `threshold_smile`"),
        GestureRule(.turned, [.face], "turn of the head from its rest", "at most `turnOfExpression`"),
        GestureRule(.talking, [.face], "mean speed of the lips before mouth or brows move, and after brows or a smile", "at most `quiet_mouth`"),
        GestureRule(.opened, [.face], "opening of the mouth while the brows rise or the mouth smiles", "at most `openingOfExpression`"),
        GestureRule(.notRested, [.face], "time for which mouth or brows were at rest before, or the eyes were open", "at least `mouthRest`, `restBefore`"),
        GestureRule(.crept, [.face], "rise time from near rest to beyond the threshold", "at most `onset_max`"),
        GestureRule(.yawned, [.face], "time for which the mouth opens further", "at most `longestRise` or `onset_max`"),
        GestureRule(.blinked, [.face], "time for which the eyes are shut", "at least `blink`"),
        GestureRule(.tooShort, [.face], "time for which mouth or brows are beyond the threshold", "at least `discrete_min`"),
        GestureRule(.tooLong, [.face], "time beyond the threshold, for one that is out and back", "at most `discrete_max`"),
        GestureRule(.notRested, [.face], "time for which mouth or brows stay at rest afterwards", "at least `mouthRestAfter`"),
        GestureRule(.notDwelt, [.gaze], "time until the gaze left the zone", "at least the zone's dwell time"),
        GestureRule(.wandered, [.gaze], "time until the gaze had moved by more than 6 degrees in the zone", "at least the zone's dwell time"),
        GestureRule(.eyesUnknown, [.gaze], "time until the eyes were not seen for longer than a blink", "at least the zone's dwell time"),
        GestureRule(.tooDifferent, [.taught], "likeness to the taught course and its speed", "at least the template's"),
        GestureRule(.tooSlow, [.taught], "duration", "at most the template's"),
        GestureRule(.tooQuick, [.taught], "duration", "at least the template's"),
        GestureRule(.tooWeak, [.taught], "size, as a part of the taught one's", "at least the template's"),
        GestureRule(.tooStrong, [.taught], "size, as a part of the taught one's", "at most the template's"),
        GestureRule(.notRested, [.taught], "rest before it began", "at least 0.3 s"),
        GestureRule(.movedOn, [.taught], "movement within 0.25 s after it, as a part of its size", "at most a half"),
    ]

    /// Rules about tilts, which ``TiltMovement`` applies.
    private static let tilts: [GestureRule] = [
        GestureRule(.tooSmall, [.tilt], "furthest tilt from rest", "at least `threshold_tilt_left` or `threshold_tilt_right`"),
        GestureRule(.offAxis, [.tilt], "turn of the head, as a part of the tilt", "at most `turnOfTilt`"),
        GestureRule(.notRested, [.tilt], "rest before it, of a head that is not turned away", "at least `restBefore`"),
        GestureRule(.carried, [.tilt], "shift of the head's place", "at most `shiftOfTilt` of the tilt plus `shiftAllowance`"),
        GestureRule(.leaned, [.tilt], "change of the head's size", "at most `scaleLimit`"),
        GestureRule(.crept, [.tilt], "rise time from near rest to beyond the threshold", "at most `onset_max`"),
        GestureRule(.tooShort, [.tilt], "time outside of the idle zone", "at least `discrete_min`"),
        GestureRule(.tooLong, [.tilt], "time beyond the threshold", "at most `discrete_max`"),
        GestureRule(.tooLong, [.tilt], "time outside of the idle zone", "at most `lookSpan` times `discrete_max`"),
    ]
}
