/// The distances of ``EffectiveThresholds``, without the settings, which take far longer to copy.
package struct DistanceLimits: Sendable {
    let zone: IdleZone
    /// The full threshold of each direction, in IOD.
    let full: GestureConfiguration.Thresholds

    /// - Parameters:
    ///   - noise: root mean square of the head's offset at rest, by axis.
    ///   - tremor: the same while calibrating.
    @inline(__always)
    package init(_ configuration: GestureConfiguration, noise: HeadOffset, tremor: HeadOffset) {
        zone = IdleZone(radius: max(configuration.idleZoneRadius, configuration.rules.tremorFactor * max(tremor.left, tremor.up)))
        var thresholds = configuration.thresholds
        for direction in HeadDirection.allCases {
            let own = direction.isHorizontal ? max(noise.left, tremor.left) : max(noise.up, tremor.up)
            thresholds[direction] = max(thresholds[direction], configuration.noiseFactor * own)
        }
        full = thresholds
    }

    /// The smallest threshold, in IOD.
    var least: Double { min(full.left, full.right, full.up, full.down) }

    /// The smaller threshold of an axis, in IOD.
    func least(_ axis: Axis) -> Double { axis == .horizontal ? min(full.left, full.right) : min(full.up, full.down) }
}
