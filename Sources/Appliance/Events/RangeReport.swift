import Gestures

/// The progress of a range calibration.
package enum RangeReport: Equatable, Sendable {
    /// The movement that the user is asked for now; `nil` is rest.
    case asks(RangeMovement?)
    case found(RangeCalibration.Finding)
    /// Everything has been measured. The result is kept, unless no movement can be told from rest.
    case done(isKept: Bool, eyes: EyeCondition)
    case cancelled(reason: String)
}
