import Gestures
import Settings

extension Configuration {
    /// The section `[gestures]`: the recogniser's limits, and the preset of several of them.
    static let gestureSection = ConfigurationSection("gestures", \Configuration.self, """
        These nine first; most users never need the others:
          strictness             "strict" if gestures fire by themselves, "relaxed" if they are missed
          nod and shake          false if you do not use them: looks are then recognised sooner
          threshold_left, …      lower for small movements, higher if gestures to that side fire by themselves
          idle_zone_radius       lower together with the thresholds
          acceptance             how long to look before a hold begins
          discrete_max           longer for people who come back slowly
          onset_max              longer for people who move slowly
          calibration_tolerance  higher for a head that trembles
          pause_gesture          for a user who wants to stop and resume everything alone
        """, keys: kindKeys + FaceKeys.all + calibrationKeys + movementKeys + timeKeys + swingKeys + restKeys + pauseKeys)

    private typealias Limits = GestureConfiguration.Ranges

    private static let turns = HeadDirection.allCases.map(\.rawValue), tilts = Shoulder.allCases.map { HeadGesture.tilt($0).description }

    private static func turn(_ way: String) -> PageOffer { PageOffer(.far, 0.06...0.6, step: 0.01, about: [way]) }

    private static func tilt(_ way: String) -> PageOffer { PageOffer(.tilts, 4...30, step: 0.5, about: [way]) }

    /// The measured quantity and the kinds of gestures.
    private static let kindKeys: [ConfigurationKey<Configuration>] = [
        .init("strictness", .word(Strictness.allCases.map(\.rawValue), get: { $0.strictness.rawValue }, set: { configuration, word in
            guard let strictness = Strictness(rawValue: word) else { return }
            configuration.strictness = strictness
            strictness.apply(to: &configuration.gestures)
        }), """
            How readily gestures fire: sets quiet_mouth and the four thresholds together; a key that you give yourself goes before
            this one. "relaxed" (0.2 and 0.15) for people who move little or talk while they operate the switch, "normal" (0.09 and
            0.18), "strict" (0.07 and 0.22) where people talk or look around. docs/gestures.md says how often each fires falsely.
            """),
        .init("pointer", .word(\.gestures.pointer), """
            What is measured. "pose": where the head is turned. "nose": the nose against eyes and mouth. "position": where the head
            is, for people who move it without turning it; leaning then counts too. If the camera's frames do not allow one, the
            next one is used.
            """),
        .init("continuous", .flag(\.gestures.continuous), """
            Holds: look somewhere and stay. Used by outputs with gesture = "hold-…".
            """),
        .init("discrete", .flag(\.gestures.discrete), """
            Looks: turn the head somewhere and come back. Used by outputs with gesture = "left", "right", "up" or "down".
            """),
        .init("nod", .flag(\.gestures.nod), """
            Nods (yes) and shakes (no): outputs with gesture = "nod" and "shake". While they are on, a quick look up or down, or to a
            side, is recognised resolve seconds later, because it may be the first swing of one; if another movement follows at once,
            up to 1.2 s later. With nod on, wait for a second between a look down and a look up; with shake on, wait for half a
            second between looks to opposite sides: without the wait they count as half a shake, which is nothing. Turn off what you
            do not use.
            """),
        .init("shake", .flag(\.gestures.shake), .asAbove),
        .init("tilt", .flag(\.gestures.tilt.isOn), """
            Tilts towards a shoulder, also when no output uses one: for programs that read events. Outputs with gesture = "tilt-left",
            "tilt-right", "hold-tilt-left" or "hold-tilt-right" switch them on by themselves.
            """, offer: PageOffer(.tilts, about: tilts)),
        .init("taught", .flag(\.taught.isOn), """
            Taught movements (`nodline teach`), also when no output uses them: for programs that read events, and to try them. An output with
            gesture = "my-NAME" switches its own on by itself.
            """),
        .init("adapt_taught", .flag(\.taught.adapts), """
            A taught movement follows the person slowly, for people who tire during the day: each time that it was recognised and nothing undid
            it within 5 s (a pause, a calibration, a lost face, or any other gesture), its template moves a little towards it, never further than
            the repetitions were apart.
            """),
    ]

    private static let calibrationKeys: [ConfigurationKey<Configuration>] = [
        .init("calibration_samples", .integer(Limits.calibrationSamples, \.gestures.calibrationSamples), """
            Frames in a row for which the head must be still before gestures count.
            """),
        .init("calibration_tolerance", .number(Limits.calibrationTolerance, unit: "IOD", \.gestures.calibrationTolerance), """
            A head that moves further than this from one frame to the next is not still, and counting starts again. Raise it for a
            head that trembles.
            """),
        .init("calibration_timeout", .number(Limits.calibrationTimeout, unit: "s", \.gestures.calibrationTimeout), """
            A head that is never still enough (tremor) is calibrated after this time in any case, at the median of its positions.
            """),
    ]

    private static let movementKeys: [ConfigurationKey<Configuration>] = [
        .init("threshold_left", .number(Limits.threshold, unit: "IOD", \.gestures.thresholds.left), """
            How far the head must move, for each direction; a turn by 10° is 0.21. At least idle_zone_radius.
            """, offer: turn("left")),
        .init("threshold_right", .number(Limits.threshold, unit: "IOD", \.gestures.thresholds.right), .asAbove, offer: turn("right")),
        .init("threshold_up", .number(Limits.threshold, unit: "IOD", \.gestures.thresholds.up), .asAbove, offer: turn("up")),
        .init("threshold_down", .number(Limits.threshold, unit: "IOD", \.gestures.thresholds.down), .asAbove, offer: turn("down")),
        .init("idle_zone_radius", .number(Limits.idleZoneRadius, unit: "IOD", \.gestures.idleZoneRadius), """
            Radius around the rest position in which nothing counts. Raise it if gestures fire by themselves, lower it for small
            movements.
            """, offer: PageOffer(.far, 0.02...0.3, step: 0.01, about: turns)),
        .init("threshold_tilt_left", .number(Limits.tilt, unit: "°", \.gestures.tilt.left), """
            How far the head must tilt towards each shoulder. At least idle_zone_tilt.
            """, offer: tilt("tilt-left")),
        .init("threshold_tilt_right", .number(Limits.tilt, unit: "°", \.gestures.tilt.right), .asAbove, offer: tilt("tilt-right")),
        .init("idle_zone_tilt", .number(Limits.tiltIdleZone, unit: "°", \.gestures.tilt.idleZone), """
            Tilt to either side of rest in which nothing counts.
            """, offer: PageOffer(.tilts, 2...15, step: 0.5, about: tilts)),
        .init("off_axis_ratio", .number(Limits.offAxisRatio, unit: "", \.gestures.offAxisRatio), """
            A movement counts only if it keeps to one direction: the smaller of its two components may be at most this part of the
            larger. 0.05 is very straight; 1 allows any direction.
            """),
        .init("noise_factor", .number(Limits.noiseFactor, unit: "", \.gestures.noiseFactor), """
            Thresholds rise for a restless head, to this multiple of its usual movement at rest (the noise floor); 0 means never.
            """),
        .init("smoothing", .number(Limits.smoothing, unit: "Hz", \.gestures.smoothing), """
            Cutoff frequency of the filter that smooths trembling at rest: lower is smoother and later; 0 means no filter.
            """),
        .init("path_efficiency", .number(Limits.pathEfficiency, unit: "", \.gestures.pathEfficiency), """
            The straight way there and back, as a part of the whole path, is at least this: wandering is not a gesture. 0 allows any
            path.
            """),
        .init("quiet_mouth", .number(Limits.quietMouth, unit: "IOD/s", \.gestures.quietMouth), """
            Nothing fires while you talk: highest mean speed of the lips at which a gesture counts, in eye distances a second. Silent
            people have 0.00 to 0.06, people who talk 0.1 to 1. Raise it, or set 0 for any speed, if the mouth always moves or you
            talk while you operate the switch. Answers to a question may be said aloud in any case.
            """, offer: PageOffer(.talking, 0...0.5, step: 0.01)),
        .init("eyes", .word(["measured"] + EyeCondition.allCases.map(\.rawValue), get: { $0.gestures.eyes?.rawValue ?? "measured" },
                            set: { $0.gestures.eyes = EyeCondition(rawValue: $1) }), """
            What the eyes must do for a look or a hold to count. "any": nothing. "ahead": they stay on the screen or on the camera
            while the head turns, which tells a gesture from looking around. "along": they go where the head goes. "measured": "ahead"
            if your eyes stayed where they were while your range was measured (`nodline calibrate --range`), otherwise "any". Nods and
            shakes count in any case, unless their filter says otherwise.
            """),
        .init("eyes_unknown", .word(["counted", "refused"], get: { $0.gestures.countsUnknownEyes ? "counted" : "refused" },
                                    set: { $0.gestures.countsUnknownEyes = $1 == "counted" }), """
            What becomes of a gesture that asks for the eyes if they cannot be seen: closed, behind dark glasses, less than 20 pixels
            apart, turned too far. It is "counted" or "refused".
            """),
    ]

    private static let timeKeys: [ConfigurationKey<Configuration>] = [
        .init("onset_max", .number(Limits.onsetMax, unit: "s", \.gestures.onsetMax), """
            Longest time from the idle zone to the threshold; a slower turn of the head is not a gesture. Raise it for people who
            move slowly.
            """, offer: PageOffer(.long, 0.1...2, step: 0.1)),
        .init("acceptance", .number(Limits.acceptance, unit: "s", \.gestures.acceptance), """
            Dwell time beyond the threshold after which a hold begins. At least discrete_max where one direction is used for both
            looks and holds.
            """, offer: PageOffer(.long, 0.2...4, step: 0.1)),
        .init("discrete_min", .number(Limits.discreteMin, unit: "s", \.gestures.discreteMin), """
            A quick look is out of the idle zone for at least discrete_min, and beyond its threshold for at most discrete_max: a shorter
            one is a twitch, a longer one a hold. A nod's swing may be a little shorter if the frame rate is too low to tell.
            """),
        .init("discrete_max", .number(Limits.discreteMax, unit: "s", \.gestures.discreteMax), .asAbove, offer: PageOffer(.long, 0.3...3, step: 0.1)),
        .init("max_hold", .number(Limits.maxHold, unit: "s", \.gestures.maxHold), """
            Longest hold. A head that stays away for longer is taken to rest there: the hold ends, and calibration starts again.
            """),
    ]

    /// Nods and shakes.
    private static let swingKeys: [ConfigurationKey<Configuration>] = [
        .init("nod_count", .integer(Limits.nodCount, \.gestures.nodCount), """
            Swings in a nod, up or down, at least one of them down: 2 is down-down or down-up; 1 makes every look down a nod. Swings
            in a shake, to alternating sides: 3 is left-right-left.
            """),
        .init("shake_count", .integer(Limits.shakeCount, \.gestures.shakeCount), .asAbove),
        .init("nod_swing", .number(Limits.nodSwing, unit: "s", \.gestures.nodSwing), """
            The longest swing of a nod and of a shake; slower movements are looks. Wide swings of a shake (2.5 times the threshold)
            may take 1.8 times as long.
            """, offer: PageOffer(.long, 0.3...3, step: 0.1, about: ["nod"])),
        .init("shake_swing", .number(Limits.shakeSwing, unit: "s", \.gestures.shakeSwing), .asAbove, offer: PageOffer(nil, 0.3...3, step: 0.1)),
        .init("resolve", .number(Limits.resolve, unit: "s", \.gestures.resolve), """
            Longest wait for the next swing to begin, and so the delay of a quick look.
            """),
    ]

    /// The rest position, and conditions that keep gestures from counting.
    private static let restKeys: [ConfigurationKey<Configuration>] = [
        .init("drift_time", .number(Limits.driftTime, unit: "s", \.gestures.driftTime), """
            Time constant with which the rest position follows a slowly sinking head, inside the idle zone only; 0 means never.
            """, offer: PageOffer(nil, 0...30, step: 0.5)),
        .init("settle_time", .number(Limits.settleTime, unit: "s", \.gestures.settleTime), """
            A head that moves elsewhere without a gesture and is still for this time has its rest position there.
            """),
        .init("burst_count", .integer(Limits.burstCount, \.gestures.burstCount), """
            burst_count gestures within burst_time are a cough or a spasm: nothing counts until the head has been still for
            settle_time.
            """),
        .init("burst_time", .number(Limits.burstTime, unit: "s", \.gestures.burstTime), .asAbove),
    ]

    /// Pauses, and losses of the face.
    private static let pauseKeys: [ConfigurationKey<Configuration>] = [
        .init("pause_gesture", .word(\.gestures.pauseGesture), """
            Pausing with the head: a hold in the direction pause_gesture ("left", "right", "up", "down"; "" for none) of pause_time
            stops all gestures; while paused, a hold in the direction wake_gesture of wake_time resumes. Without a wake_gesture it is
            pause_gesture again, unless a button has action = "pause". Choose directions that no output uses for a hold. Make waking
            harder than pausing where something moves, easier where somebody calls for help.
            """),
        .init("pause_time", .number(Limits.pauseTime, unit: "s", \.gestures.pauseTime), .asAbove),
        .init("wake_gesture", .word(\.gestures.wakeGesture), .asAbove),
        .init("wake_time", .number(Limits.wakeTime, unit: "s", \.gestures.wakeTime), .asAbove),
        .init("face_loss_time", .number(Limits.faceLossTime, unit: "s", \.gestures.faceLossTime), """
            Time without a face after which it is lost and every held output is released.
            """),
        .init("recalibrate_after_loss", .number(Limits.recalibrateAfterLoss, unit: "s", \.gestures.recalibrateAfterLoss), """
            A face that was gone for longer than this is calibrated again.
            """),
    ]

    /// Whoever pauses with the head alone must be able to resume alone: a pause that only others can end takes the call away.
    var effectiveWakeGesture: HeadDirection? {
        gestures.wakeGesture ?? (inputs.contains { $0.action == .pause } ? nil : gestures.pauseGesture)
    }
}
