extension Remedy {
    /// - Parameter zone: radius of the idle zone in effect, in IOD; a threshold cannot lie inside it.
    /// - Returns: `nil` if no single setting would have helped.
    init?(for rejection: Rejection, _ configuration: GestureConfiguration, zone: Double) {
        let value = rejection.value
        switch rejection.rule {
        case .tooSmall where rejection.shoulder != nil:
            guard let shoulder = rejection.shoulder, value.rounded(.down, to: 1) > configuration.tilt.idleZone else { return nil }
            self.init(key: "threshold_tilt_\(shoulder)", value: value.rounded(.down, to: 1))
        case .tooSmall where rejection.expression != nil:
            guard let expression = rejection.expression else { return nil }
            let enough = value.rounded(.down, to: 100)
            guard expression.thresholdRange.contains(enough) else { return nil }
            self.init(key: expression.thresholdKey, value: enough)
        case .tooSmall:
            guard let direction = rejection.direction else { return nil }
            let configured = configuration.thresholds[direction]
            if rejection.bound > configured + 1e-9 {  // raised by the noise floor
                guard value >= configured else { return nil }
                self.init(key: "noise_factor", value: (configuration.noiseFactor * value / rejection.bound).rounded(.down, to: 10))
            } else {
                let threshold = value.rounded(.down, to: 100)
                guard threshold > zone else { return nil }
                self.init(key: "threshold_\(direction)", value: threshold)
            }
        case .tooFew:
            guard let direction = rejection.direction, value >= (direction.isHorizontal ? 2 : 1) else { return nil }
            self.init(key: direction.isHorizontal ? "shake_count" : "nod_count", value: value)
        case .offAxis where rejection.shoulder == nil:
            let ratio = value.rounded(.up, to: 100)
            guard ratio <= 1 else { return nil }
            self.init(key: "off_axis_ratio", value: ratio)
        case .notBack:
            let radius = value.rounded(.up, to: 100)
            guard let direction = rejection.direction, radius < configuration.thresholds[direction] else { return nil }
            self.init(key: "idle_zone_radius", value: radius)
        case .notDwelt:
            guard let zone = rejection.zone, value >= GazeZone.dwells.lowerBound else { return nil }
            self.init(key: "gaze.zones.\(zone).dwell", value: value.rounded(.down, to: 100))
        case .burst: self.init(key: "burst_count", value: value + 1)
        default:
            guard let (key, rounding) = rejection.rule.key else { return nil }
            self.init(key: key, value: value.rounded(rounding, to: 100))
        }
    }
}

extension Rejection.Rule {
    /// The key whose value is the rule's limit, and the direction in which hundredths of it are rounded so that the value passes.
    fileprivate var key: (String, FloatingPointRoundingRule)? {
        switch self {
        case .tooShort: ("discrete_min", .down)
        case .tooLong: ("discrete_max", .up)
        case .notHeld: ("acceptance", .down)
        case .crept: ("onset_max", .up)
        case .wandering: ("path_efficiency", .down)
        case .notEnded: ("idle_zone_radius", .up)
        case .talking: ("quiet_mouth", .up)
        default: nil
        }
    }
}

extension Double {
    /// Rounded to a fraction of 1: `parts` is 100 for hundredths. A difference in the ninth decimal place counts as rounding error.
    fileprivate func rounded(_ rule: FloatingPointRoundingRule, to parts: Double) -> Double {
        let nudge = rule == .up ? -1e-9 : 1e-9
        return ((self + nudge) * parts).rounded(rule) / parts
    }
}
