import Gestures
import Settings

/// What an output does, from `[outputs.NAME]`.
package struct OutputConfiguration: Equatable, Sendable {
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

    package var name: String
    /// What it works on, with the keys of each kind.
    package var targets = TargetSet()
    /// Whether "on" is the safe state.
    package var safe = false
    package var gestures: [Gesture] = []
    /// An output with a state is on while the state lasts, unless an action is set after it: `state` is read before `action`.
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
}

extension OutputConfiguration: NamedSetting {
    package static let keys: [ConfigurationKey<OutputConfiguration>] = [
        .init("gesture", .words(
            Gesture.all.map(\.description), get: { $0.gestures.map(\.description) },
            set: { $0.gestures = $1.compactMap { Gesture($0) } })),
        .init("state", .word(\.state)),
        .init("feedback", .words(\.feedback)),
        .init("action", .word(\.action)),
        .init("pulse", .number(0.02...60, unit: "s", \.pulse)),
        .init("period", .number(0.1...60, unit: "s", \.period)),
        .init("rate", .number(0.2...10, unit: "beats a second", \.rate)),
        .init("min_on", .number(0...60, unit: "s", \.minOn)),
        .init("min_off", .number(0...3600, unit: "s", \.minOff)),
        .init("max_on", .number(0...86400, unit: "s", \.maxOn)),
        .init("interlock", .text(\.interlock)),
        .init("dead_time", .number(0.02...10, unit: "s", \.deadTime)),
        .init("on_loss", .word(\.onLoss)),
        .init("on_stale", .word(\.onStale)),
        .init("on_pause", .word(\.onPause)),
        .init("safe", .flag(\.safe)),
    ] + printedKinds.flatMap { $0.keys }
}
