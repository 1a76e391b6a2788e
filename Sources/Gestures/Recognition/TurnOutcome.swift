/// What the recogniser does after a sample that ``GestureStateMachine`` has got.
enum TurnOutcome: Equatable {
    case nothing
    /// The head rests at its centre, which may follow it.
    case followDrift
    /// The head came to rest outside the zone without a gesture: the centre moves there.
    case moveCenter
    /// The same for a head that was found there after a loss; it may never have rested at the old centre.
    case moveCenterAfterLoss
    /// A posture lasted for `maxHold`.
    case recalibrate
}
