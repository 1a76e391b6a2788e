/// Where the head is, as ``GestureStateMachine`` sees it.
enum TurnState: Sendable {
    /// In the idle zone since `since`; the last sample is where the next movement begins.
    case resting(at: Pose, since: Double)
    /// Outside the zone, not yet decided.
    case moving(MovementTracker)
    /// Nothing counts until the head visits the idle zone, or a hold is under way. Time since which it is seen, and its furthest point.
    case barred(since: Double?, peak: HeadOffset?)
}
