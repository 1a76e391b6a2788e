import Gestures
import Settings

/// An output, from `[outputs.NAME]`: what drives it, its action and times, and its target.
package struct OutputConfiguration: Equatable, Sendable {
    package enum Action: String, CaseIterable, Sendable {
        /// On while the gesture is held.
        case level
        /// On for a time.
        case pulse
        /// On, and off the next time.
        case toggle
        /// On and off alternately, until the next time.
        case blink

        /// It outlasts the gesture.
        package var isLatched: Bool { self == .toggle || self == .blink }
    }

    /// A condition that an output follows instead of gestures.
    package enum State: String, CaseIterable, Sendable {
        /// It is dark: an illumination line.
        case dark
        /// Frames come from a camera: a privacy lamp.
        case cameraOn = "camera-on"
        /// A face is followed, and its rest position is known.
        case tracking
        /// Gestures count: it tracks, is not paused, and has no fault.
        case ready
        /// For `status.alarm_after` no gesture could have been recognised.
        case alarm
        case paused
        /// A question is asked.
        case armed
        /// The battery is at `low_percent` or below.
        case lowBattery = "low-battery"
        /// Alternates while frames are worked on and there is no fault: for an external circuit that switches everything off
        /// when the beats end.
        case heartbeat
    }

    /// How a latched output reacts to a loss.
    package enum Fallback: String, CaseIterable, Sendable {
        case keep, safe
    }

    package var name: String
    /// The keys of what it works on.
    package var targets = TargetSet()
    /// Whether "on" is the safe state.
    package var safe = false
    package var gestures: [HeadGesture] = []
    /// An output with a state is on while the state lasts, unless an action is set after it: `state` is read before `action`.
    package var state: State? {
        didSet { if state != nil, action == .pulse { action = .level } }
    }
    /// The cues that it gives, instead of following a gesture or a state. Each is a pulse.
    package var feedback: [Cue] = []
    package var action = Action.pulse
    /// Seconds that a pulse lasts.
    package var pulse = 0.3
    /// Seconds from one flash to the next, of which it is on for half.
    package var period = 1.0
    /// Beats a second of a heartbeat. A beat is once on and once off.
    package var rate = 2.0
    /// Shortest times on and off, in seconds.
    package var minOn = 0.0
    package var minOff = 0.0
    /// Longest time on, in seconds; 0 for no limit.
    package var maxOn = 0.0
    /// Outputs of one group are never on together; empty for none.
    package var interlock = ""
    /// Seconds for which the others of the group must have been off before this one goes on.
    package var deadTime = 0.1
    /// How a latched output reacts to a lost face, to missing frames and to a pause.
    package var onLoss = Fallback.keep
    package var onStale = Fallback.keep
    package var onPause = Fallback.keep

    package init(name: String) {
        self.name = name
    }
}
