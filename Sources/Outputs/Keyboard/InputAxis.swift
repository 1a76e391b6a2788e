import CLinux

/// An axis of an input device: of a pointer, a wheel, a stick or a trigger.
package enum InputAxis: String, CaseIterable, Sendable {
    case pointerX = "pointer-x"
    case pointerY = "pointer-y"
    case wheel
    /// The wheel that scrolls sideways.
    case hwheel
    case stickX = "stick-x"
    case stickY = "stick-y"
    case secondStickX = "stick2-x"
    case secondStickY = "stick2-y"
    case leftTrigger = "left-trigger"
    case rightTrigger = "right-trigger"

    /// All sticks and triggers of a gamepad.
    static let ofGamepad = allCases.filter(\.hasPosition)

    /// A stick and a trigger have a position; the others have steps.
    package var hasPosition: Bool {
        switch self {
        case .pointerX, .pointerY, .wheel, .hwheel: false
        case .stickX, .stickY, .secondStickX, .secondStickY, .leftTrigger, .rightTrigger: true
        }
    }

    /// A trigger has one way only.
    var isTrigger: Bool { self == .leftTrigger || self == .rightTrigger }

    package var isPointer: Bool { self == .pointerX || self == .pointerY }

    /// The kernel's code, from input-event-codes.h. Triggers have those of most gamepads' drivers; SDL knows them, too.
    var code: Int32 {
        switch self {
        case .pointerX: REL_X
        case .pointerY: REL_Y
        case .wheel: REL_WHEEL
        case .hwheel: REL_HWHEEL
        case .stickX: ABS_X
        case .stickY: ABS_Y
        case .secondStickX: ABS_RX
        case .secondStickY: ABS_RY
        case .leftTrigger: ABS_Z
        case .rightTrigger: ABS_RZ
        }
    }

    /// The code of a wheel's high-resolution axis.
    var fineCode: Int32? {
        switch self {
        case .wheel: REL_WHEEL_HI_RES
        case .hwheel: REL_HWHEEL_HI_RES
        default: nil
        }
    }

    /// The head's left and up are positive. Screens and sticks count to the right and down; a vertical wheel counts up, a horizontal one to
    /// the right.
    var sign: Int { self == .wheel ? 1 : -1 }

    /// The position of a stick or a trigger in units of a device.
    /// - Parameters:
    ///   - value: -1 to 1, positive to the left and up. What is positive pulls a trigger.
    ///   - stick: units from the middle to an end.
    ///   - trigger: units of a trigger that is pulled fully.
    func position(at value: Double, stick: Int, trigger: Int) -> Int {
        let value = min(1, max(-1, value))
        if isTrigger { return Int((max(0, value) * Double(trigger)).rounded()) }
        return Int((value * Double(sign * stick)).rounded())
    }

    /// Steps of a wheel's notch, as counted by the high-resolution axes.
    static let notch = 120
}
