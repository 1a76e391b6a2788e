/// The limits of tilts towards a shoulder, in degrees from the head's tilt at rest.
public struct TiltLimits: Equatable, Sendable {
    /// Tilts are reported. Something uses them, or the configuration asks for them.
    public var isOn = false
    /// Required tilt towards each shoulder. Heads at rest wander by 1 to 3°; turns tilt the head by up to a third of the turn.
    public var left = 12.0
    public var right = 12.0
    /// Half the width of the idle zone.
    public var idleZone = 5.0

    public init() {}

    public subscript(shoulder: Shoulder) -> Double {
        get { shoulder == .left ? left : right }
        set { if shoulder == .left { left = newValue } else { right = newValue } }
    }
}
