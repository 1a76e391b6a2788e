/// Measures the movement of the lips, because gestures during speech are not meant for the switch.
///
/// The result is the mean speed of the lips over the last few measurements; it is about the same at three measurements a second and at
/// thirty. docs/lab/gestures.md has the data.
struct SpeechDetector: Sendable {
    private var mean = 0.0
    /// Mean opening of the mouth, in IOD.
    private var opening: Double?
    private var anchor: FaceMeasure?
    private var lastLook = -Double.infinity
    /// Whether the face is turned so little that its lips can be measured.
    private var isInSight = true

    /// Takes a measurement of the lips; a repeated one changes nothing.
    /// - Parameter yaw: angle from the camera, in degrees, if known.
    mutating func add(_ mouth: FaceMeasure, yaw: Double?, _ rules: GestureRules) {
        isInSight = (yaw ?? 0).magnitude <= rules.lipYaw
        guard mouth.value.isFinite, mouth.seenAt.isFinite, mouth.seenAt - lastLook >= rules.lipSpacing - 1e-3 else { return }
        guard isInSight else {
            anchor = nil
            return
        }
        let change = anchor.map { (mouth.value - $0.value).magnitude }
        mean = speed(at: mouth.seenAt, rules)
        lastLook = mouth.seenAt
        let middle = (opening ?? mouth.value) * (1 - rules.lipOpeningWeight) + mouth.value * rules.lipOpeningWeight
        opening = middle
        guard let change else {
            anchor = mouth
            return
        }
        let hasMoved = change > max(rules.lipNoise, rules.lipNoiseRatio * mouth.value)
        if hasMoved { anchor = mouth }
        mean += ((hasMoved ? change / rules.syllable / max(1, middle / rules.openMouth) : 0) - mean) * rules.lipSpeedWeight
    }

    /// Whether another look at the lips may change a decision.
    /// - Parameter quiet: the limit of their speed, in IOD a second; 0 for any.
    func isWanted(at time: Double, quiet: Double, _ rules: GestureRules) -> Bool {
        isInSight && (quiet == 0 || speed(at: time, rules) <= rules.surelyTalking * quiet)
    }

    /// Mean speed of the lips at `time`, in IOD a second.
    func speed(at time: Double, _ rules: GestureRules) -> Double {
        let unseen = time - lastLook - rules.syllable
        return unseen > 0 ? mean * rules.lipMemory / (rules.lipMemory + unseen) : mean
    }
}
