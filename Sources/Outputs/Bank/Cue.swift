/// Something about the person's own movement that they are told at once, by a sound or a light.
package enum Cue: String, CaseIterable, Sendable {
    /// A look, a nod or a shake was taken.
    case recognised
    /// A hold has begun: the head may come back when it is enough.
    case held
    /// A movement was nearly a gesture.
    case refused
    case paused
    case resumed
    /// A question is asked.
    case armed
}
