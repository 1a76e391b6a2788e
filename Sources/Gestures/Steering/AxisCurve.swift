/// What a movement beyond the dead zone makes of an axis: finer near the middle, and for each way between a least and a greatest value.
public struct AxisCurve: Equatable, Sendable {
    /// The values just beyond the dead zone and at full deflection, 0 to 1.
    public struct Ends: Equatable, Sendable {
        public var least: Double
        public var most: Double

        public init(least: Double = 0, most: Double = 1) { (self.least, self.most) = (least, most) }
    }

    /// The cube's part in the curve: 0 for an even rise, 1 for a cube, as radio controls have it.
    public var expo: Double
    /// To the left or up.
    public var ahead: Ends
    /// To the right or down.
    public var back: Ends

    public init(expo: Double = 0, ahead: Ends = Ends(), back: Ends = Ends()) { (self.expo, self.ahead, self.back) = (expo, ahead, back) }

    /// The curve alone: -1 to 1 gives -1 to 1.
    public func bend(_ part: Double) -> Double { part * (1 - expo * (1 - part * part)) }

    /// The value within its ends; 0 stays 0.
    public func range(_ value: Double) -> Double {
        guard value != 0 else { return 0 }
        let ends = value > 0 ? ahead : back
        return (value > 0 ? 1 : -1) * (ends.least + (ends.most - ends.least) * value.magnitude)
    }
}
