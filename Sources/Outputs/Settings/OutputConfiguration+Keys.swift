import Gestures
import Platform
import Settings

extension OutputConfiguration: NamedSetting {
    package static let introduction: Meaning = "Outputs: one table for each, with a name of your own (letters, digits, - and _)."
    package static let example = """
        [outputs.call]
        line = "GPIO17"
        gesture = "hold-left"       # or a list: ["hold-left", "hold-right"]
        action = "level"
        """
    package static let groups: [KeyGroup<OutputConfiguration>] = [
        .init(keys: driveKeys),
        .init("What it switches; one of these. Without any it is only reported:", keys: kinds.flatMap { $0.keys }),
        .init("Times:", keys: timeKeys),
        .init("Outputs that must not be on together, such as forward and reverse:", keys: interlockKeys),
        .init("""
            When something is lost. A held output always goes off: within 300 ms of a lost face, within 500 ms of the last frame. A
            pulse ends at its own time. "toggle" and "blink" stay as they are ("keep") or go into the safe state at once ("safe"):
            """, keys: lossKeys),
        .init(keys: [
            .init("safe", .flag(\.safe), """
                true if "on" is the state that cannot hurt. The output is put into its safe state at the start, at the end, and by
                `nodline safe`.
                """),
        ]),
    ]

    private static let faces = HeadGesture.expressions.map { "\"\($0)\"" }.joined(separator: ", ")

    private static let driveKeys: [ConfigurationKey<OutputConfiguration>] = [
        .init("gesture", .words(
            HeadGesture.all.map(\.description) + ["gaze-NAME", "my-NAME"], get: { $0.gestures.map(\.description) },
            set: { $0.gestures = $1.compactMap { HeadGesture($0) } }), Meaning(stringLiteral: """
            what drives it. Looks: "left", "right", "up", "down". Holds: "hold-left", "hold-right", "hold-up", "hold-down". Yes and
            no: "nod", "shake". Tilts towards a shoulder: "tilt-left", "tilt-right", "hold-tilt-left", "hold-tilt-right". The face: \(faces).
            A look at a zone: "gaze-NAME", see
            [gaze.zones.NAME]. A movement of your own: "my-NAME", after `nodline teach NAME`.
            Every output needs a gesture, a state, feedback or call.
            """)),
        .init("state", .word(\.state), """
            a state, in place of a gesture:
              "ready"        gestures count and there is no fault: for a relay that drops when it stops working
              "alarm"        nobody could have called for status.alarm_after, also because the battery is empty: for a buzzer
              "tracking"     a face is followed, and its rest position is known
              "paused"       nothing fires, because somebody paused it
              "armed"        a question is asked
              "recognising"  with [person]: it is being found out whose face is followed
              "recognised"   it is a person's who may act
              "stranger"     it is somebody else's
              "recognition-unavailable"  it cannot be recognised
              "low-battery"  the battery is at budget.battery.low_percent or below, without a charger
              "camera-on"    the camera gives frames: for a privacy lamp
              "watched"      somebody sees small pictures of the camera (the setup page's preview): for a lamp that tells
              "recording"    somebody records a clip on the setup page: for a red lamp
              "dark"         the picture is dark: for an illumination lamp
              "heartbeat"    on and off by turns while frames are processed and there is no fault, for a circuit outside that
                             drops everything when the beats end: docs/reliability.md
            """),
        .init("feedback", .words(\.feedback), """
            what a light, a buzzer or a vibrating motor tells the person, in place of a gesture: one or a list of "recognised",
            "held", "refused", "paused", "resumed", "armed", "next", as in [feedback]. It is a pulse.
            """),
        .init("call", .flag(\.call), """
            true if Call of the page to speak with switches it for a pulse, beside a gesture or alone (docs/talk.md).
            """),
        .init("action", .word(\.action), """
            "level": on while a hold lasts. "pulse": on for a time. "toggle": on, and off the next time. "blink": on and off by
            turns, until the next time.
            """, without: "\"pulse\"; for a state \"level\", which may be \"blink\""),
    ]

    private static let timeKeys: [ConfigurationKey<OutputConfiguration>] = [
        .init("pulse", .number(0.02...60, unit: "s", \.pulse), "how long a pulse lasts.", offer: PageOffer(nil, 0.1...10, step: 0.1), misplaced: only(.pulse)),
        .init("period", .number(0.1...60, unit: "s", \.period), "from one flash of \"blink\" to the next.",
              misplaced: only(.blink)),
        .init("rate", .number(0.2...10, unit: "beats a second", \.rate), """
            of a "heartbeat"; at most half the camera's rate.
            """, misplaced: { $0.state == .heartbeat ? nil : "is only for state = \"heartbeat\"; leave it out" }),
        .init("min_on", .number(0...60, unit: "s", \.minOn), """
            shortest time on. It never keeps a held output on when the face is lost, when frames stop or when it is paused: a held
            output goes off at once.
            """, misplaced: { output in
                output.shownStateRefusal ?? (output.action == .pulse
                    ? "has no effect on a pulse, which lasts for \(output.pulse.shortest) s; use pulse" : output.blinkingRefusal)
            }),
        .init("min_off", .number(0...3600, unit: "s", \.minOff), """
            shortest time off. A pulse that is delayed for more than a second is dropped; a hold that still lasts, and a toggle, come
            when the time is over.
            """, misplaced: { $0.shownStateRefusal ?? $0.blinkingRefusal }),
        .init("max_on", .number(0...86400, unit: "s", \.maxOn), """
            longest time on; then it is off until the next gesture. 0 means no limit of its own: a held output still goes off 1 s after
            gestures.max_hold, even if the end of the hold were missed.
            """, misplaced: { output in
                output.shownStateRefusal ?? (output.safe ? "would leave the safe state, which is on; expected 0 or safe = false" : nil)
            }),
    ]

    private static let interlockKeys: [ConfigurationKey<OutputConfiguration>] = [
        .init("interlock", .text(\.interlock), """
            the group's name, the same for all its outputs. The newest gesture wins: the other output goes off, and when it has been
            off for dead_time the new one goes on. The other does not come back by itself.
            """, misplaced: interlockRefusal),
        .init("dead_time", .number(0.02...10, unit: "s", \.deadTime), "for relays and motors, more than their release time.",
              misplaced: { $0.interlock.isEmpty ? "is the time between outputs of a group; expected interlock as well" : nil }),
    ]

    private static let lossKeys: [ConfigurationKey<OutputConfiguration>] = [
        .init("on_loss", .word(\.onLoss), "when the face is lost, for any reason.", misplaced: latchedOnly),
        .init("on_stale", .word(\.onStale), "when no frames come.", misplaced: latchedOnly),
        .init("on_pause", .word(\.onPause), "when it is paused.", misplaced: latchedOnly),
    ]
}
