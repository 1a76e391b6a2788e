// One proportional axis.
import Gestures
import Settings

/// Something that the head moves by degrees, from `[axes.NAME]`.
package struct AxisConfiguration: Equatable, Sendable {
    package enum Pointer: String, CaseIterable, Sendable {
        case none = "", x, y, wheel, hwheel
    }

    package enum Gamepad: String, CaseIterable, Sendable {
        case none = "", x, y, rx, ry
    }

    package enum USB: String, CaseIterable, Sendable {
        case none = "", x, y, wheel
    }

    /// What a PWM channel drives.
    package enum Preset: String, CaseIterable, Sendable {
        case servo, motor
    }

    /// What the axis moves.
    package enum Target: Equatable, Sendable {
        /// Nothing: it is only reported.
        case none
        /// "pwmchip0:1".
        case pwm(String)
        case pointer(Pointer)
        case gamepad(Gamepad)
        case usb(USB)
    }

    package var name: String
    package var direction = ProportionalAxis.Orientation.horizontal
    package var isReversed = false
    /// In IOD.
    package var deadZone = 0.08
    package var accelerationZone = 0.25
    /// Steps a second, of what moves step by step.
    package var maxSpeed = 800.0
    /// It moves only during this hold; `nil` for always.
    package var hold: Direction?
    /// What makes it follow the head, and what ends that; without `attach` it always does.
    package var attach: Gesture?
    package var detach: Gesture?
    /// A change of so many full ranges a second at most; 0 for any.
    package var slew = 0.0

    package var pwm = ""
    package var preset = Preset.servo
    /// Hz, and microseconds; 0 for the preset's.
    package var frequency = 0.0
    package var low = 0.0
    package var middle = 0.0
    package var high = 0.0
    package var pointer = Pointer.none
    package var gamepad = Gamepad.none
    package var usb = USB.none

    package init(name: String) {
        self.name = name
    }

    package var target: Target {
        if !pwm.isEmpty { return .pwm(pwm) }
        if pointer != .none { return .pointer(pointer) }
        if gamepad != .none { return .gamepad(gamepad) }
        if usb != .none { return .usb(usb) }
        return .none
    }
}

extension AxisConfiguration: NamedSetting {
    package static let keys: [ConfigurationKey<AxisConfiguration>] = [
        .init("direction", .word(\.direction)),
        .init("reversed", .flag(\.isReversed)),
        .init("dead_zone", .number(0.01...2, unit: "IOD", \.deadZone)),
        .init("acceleration_zone", .number(0...2, unit: "IOD", \.accelerationZone)),
        .init("max_speed", .number(1...10000, unit: "steps a second", \.maxSpeed)),
        .init("while", .word(
            [""] + Direction.allCases.map { Gesture.hold($0).description },
            get: { $0.hold.map { Gesture.hold($0).description } ?? "" },
            set: { axis, word in axis.hold = Direction.allCases.first { Gesture.hold($0).description == word } })),
        .init("attach", gesture(\.attach)),
        .init("detach", gesture(\.detach)),
        .init("slew", .number(0...100, unit: "full ranges a second", \.slew)),
        .init("pwm", .text(\.pwm)),
        .init("preset", .word(\.preset)),
        .init("frequency", .number(0...50000, unit: "Hz", \.frequency)),
        .init("low", .number(0...20000, unit: "µs", \.low)),
        .init("middle", .number(0...20000, unit: "µs", \.middle)),
        .init("high", .number(0...20000, unit: "µs", \.high)),
        .init("pointer", .word(\.pointer)),
        .init("gamepad", .word(\.gamepad)),
        .init("usb", .word(\.usb)),
    ]

    /// One of the gestures, or none.
    private static func gesture(_ path: WritableKeyPath<AxisConfiguration, Gesture?> & Sendable)
        -> ConfigurationKey<AxisConfiguration>.Value
    {
        .word([""] + Gesture.all.map(\.description), get: { $0[keyPath: path]?.description ?? "" },
              set: { $0[keyPath: path] = Gesture($1) })
    }
}
