/// Measures a tilt from the moment the head leaves the idle zone of tilts. Angles in degrees, times in seconds.
struct TiltMovement: Sendable {
    /// The last sample inside the zone.
    let origin: Pose
    /// When the head left the zone, interpolated; and the first sample outside.
    let left: Double
    let began: Double
    let shoulder: Shoulder
    /// Rest before it, in seconds; `nil` if the head was turned away from its rest.
    private let rested: Double?
    /// When the threshold was first crossed, and since when the head has been beyond it without a break.
    private(set) var crossed: Double?
    private(set) var beyondSince: Double?
    /// Seconds beyond the threshold.
    private var beyond = 0.0
    private var lastTime: Double
    /// The furthest tilt, and the head's pose there.
    private(set) var peak = 0.0
    private var peakPose: Pose
    private var last: Pose

    init(_ shoulder: Shoulder, origin: Pose, left: Double, at time: Double, rested: Double?) {
        self.shoulder = shoulder
        self.origin = origin
        self.left = left
        self.rested = rested
        began = time
        lastTime = time
        peakPose = origin
        last = origin
    }

    /// Whether the head stays between rest and threshold.
    func lingers(at time: Double, _ rules: GestureRules) -> Bool { crossed == nil && time - began > rules.lingering }

    /// - Parameters:
    ///   - tilt: towards this movement's shoulder.
    ///   - crossing: when the tilt went beyond the threshold, if it did so in this step.
    mutating func add(_ tilt: Double, _ pose: Pose, at time: Double, crossing: Double?, _ threshold: Double) {
        let isBeyond = tilt >= threshold
        if isBeyond, beyondSince != nil { beyond += time - lastTime }
        if isBeyond, crossed == nil { crossed = crossing ?? time }
        beyondSince = isBeyond ? beyondSince ?? time : nil
        if tilt > peak { (peak, peakPose) = (tilt, pose) }
        last = pose
        lastTime = time
    }

    /// The rule that a movement breaks which is back at `end`; `nil` if it is a tilt.
    func objectionToReturn(endedAt end: Double, _ configuration: GestureConfiguration) -> Rejection? {
        if peak < configuration.tilt[shoulder] { return rejection(.tooSmall, peak, configuration.tilt[shoulder]) }
        if let objection = objection(at: peakPose, tilt: peak, configuration) { return objection }
        let duration = end - left, longest = configuration.rules.lookSpan * configuration.discreteMax
        if duration < configuration.discreteMin { return rejection(.tooShort, duration, configuration.discreteMin) }
        if beyond > configuration.discreteMax { return rejection(.tooLong, beyond, configuration.discreteMax) }
        return duration > longest ? rejection(.tooLong, duration, longest) : nil
    }

    /// Why the head may not begin a hold where it is now.
    func objectionToHold(tilt: Double, _ configuration: GestureConfiguration) -> Rejection? { objection(at: last, tilt: tilt, configuration) }

    private func objection(at pose: Pose, tilt: Double, _ configuration: GestureConfiguration) -> Rejection? {
        let rules = configuration.rules, radians = tilt * Double.pi / 180
        let turn = pose.offset.length, longestTurn = rules.turnOfTilt * radians * GestureRules.turnLever
        if turn > longestTurn { return rejection(.offAxis, turn / (radians * GestureRules.turnLever), rules.turnOfTilt) }
        guard let rested else { return rejection(.notRested, 0, rules.restBefore) }
        if rested < rules.restBefore - GestureRules.roundoff { return rejection(.notRested, rested, rules.restBefore) }
        let shift = (pose.place - origin.place).length, longestShift = rules.shiftOfTilt * radians + rules.shiftAllowance
        if shift > longestShift { return rejection(.carried, shift, longestShift) }
        let scale = max(pose.size / origin.size, origin.size / pose.size)
        if scale > rules.scaleLimit { return rejection(.leaned, scale, rules.scaleLimit) }
        guard let crossed, crossed - left > configuration.onsetMax + GestureRules.roundoff else { return nil }
        return rejection(.crept, crossed - left, configuration.onsetMax)
    }

    private func rejection(_ rule: Rejection.Rule, _ value: Double, _ bound: Double) -> Rejection {
        var rejection = Rejection(rule: rule, value: value, bound: bound)
        rejection.shoulder = shoulder
        return rejection
    }
}
