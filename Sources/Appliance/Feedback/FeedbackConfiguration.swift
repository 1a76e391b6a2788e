import Outputs

/// How the person is told what came of a movement, from `[feedback]`.
package struct FeedbackConfiguration: Equatable, Sendable {
    /// Those that are heard; none for silence.
    package var sounds: [Cue] = []
    /// ALSA's name of the sound card, for example "default" or "plughw:CARD=Device".
    package var device = "default"
    /// In per cent of what the card gives.
    package var volume = 50

    package init() {}
}
