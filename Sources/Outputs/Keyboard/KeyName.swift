import CLinux
import Platform

/// A key of a keyboard, a button of a mouse or of a gamepad.
package struct KeyName: Equatable, Sendable {
    /// Position in a USB report. The numbers are those of the HID Usage Tables, page 7 for keyboards, page 9 for a gamepad's buttons.
    package enum Usage: Equatable, Sendable {
        case keyboard(UInt8)
        /// A bit of the keyboard report's first byte.
        case modifier(UInt8)
        /// A bit of the mouse report's first byte.
        case mouse(UInt8)
        /// A button of the gamepad. Linux counts them in the same order, and so does Android.
        case button(UInt8)
        /// A direction of the gamepad's hat: its steps to the right and down.
        case hat(x: Int, y: Int)
        /// None of them has this key.
        case none
    }

    /// The name in the configuration.
    package let word: String
    /// The kernel's code, from input-event-codes.h.
    package let code: Int32
    package let usage: Usage

    /// - Returns: `nil` for a word that does not name a key.
    package init?(_ word: String) {
        guard let known = Self.all.first(where: { $0.word == word }) else { return nil }
        self = known
    }

    private init(_ word: String, _ code: Int32, _ usage: Usage) {
        self.word = word
        self.code = code
        self.usage = usage
    }

    /// The known word that is nearest to an unknown one; `nil` if none is near.
    package static func nearest(to word: String) -> String? { NearestWord.to(word, among: all.map(\.word)) }

    package var isGamepadButton: Bool {
        switch usage {
        case .button, .hat: true
        default: false
        }
    }
    package var isHatDirection: Bool { if case .hat = usage { true } else { false } }
    package var isMouseButton: Bool { if case .mouse = usage { true } else { false } }

    /// All known keys.
    package static let all: [KeyName] = letters + digits + functions + named + mouse + gamepad + hat

    private static let letters: [KeyName] = {
        let codes: [Int32] = [
            KEY_A, KEY_B, KEY_C, KEY_D, KEY_E, KEY_F, KEY_G, KEY_H, KEY_I, KEY_J, KEY_K, KEY_L, KEY_M,
            KEY_N, KEY_O, KEY_P, KEY_Q, KEY_R, KEY_S, KEY_T, KEY_U, KEY_V, KEY_W, KEY_X, KEY_Y, KEY_Z,
        ]
        return zip("abcdefghijklmnopqrstuvwxyz", codes.indices).map { letter, i in
            KeyName(String(letter), codes[i], .keyboard(0x04 + UInt8(i)))
        }
    }()

    private static let digits: [KeyName] = (1...10).map { number in
        KeyName(String(number % 10), KEY_1 + Int32(number) - 1, .keyboard(0x1D + UInt8(number)))
    }

    private static let functions: [KeyName] = (1...12).map { number in
        KeyName("f\(number)", number <= 10 ? KEY_F1 + Int32(number) - 1 : KEY_F11 + Int32(number) - 11,
                .keyboard(0x39 + UInt8(number)))
    }

    private static let named: [KeyName] = [
        KeyName("enter", KEY_ENTER, .keyboard(0x28)),
        KeyName("escape", KEY_ESC, .keyboard(0x29)),
        KeyName("backspace", KEY_BACKSPACE, .keyboard(0x2A)),
        KeyName("tab", KEY_TAB, .keyboard(0x2B)),
        KeyName("space", KEY_SPACE, .keyboard(0x2C)),
        KeyName("minus", KEY_MINUS, .keyboard(0x2D)),
        KeyName("equal", KEY_EQUAL, .keyboard(0x2E)),
        KeyName("comma", KEY_COMMA, .keyboard(0x36)),
        KeyName("dot", KEY_DOT, .keyboard(0x37)),
        KeyName("slash", KEY_SLASH, .keyboard(0x38)),
        KeyName("insert", KEY_INSERT, .keyboard(0x49)),
        KeyName("home", KEY_HOME, .keyboard(0x4A)),
        KeyName("page-up", KEY_PAGEUP, .keyboard(0x4B)),
        KeyName("delete", KEY_DELETE, .keyboard(0x4C)),
        KeyName("end", KEY_END, .keyboard(0x4D)),
        KeyName("page-down", KEY_PAGEDOWN, .keyboard(0x4E)),
        KeyName("right", KEY_RIGHT, .keyboard(0x4F)),
        KeyName("left", KEY_LEFT, .keyboard(0x50)),
        KeyName("down", KEY_DOWN, .keyboard(0x51)),
        KeyName("up", KEY_UP, .keyboard(0x52)),
        KeyName("menu", KEY_COMPOSE, .keyboard(0x65)),
        KeyName("mute", KEY_MUTE, .keyboard(0x7F)),
        KeyName("volume-up", KEY_VOLUMEUP, .keyboard(0x80)),
        KeyName("volume-down", KEY_VOLUMEDOWN, .keyboard(0x81)),
        KeyName("play-pause", KEY_PLAYPAUSE, .none),
        KeyName("control", KEY_LEFTCTRL, .modifier(0x01)),
        KeyName("shift", KEY_LEFTSHIFT, .modifier(0x02)),
        KeyName("alt", KEY_LEFTALT, .modifier(0x04)),
        KeyName("meta", KEY_LEFTMETA, .modifier(0x08)),
    ]

    private static let mouse: [KeyName] = [
        KeyName("mouse-left", BTN_LEFT, .mouse(0x01)),
        KeyName("mouse-right", BTN_RIGHT, .mouse(0x02)),
        KeyName("mouse-middle", BTN_MIDDLE, .mouse(0x04)),
    ]

    private static let gamepad: [KeyName] = {
        let words = [
            "a", "b", "c", "x", "y", "z", "left-shoulder", "right-shoulder", "left-trigger", "right-trigger", "select", "start", "home", "left-stick",
            "right-stick", "16",
        ]
        return words.indices.map { KeyName("gamepad-\(words[$0])", BTN_GAMEPAD + Int32($0), .button(UInt8($0 + 1))) }
    }()

    private static let hat: [KeyName] = [
        KeyName("gamepad-up", BTN_DPAD_UP, .hat(x: 0, y: -1)),
        KeyName("gamepad-down", BTN_DPAD_DOWN, .hat(x: 0, y: 1)),
        KeyName("gamepad-left", BTN_DPAD_LEFT, .hat(x: -1, y: 0)),
        KeyName("gamepad-right", BTN_DPAD_RIGHT, .hat(x: 1, y: 0)),
    ]
}

extension [KeyName] {
    /// Where a hat is pushed to, -1 to 1 to the right and down. Opposite directions cancel each other.
    var hat: (x: Int, y: Int) {
        reduce(into: (x: 0, y: 0)) { sum, key in
            guard case .hat(let x, let y) = key.usage else { return }
            sum = (sum.x + x, sum.y + y)
        }
    }
}
