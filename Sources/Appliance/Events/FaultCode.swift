/// The kinds of faults with which the appliance keeps running: the `what` of a fault event, explained in docs/troubleshooting.md.
package enum FaultCode: String, CaseIterable, Sendable {
    case batteryCritical = "battery-critical"
    case budgetUnmet = "budget-unmet"
    case buttonFailed = "button-failed"
    case buttonUnavailable = "button-unavailable"
    case cameraFrozen = "camera-frozen"
    case cameraGone = "camera-gone"
    case cameraStalled = "camera-stalled"
    case cameraUnavailable = "camera-unavailable"
    case cameraUnchanged = "camera-unchanged"
    case commandFailed = "command-failed"
    case configurationRefused = "configuration-refused"
    case controlUnavailable = "control-unavailable"
    case deadManUnavailable = "dead-man-unavailable"
    case eyesUnavailable = "eyes-unavailable"
    case gazeNotCalibrated = "gaze-not-calibrated"
    case gestureImpossible = "gesture-impossible"
    case gestureNotTaught = "gesture-not-taught"
    case gestureRevived = "gesture-revived"
    case inferenceFailed = "inference-failed"
    case loopStalled = "loop-stalled"
    case outputFailed = "output-failed"
    case outputUnavailable = "output-unavailable"
    case restUnusable = "rest-unusable"
    case peopleDamaged = "people-damaged"
    case recognitionUnavailable = "recognition-unavailable"
    case soundFailed = "sound-failed"
    case stateDamaged = "state-damaged"
    case stateNotKept = "state-not-kept"
    case statusLightFailed = "status-light-failed"
    case taughtUnusable = "taught-unusable"
}

/// A fault, with a sentence about it.
struct ApplianceError: Error, Equatable {
    let code: FaultCode
    let detail: String

    init(_ code: FaultCode, _ detail: String) {
        self.code = code
        self.detail = detail
    }
}
