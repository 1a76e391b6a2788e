import CLinux

/// An axis of an input device: of a pointer, a wheel or a stick.
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

    /// A stick has a position; the others have steps.
    package var isStick: Bool {
        switch self {
        case .pointerX, .pointerY, .wheel, .hwheel: false
        case .stickX, .stickY, .secondStickX, .secondStickY: true
        }
    }

    package var isPointer: Bool { self == .pointerX || self == .pointerY }

    /// The kernel's code, from input-event-codes.h.
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

    /// Steps of a wheel's notch, as counted by the high-resolution axes.
    static let notch = 120
}
