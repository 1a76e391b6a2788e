import Gestures

/// A person is being measured, in whatever way: the switch keeps the recogniser from completing its calibration meanwhile, so that nothing
/// fires. There is at most one.
package protocol Measurement: AnyObject {
    /// What it needs of each frame.
    var needs: MeasurementNeeds { get }
    /// Takes a sample and reports its steps.
    func add(_ sample: HeadSample, _ emit: (ApplianceEvent) -> Void)
    /// What has been measured so far is no longer valid.
    func disturb(_ reason: String)
}

package struct MeasurementNeeds {
    /// Seconds between two measurements of mouth, lids and brows; `nil` for those that gestures need.
    var faceInterval: Double?
    /// The model of the eyes is loaded, and how it is asked, in place of the recogniser's questions.
    var looksAtEyes = false, eyeRequest: EyeRequest?
    /// Both eyes are measured, for the gaze.
    var looksForGaze = false
    /// The chips of faces are its own: nobody is recognised.
    var takesFaces = false
}
