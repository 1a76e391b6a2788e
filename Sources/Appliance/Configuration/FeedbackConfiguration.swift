import Outputs
import Settings

/// Feedback to the person on movements, from `[feedback]`.
package struct FeedbackConfiguration: Equatable, Sendable {
    /// The cues with a sound; none for silence.
    package var sounds: [Cue] = []
    /// ALSA's name of the sound card, for example "default" or "plughw:CARD=Device".
    package var device = "default"
    /// In per cent of the card's full scale.
    package var volume = 50

    package init() {}
}

extension FeedbackConfiguration {
    static let keys: [ConfigurationKey<FeedbackConfiguration>] = [
        .init("sounds", .words(\.sounds), """
            Sounds that tell the person at once what came of a movement. Some of:
              "recognised"          a high click: a look, a nod or a shake was taken
              "held"                two rising tones: a hold has begun
              "refused"             a low tone: it was nearly a gesture (missed by at most a quarter)
              "paused", "resumed"   two tones, falling or rising
              "armed"               the same tone twice: a question is asked
              "next"                a short high click: a calibration asks for the next movement or point, or is over
            Only gestures on which something hangs are told; where nothing hangs on any, all of them. Sounds need `aplay` (apt install
            alsa-utils). Without a sound card everything else works, and the fault is told once. [] means silence.
            """),
        .init("device", .text(\.device), """
            The sound card, by ALSA's name: "default", or for example "plughw:CARD=Device" for a USB speaker. `aplay -L` lists them.
            """),
        .init("volume", .integer(1...100, \.volume), """
            In per cent of what the card gives.
            """),
    ]
}
