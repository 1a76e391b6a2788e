// Every number that decides what is a gesture and what is not.

/// The recogniser's settings. Distances are in IOD, times in seconds.
public struct GestureConfiguration: Equatable, Sendable {
    /// A threshold for each direction, in IOD.
    public struct Thresholds: Equatable, Sendable {
        public var left: Double
        public var right: Double
        public var up: Double
        public var down: Double

        /// The same threshold in every direction.
        public init(all: Double) {
            left = all
            right = all
            up = all
            down = all
        }

        public subscript(direction: Direction) -> Double {
            get {
                switch direction {
                case .left: left
                case .right: right
                case .up: up
                case .down: down
                }
            }
            set {
                switch direction {
                case .left: left = newValue
                case .right: right = newValue
                case .up: up = newValue
                case .down: down = newValue
                }
            }
        }
    }

    /// Holds are reported: look-started, look-moved, look-stopped.
    public var continuous = true
    /// Strokes are reported: look, out and back.
    public var discrete = true

    /// Head pointers in a row that end the calibration phase.
    public var calibrationSamples = 10
    /// The furthest a pointer may jump from one sample to the next while calibrating, in IOD.
    public var calibrationTolerance = 0.06

    /// Radius of the idle zone, in IOD. At rest a head wanders by 0.03 to 0.08.
    public var idleZoneRadius = 0.10
    /// How far the head must go, by direction. Turns of 16° reach 0.2, nods of 15° 0.3.
    public var thresholds = Thresholds(all: 0.18)
    /// The other offset may be at most this part of the larger one, both from where the stroke began.
    public var offAxisRatio = 0.5

    /// How long the head must stay beyond the threshold before a hold begins.
    public var acceptance = 1.0
    /// A movement that is back sooner than this is a twitch.
    public var discreteMin = 0.15
    /// A movement that is back later than this is no stroke.
    public var discreteMax = 1.0
    /// The longest time outside the idle zone; then the posture is taken as the new rest and calibrated.
    public var maxHold = 20.0

    /// How long a face may be missing before it is lost.
    public var faceLossTime = 0.2
    /// How long samples may fail to come before a movement under way ends. Less than the 0.5 s in which a held output
    /// must fall when frames stop. Samples that come more slowly than this carry no gesture.
    public var staleTime = 0.4
    /// A face that was lost for longer than this is calibrated anew.
    public var recalibrateAfterLoss = 2.0

    public init() {}

    var idleZone: IdleZone { IdleZone(radius: idleZoneRadius) }

    /// The direction of a movement that lies outside the idle zone and beyond its threshold, if it keeps to one axis.
    ///
    /// - Parameters:
    ///   - offset: from the calibration centre.
    ///   - origin: the offset at which this stroke began.
    func direction(of offset: HeadOffset, from origin: HeadOffset) -> Direction? {
        let direction = offset.dominant
        guard !idleZone.contains(offset), offset.reach(direction) >= thresholds[direction] else { return nil }
        let left = (offset.left - origin.left).magnitude
        let up = (offset.up - origin.up).magnitude
        let (along, across) = direction.isHorizontal ? (left, up) : (up, left)
        return across <= offAxisRatio * along ? direction : nil
    }
}
