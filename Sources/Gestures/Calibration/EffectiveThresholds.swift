/// The idle zone and thresholds in effect: the configured ones, or larger ones if the noise floor requires it.
package struct EffectiveThresholds: Sendable {
    let configuration: GestureConfiguration
    let limits: DistanceLimits

    package init(configuration: GestureConfiguration, limits: DistanceLimits) {
        self.configuration = configuration
        self.limits = limits
    }

    var zone: IdleZone { limits.zone }
    /// The full threshold of each direction, in IOD.
    var full: GestureConfiguration.Thresholds { limits.full }
    var rules: GestureRules { configuration.rules }

    /// The full threshold, in IOD.
    subscript(direction: HeadDirection) -> Double { full[direction] }

    /// The lower threshold of a swing of a nod or a shake, in IOD.
    func swing(_ direction: HeadDirection) -> Double { max(zone.radius, configuration.rules.swingThreshold * full[direction]) }

    /// The longest time outside the zone of a swing of a nod or shake, in seconds; `nil` if that gesture is off.
    func longestSwing(_ direction: HeadDirection, reaching distance: Double) -> Double? {
        let longest = configuration.longestSwing(direction)
        guard direction.isHorizontal, distance >= configuration.rules.wideSwing * full[direction] else { return longest }
        return longest.map { configuration.rules.wideSwingTime * $0 }
    }

    /// The shortest swing, in seconds. Quick swings up or down are coughs.
    /// - Parameter spans: sum of the two sample intervals in which the swing began and ended.
    func shortestSwing(isHorizontal: Bool, spans: Double) -> Double {
        isHorizontal ? min(configuration.rules.shortestShakeSwing, configuration.discreteMin)
            : configuration.discreteMin - configuration.rules.timingError * spans
    }

    /// Hysteresis: a resting head leaves its rest only beyond this circle, which is slightly larger than the idle zone.
    var exit: IdleZone {
        IdleZone(radius: max(zone.radius, configuration.rules.swingThreshold * limits.least))
    }

    /// The direction of an offset that lies outside the idle zone, beyond its threshold and close to one axis.
    /// - Parameters:
    ///   - offset: relative to the calibration centre.
    ///   - origin: the offset at which the movement began.
    func direction(of offset: HeadOffset, from origin: HeadOffset) -> HeadDirection? {
        let direction = offset.dominant
        guard !zone.contains(offset), offset.reach(direction) >= full[direction],
              Self.offAxis(of: offset, from: origin) <= configuration.offAxisRatio
        else { return nil }
        return direction
    }

    /// The smaller component of a movement as a fraction of the one along the offset's axis.
    static func offAxis(of offset: HeadOffset, from origin: HeadOffset) -> Double {
        let left = (offset.left - origin.left).magnitude, up = (offset.up - origin.up).magnitude
        let (along, across) = offset.dominant.isHorizontal ? (left, up) : (up, left)
        return across == 0 ? 0 : across / along
    }
}
