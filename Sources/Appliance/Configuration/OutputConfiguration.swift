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
        /// On and off by turns, until the next time.
        case blink

        /// It stays when the gesture is over.
        package var isLatched: Bool { self == .toggle || self == .blink }
    }

    /// Something that lasts, for outputs that follow it rather than a gesture.
    package enum State: String, CaseIterable, Sendable {
        /// No state: the output follows gestures.
        case none = ""
        /// It is dark: an illumination line.
        case dark
        /// Frames come from a camera: a privacy lamp.
        case cameraOn = "camera-on"
        /// A face is followed whose rest is known.
        case tracking
        /// Gestures count and no fault stands: it tracks and is not paused.
        case ready
        /// For too long nobody could have called.
        case alarm
        case paused
        /// A question is asked.
        case armed
        /// The battery is at `low_percent` or below.
        case lowBattery = "low-battery"
        /// It goes on and off by turns while frames are worked on and no fault stands: for a circuit outside that drops
        /// everything when that ends.
        case heartbeat
    }

    /// What becomes of a latched output when something is lost.
    package enum Fallback: String, CaseIterable, Sendable {
        case keep, safe
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
    /// An output of a state follows it; where nothing else was said, by being on.
    package var state = State.none {
        didSet { if state != .none, action == .pulse { action = .level } }
    }
    /// What the person is told by it, in place of a gesture or a state: it goes on for a pulse.
    package var feedback: [Cue] = []
    package var action = Action.pulse
    /// Seconds that a pulse lasts.
    package var pulse = 0.3
    /// Seconds from one flash to the next; it is on for half of them.
    package var period = 1.0
    /// Beats a second of a heartbeat: each is once on and once off.
    package var rate = 2.0
    /// Seconds that it is on, and off, at least.
    package var minOn = 0.0
    package var minOff = 0.0
    /// Seconds that it is on at most; 0 for any time.
    package var maxOn = 0.0
    /// Outputs of one group are never on together; empty for none.
    package var interlock = ""
    /// Seconds for which the others of the group must have been off before this one goes on.
    package var deadTime = 0.1
    /// What becomes of a latched output when the face is lost, when no pictures come, and when it is paused.
    package var onLoss = Fallback.keep
    package var onStale = Fallback.keep
    package var onPause = Fallback.keep

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
