// One output and the gestures that drive it.
import Gestures

/// A gesture as the configuration names it.
package typealias GestureName = Gesture

/// What an output does, from `[outputs.NAME]`.
package struct OutputConfiguration: OnLine, Equatable, Sendable {
    package enum Action: String, CaseIterable, Sendable {
        /// On while the gesture is held.
        case level
        /// On for a time.
        case pulse
        /// On, and off the next time.
        case toggle
    }

    /// Something that lasts, for outputs that follow it rather than a gesture.
    package enum State: String, CaseIterable, Sendable {
        /// No state: the output follows gestures.
        case none = ""
        /// It is dark: an illumination line.
        case dark
        /// Frames come from a camera: a privacy lamp.
        case cameraOn = "camera-on"
    }

    /// What the output works on.
    package enum Target: Equatable, Sendable {
        /// Nothing: it is only reported.
        case none
        case line(LineConfiguration)
        /// A folder of /sys/class/leds.
        case led(String)
        /// A key or button of the virtual input device.
        case key(String)
        /// A key or button that goes out over USB.
        case usb(String)
        /// A program's full path and its arguments.
        case command([String])
    }

    package var name: String
    package var line = LineConfiguration()
    package var led = ""
    package var key = ""
    package var usb = ""
    package var command: [String] = []
    /// Seconds that a command may take.
    package var timeLimit = 10.0
    /// Whether "on" is the safe state.
    package var safe = false
    package var gestures: [GestureName] = []
    package var state = State.none
    package var action = Action.pulse
    /// Seconds that a pulse lasts.
    package var pulse = 0.3

    package init(name: String) {
        self.name = name
    }

    package var target: Target {
        if !line.name.isEmpty { return .line(line) }
        if !led.isEmpty { return .led(led) }
        if !key.isEmpty { return .key(key) }
        if !usb.isEmpty { return .usb(usb) }
        if !command.isEmpty { return .command(command) }
        return .none
    }
}

/// What has a line of its own.
package protocol OnLine: Sendable {
    var line: LineConfiguration { get set }
}

/// What a line is connected with: libgpiod's own words.
package struct LineConfiguration: Equatable, Sendable {
    package enum Bias: String, CaseIterable, Sendable {
        case asIs = "as-is"
        case disabled
        case pullUp = "pull-up"
        case pullDown = "pull-down"
    }

    package enum Drive: String, CaseIterable, Sendable {
        case pushPull = "push-pull"
        case openDrain = "open-drain"
        case openSource = "open-source"
    }

    /// The kernel's name of the line, or chip and offset as in `gpiochip0:17`; empty for an output that is only reported.
    package var name = ""
    package var activeLow = false
    package var bias = Bias.asIs
    package var drive = Drive.pushPull
}
