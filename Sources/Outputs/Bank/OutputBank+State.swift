/// What is on.
extension OutputBank {
    /// What ``release(at:sparing:_:)`` leaves alone.
    package enum Spared: Sendable {
        case nothing
        /// The alarm, and that of the battery: they say why nothing works.
        case warnings
        /// Warnings, the pause, what the camera's pictures are used for, and the camera's own lamp.
        case signs
    }

    /// What a call has switched: the outputs that are on for it, and why others are not, by name.
    package struct Called: Sendable {
        package var on: [String] = []
        package var refused: [(name: String, reason: String)] = []
    }

    /// Which outputs are on, according to gestures and states, and which a gesture holds, whether or not their devices work.
    package var values: [(name: String, isOn: Bool, isHeld: Bool)] { outputs.map { ($0.configuration.name, $0.isOn, $0.isHeld) } }

    /// Whether any output follows this state.
    package func follows(_ state: OutputConfiguration.State) -> Bool {
        outputs.contains { $0.configuration.state == state }
    }

    /// Whether an output is on that is held by a gesture or still kept on by its times.
    package var isHeld: Bool {
        outputs.contains { $0.isOn && $0.configuration.isLevelOfGesture }
    }

    /// Whether an output is not in its safe state.
    package var isActive: Bool { outputs.contains { $0.isOn != $0.configuration.safe } }

    /// Whether an output that needs frames is not in its safe state.
    package var isAtStake: Bool { outputs.contains { $0.isOn != $0.configuration.safe && $0.configuration.needsFrames } }
}
