/// The progress of a gaze calibration.
package enum GazeProgress: Equatable, Sendable {
    /// The user is asked to look at a point, in words; its number from 1 on, and how many there are.
    case asks(Int, of: Int, words: String)
    /// Everything has been measured. The result is kept, unless there is a fault.
    case done(fault: String?)
    case cancelled(reason: String)
}
