/// The setting that would have let a refused movement pass the rule that it broke.
public struct Remedy: Equatable, Sendable {
    /// The key in the configuration file: of the section `[gestures]`, or with its section's name.
    public var key: String
    /// The least change that would have been enough.
    public var value: Double

    public init(key: String, value: Double) {
        self.key = key
        self.value = value
    }

    /// - Parameters:
    ///   - zone: radius of the idle zone that held, in IOD; no threshold may lie inside.
    /// - Returns: `nil` where no single setting would have helped.
    init?(for rejection: Rejection, _ configuration: GestureConfiguration, zone: Double) {
        let value = rejection.value
        switch rejection.rule {
        case .tooSmall:
            guard let direction = rejection.direction else { return nil }
            let configured = configuration.thresholds[direction]
            if rejection.bound > configured + 1e-9 {  // raised by the head's restlessness
                let factor = (configuration.noiseFactor * value / rejection.bound).rounded(.down, to: 10)
                guard value >= configured else { return nil }
                self.init(key: "noise_factor", value: factor)
            } else {
                let threshold = value.rounded(.down, to: 100)
                guard threshold > zone else { return nil }
                self.init(key: "threshold_\(direction)", value: threshold)
            }
        case .offAxis: self.init(key: "off_axis_ratio", upTo: value, most: 1)
        case .tooShort: self.init(key: "discrete_min", value: value.rounded(.down, to: 100))
        case .tooLong: self.init(key: "discrete_max", value: value.rounded(.up, to: 100))
        case .notHeld: self.init(key: "acceptance", value: value.rounded(.down, to: 100))
        case .crept: self.init(key: "onset_max", value: value.rounded(.up, to: 100))
        case .wandering: self.init(key: "path_efficiency", value: value.rounded(.down, to: 100))
        case .notEnded: self.init(key: "idle_zone_radius", value: value.rounded(.up, to: 100))
        case .tooFew:
            guard let direction = rejection.direction, value >= (direction.isHorizontal ? 2 : 1) else { return nil }
            self.init(key: direction.isHorizontal ? "shake_count" : "nod_count", value: value)
        case .talking: self.init(key: "quiet_mouth", value: value.rounded(.up, to: 100))
        case .burst: self.init(key: "burst_count", value: value + 1)
        case .carried, .startled, .tilted, .leaned, .notRested, .rebound, .restless, .severalDirections, .repeated, .off, .interrupted,
             .cameBack: return nil
        }
    }

    private init?(key: String, upTo value: Double, most: Double) {
        let value = value.rounded(.up, to: 100)
        guard value <= most else { return nil }
        self.init(key: key, value: value)
    }
}

extension Double {
    /// Rounded to a part of one: `parts` 100 for hundredths. What is wrong in the ninth place only is not.
    fileprivate func rounded(_ rule: FloatingPointRoundingRule, to parts: Double) -> Double {
        let nudge = rule == .up ? -1e-9 : 1e-9
        return ((self + nudge) * parts).rounded(rule) / parts
    }
}
