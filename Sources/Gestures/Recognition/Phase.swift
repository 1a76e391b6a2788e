/// Knowledge about the head's rest, together with everything that is lost with it.
enum Phase: Sendable {
    /// The rest is being measured. The previous one stays known, unless the caller asked for a new one.
    case calibrating(Calibration, previous: PreviousRest?)
    case tracking(Tracking)

    var tracking: Tracking? {
        get { if case .tracking(let tracking) = self { tracking } else { nil } }
        set { if let newValue { self = .tracking(newValue) } }
    }

    /// Changes the calibration under way in place; `nil` if there is none.
    mutating func withCalibration<Result>(_ body: (inout Calibration) -> Result) -> Result? {
        guard case .calibrating(var calibration, let previous) = self else { return nil }
        // The samples must have a single owner here; otherwise changing them would copy them.
        self = .calibrating(.none, previous: previous)
        defer { self = .calibrating(calibration, previous: previous) }
        return body(&calibration)
    }

    /// The rest that must stay known while another one is measured: an earlier one that is still remembered, or the last one. The head may
    /// never have rested where it was seen last.
    func rest(leftAt time: Double, _ rules: GestureRules) -> PreviousRest? {
        switch self {
        case .calibrating(_, let previous):
            return previous.flatMap { $0.isFirm ? $0.left(at: time) : nil }
        case .tracking(let tracking):
            if let previous = tracking.previousRest, previous.isRemembered(at: time), previous.isFirm || time - tracking.since < rules.visit {
                return previous.left(at: time)
            }
            return PreviousRest(tracking.center, stayed: time - tracking.since, leftAt: time, memory: .infinity)
        }
    }
}
