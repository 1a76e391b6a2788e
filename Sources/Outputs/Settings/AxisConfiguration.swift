import Gestures
import Platform
import Settings

/// A proportional axis, from `[axes.NAME]`: it moves in proportion to the offset of the head or of the gaze.
package struct AxisConfiguration: Equatable, Sendable {
    package var name: String
    package enum Guide: String, CaseIterable, Sendable { case head, gaze, tilt }

    /// It moves with the head's offset from rest, with the gaze's from the screen's middle, or with the head's tilt.
    package var follows = Guide.head
    package var direction = ProportionalAxis.Orientation.horizontal
    package var isReversed = false
    /// In IOD.
    package var deadZone = 0.08
    package var accelerationZone = 0.25
    /// Steps a second, for targets that move step by step.
    package var maxSpeed = 800.0
    /// It moves only during this hold; `nil` for no such condition.
    package var hold: HeadDirection?
    /// The gestures after which it follows the head and stops following it; without `attach` it always follows.
    package var attach: HeadGesture?
    package var detach: HeadGesture?
    /// Largest change of its value, in full ranges a second; 0 for no limit.
    package var slew = 0.0
    /// It moves at a speed, and stays where it is then.
    package var integrates = false
    /// In per cent; the other way 0 for the same.
    package var expo = 0.0, least = 0.0, most = 100.0, leastBack = 0.0, mostBack = 0.0
    /// The keys of its target.
    package var targets = TargetSet()

    /// How it mixes driving and turning, and the key of `[drive]` that it comes from; `nil` for the axes of the file.
    package var wheel: Wheel?
    package var driveKey: String?
    /// The entry of the configuration that it comes from, for messages.
    package var entry: String { driveKey.map { "drive.\($0)" } ?? "axes.\(name)" }

    package init(name: String) {
        self.name = name
    }

    /// The speed of one that stays, without a `slew`.
    static let usualPace = 0.5

    /// From offset to value.
    package var curve: AxisCurve {
        AxisCurve(expo: expo / 100, ahead: .init(least: least / 100, most: most / 100),
                  back: .init(least: (leastBack > 0 ? leastBack : least) / 100, most: (mostBack > 0 ? mostBack : most) / 100))
    }

    /// The conflicts of its curve.
    var curveConflicts: [Conflict] {
        var ways = [("most", "least", curve.ahead)]
        if mostBack > 0 || leastBack > 0 { ways.append((mostBack > 0 ? "most_back" : "most", leastBack > 0 ? "least_back" : "least", curve.back)) }
        return ways.compactMap { most, least, ends in
            ends.least < ends.most ? nil : (most, "\((100 * ends.most).shortest) is not more than \(least), which is \((100 * ends.least).shortest); expected more")
        }
    }
}

extension AxisConfiguration: NamedSetting {
    package static let introduction: Meaning = "Axes: proportional outputs, which the head or the gaze moves by degrees; one table for each."
    package static let example = """
        [axes.page]
        direction = "vertical"
        pointer = "wheel"
        attach = "nod"
        detach = "nod"
        """
    package static let remark: Meaning? = """
        An axis is at rest while the head or the gaze is in the middle, and moves faster the further it is away. It stops at once when the
        face is lost, when frames stop, and while it is paused, calibrates or asks a question; it moves again only after the
        middle. It also stops after gestures.max_hold without a break, and the head is then taken to rest where it is.
        """
    package static let groups: [KeyGroup<AxisConfiguration>] = [
        .init(keys: driveKeys),
        .init("What it moves; one of these. Without any it is only reported:", keys: kinds.flatMap { $0.keys }),
    ]

    private static let driveKeys: [ConfigurationKey<AxisConfiguration>] = [
        .init("follows", .word(\.follows), """
            "head", "tilt" (towards a shoulder), or "gaze" (on the screen of [gaze], after `nodline calibrate --gaze`, wrong by 2 to 4°: docs/gaze.md).
            10° are 0.21 IOD.
            """),
        .init("direction", .word(\.direction), """
            "horizontal" (your left is positive) or "vertical" (up is positive).
            """, misplaced: { $0.follows == .tilt && $0.direction == .vertical ? "does not go with a tilt, which is to the left or right; leave it out" : nil }),
        .init("reversed", .flag(\.isReversed), "true swaps the two directions.", offer: PageOffer(.axes)),
        .init("dead_zone", .number(0.01...2, unit: "IOD", \.deadZone), "distance from the middle in which nothing moves.", offer: PageOffer(.axes, 0.02...0.6, step: 0.01)),
        .init("acceleration_zone", .number(0...2, unit: "IOD", \.accelerationZone), """
            distance beyond the dead zone over which the speed rises evenly to full speed.
            """, offer: PageOffer(.axes, 0...1, step: 0.01)),
        .init("max_speed", .number(1...10000, unit: "steps a second", \.maxSpeed), """
            speed of a pointer or wheel; a notch of a wheel is 120 steps.
            """, misplaced: { axis in
                axis.named.allSatisfy(\.hasSteps) ? nil
                    : "counts the steps of a pointer or wheel, but the axis has none; to limit a PWM channel use low and high"
            }),
        .init("expo", .number(0...100, unit: "%", \.expo), "finer near the middle: 0 is an even rise, 100 a cube.", offer: PageOffer(.axes, 0...100, step: 5)),
        .init("least", .number(0...95, unit: "%", \.least), "of full speed, just beyond the dead zone and at the end, to the left or up."),
        .init("most", .number(5...100, unit: "%", \.most), .asAbove),
        .init("least_back", .number(0...95, unit: "%", \.leastBack), "likewise, to the right or down.", without: "the other way's, as with 0"),
        .init("most_back", .number(0...100, unit: "%", \.mostBack), .asAbove, without: "the other way's, as with 0"),
        .init("while", .word(
            [""] + HeadDirection.allCases.map { HeadGesture.hold($0).description },
            get: { $0.hold.map { HeadGesture.hold($0).description } ?? "" },
            set: { axis, word in axis.hold = HeadDirection.allCases.first { HeadGesture.hold($0).description == word } }), """
            "hold-left", "hold-right", "hold-up" or "hold-down": it moves only during this hold.
            """, without: "always"),
        .init("attach", gesture(\.attach), """
            the gesture after which the head moves it, and the one that ends that; the same gesture for both toggles.
            """, without: "always"),
        .init("detach", gesture(\.detach), .asAbove, without: "always"),
        .init("slew", .number(0...100, unit: "full ranges a second", \.slew), """
            largest change of the speed, in full ranges (from one end to the other) a second, also when the head is back in the
            middle; 0 means no limit. A stop is always at once.
            """, offer: PageOffer(.axes, 0...10, step: 0.1)),
        .init("integrate", .flag(\.integrates), """
            true: a servo stays where the head has moved it, at slew (0: 0.5) at most, also without a face. Never for a motor.
            """, misplaced: { $0.integrates && ($0.named.contains { !($0 is PWMTarget) } || $0.pwm.preset == .motor) ? "is for a servo on a PWM channel" : nil }),
    ]

    /// A word for one of the gestures, or none.
    private static func gesture(_ path: WritableKeyPath<AxisConfiguration, HeadGesture?> & Sendable)
        -> ConfigurationKey<AxisConfiguration>.Value
    {
        .word([""] + HeadGesture.all.map(\.description) + ["my-NAME"], get: { $0[keyPath: path]?.description ?? "" },
              set: { $0[keyPath: path] = HeadGesture($1) })
    }
}
