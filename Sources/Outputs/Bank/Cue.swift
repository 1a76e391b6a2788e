/// Immediate feedback on the person's own movement by a sound or a light.
package enum Cue: String, CaseIterable, Sendable {
    /// A look, a nod or a shake was recognised.
    case recognised
    /// A hold has begun.
    case held
    /// A movement was almost a gesture.
    case refused
    case paused
    case resumed
    /// A question has been asked.
    case armed
    /// A calibration asks for the next movement or the next point to look at, or is over.
    case next
}
