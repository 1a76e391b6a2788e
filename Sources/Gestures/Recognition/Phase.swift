/// Knowledge about the head's rest, together with everything that is lost with it.
enum Phase: Sendable {
    /// The rest is being measured. The previous one stays known, unless the caller asked for a new one.
    case calibrating(Calibration, former: FormerRest?)
    case tracking(Tracking)

    var tracking: Tracking? {
        get { if case .tracking(let tracking) = self { tracking } else { nil } }
        set { if let newValue { self = .tracking(newValue) } }
    }

    /// Changes the calibration under way in place; `nil` if there is none.
    mutating func withCalibration<Result>(_ body: (inout Calibration) -> Result) -> Result? {
        guard case .calibrating(var calibration, let former) = self else { return nil }
        // The samples must have a single owner here; otherwise changing them would copy them.
        self = .calibrating(.none, former: former)
        defer { self = .calibrating(calibration, former: former) }
        return body(&calibration)
    }

    /// The rest that must stay known while another one is measured: an earlier one that is still remembered, or the last one. The head may
    /// never have rested where it was seen last.
    func rest(leftAt time: Double, _ rules: GestureRules) -> FormerRest? {
        switch self {
        case .calibrating(_, let former):
            return former.flatMap { $0.isFirm ? $0.left(at: time) : nil }
        case .tracking(let tracking):
            if let former = tracking.formerRest, former.isRemembered(at: time), former.isFirm || time - tracking.since < rules.visit {
                return former.left(at: time)
            }
            return FormerRest(tracking.center, stayed: time - tracking.since, leftAt: time, memory: .infinity)
        }
    }
}

/// The face in view, together with everything that is lost with it.
struct Sight: Sendable {
    /// Position of the head in the last sample, in pixels.
    var position: HeadPoint
    /// Smoothed offset from rest; `nil` while calibrating and while paused.
    var offset: HeadOffset?
    var isInIdleZone = false
    /// The former rest that the head may be on its way back to, as an offset from the present one.
    var formerRest: HeadOffset?
    /// While paused: the progress of the waking gesture.
    var waking = WakeDetector()

    /// Clears the position relative to the rest.
    mutating func clear() {
        offset = nil
        formerRest = nil
        isInIdleZone = false
    }
}
