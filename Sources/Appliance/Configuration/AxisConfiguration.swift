// One proportional axis.
import Gestures

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
