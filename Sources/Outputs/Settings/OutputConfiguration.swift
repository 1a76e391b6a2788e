import Gestures
import Settings

/// An output, from `[outputs.NAME]`: what drives it, its action and times, and its target.
package struct OutputConfiguration: Equatable, Sendable {
    package enum Action: String, CaseIterable, Sendable {
        /// On while the gesture is held.
        case level
        /// On for a fixed time.
        case pulse
        /// Switched on by one gesture, and off by the next.
        case toggle
        /// Blinking from one gesture to the next.
        case blink

        /// Whether it outlasts the gesture.
        package var isLatched: Bool { self == .toggle || self == .blink }
    }

    /// A condition that an output follows instead of gestures.
    package enum State: String, CaseIterable, Sendable {
        /// It is dark: an illumination line.
        case dark
        /// Frames come from the camera: a privacy lamp.
        case cameraOn = "camera-on"
        /// Somebody sees pictures of the camera through the control socket.
        case watched
        /// What the camera sees is being recorded.
        case recording
        /// A face is followed, and its rest position is known.
        case tracking
        /// Gestures count: tracking, not paused, no fault.
        case ready
        /// No gesture could have been recognised for `status.alarm_after`.
        case alarm
        case paused
        /// A question has been asked.
        case armed
        /// Whose face is followed: it is being found out, it is a person's who may act, it is somebody else's, or it cannot be known.
        case recognising, recognised, stranger, recognitionUnavailable = "recognition-unavailable"
        /// The battery is at `low_percent` or below.
        case lowBattery = "low-battery"
        /// Alternates while frames are processed and there is no fault: for an external circuit that switches everything off when the beats
        /// end.
        case heartbeat
    }

    /// How a latched output reacts to a loss.
    package enum Fallback: String, CaseIterable, Sendable {
        case keep, safe
    }

    package var name: String
    /// The keys of its target.
    package var targets = TargetSet()
    /// Whether "on" is the safe state.
    package var safe = false
    package var gestures: [HeadGesture] = []
    /// An output with a state is on while the state lasts, unless an action is set after it: `state` is read before `action`.
    package var state: State? {
        didSet { if state != nil, action == .pulse { action = .level } }
    }
    /// The cues that switch it, instead of a gesture or a state. Each is a pulse.
    package var feedback: [Cue] = []
    /// Whether Call of the page to speak with switches it too, for a pulse; an output may have that alone.
    package var call = false
    package var action = Action.pulse
    /// Length of a pulse in seconds.
    package var pulse = 0.3
    /// Seconds from one flash to the next; it is on for half of them.
    package var period = 1.0
    /// Beats a second of a heartbeat. Each beat is once on and once off.
    package var rate = 2.0
    /// Shortest times on and off, in seconds.
    package var minOn = 0.0
    package var minOff = 0.0
    /// Longest time on, in seconds; 0 for no limit but that of a held output, which follows from the longest hold.
    package var maxOn = 0.0
    /// Outputs of one group are never on together; empty for none.
    package var interlock = ""
    /// Minimum time for which the others of the group must have been off before this one goes on, in seconds.
    package var deadTime = 0.1
    /// How a latched output reacts to a lost face, to missing frames and to a pause.
    package var onLoss = Fallback.keep
    package var onStale = Fallback.keep
    package var onPause = Fallback.keep

    /// The wheel whose way it says, and the key of `[drive]` that it comes from; `nil` for the outputs of the file.
    package var way: WheelWay?
    package var driveKey: String?

    package init(name: String) {
        self.name = name
    }
}
