/// Decides when the camera runs: while nobody is there it is stopped and looks at intervals. A value without a clock: times come in.
package struct DeepIdle: Sendable {
    private enum State {
        case awake
        case resting(until: Double)
        /// Since its first frame.
        case looking(since: Double?, frames: Int)
    }

    /// A look lasts at least this many seconds, for the exposure to settle, and this many frames, for a search over every roll angle.
    private static let look = (time: 1.0, frames: 8)

    private let after: Double
    private let every: Double
    private var state = State.awake
    private var lastSeen: Double?

    /// - Parameters:
    ///   - after: seconds with nobody there; 0 means never.
    ///   - every: seconds between looks.
    package init(after: Double, every: Double) {
        self.after = after
        self.every = every
    }

    package var wantsCamera: Bool {
        if case .resting = state { false } else { true }
    }

    /// Whether nobody has been there for long, so that the camera is stopped or looks.
    package var isIdle: Bool {
        if case .awake = state { false } else { true }
    }

    /// A frame was processed.
    package mutating func add(frameAt time: Double) {
        if case .looking(let since, let frames) = state { state = .looking(since: since ?? time, frames: frames + 1) }
    }

    /// Lets time pass, in increasing seconds.
    package mutating func advance(to time: Double, isSomebodyThere: Bool) {
        if isSomebodyThere || lastSeen == nil {
            lastSeen = time
            state = .awake
        }
        switch state {
        case .awake:
            if after > 0, let lastSeen, time - lastSeen >= after { state = .resting(until: time + every) }
        case .resting(let until):
            if time >= until { state = .looking(since: nil, frames: 0) }
        case .looking(let since, let frames):
            // A look waits for the camera's first frame; a camera that delivers none is reported by its supervisor.
            if let since, time - since >= Self.look.time, frames >= Self.look.frames { state = .resting(until: time + every) }
        }
    }

    /// Somebody is there: a button was pressed.
    package mutating func wake(at time: Double) {
        lastSeen = time
        state = .awake
    }
}
