/// A value for each direction.
public struct PerDirection<Value> {
    public var left: Value
    public var right: Value
    public var up: Value
    public var down: Value

    /// The same value in every direction.
    public init(all: Value) {
        left = all
        right = all
        up = all
        down = all
    }

    public subscript(direction: HeadDirection) -> Value {
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

extension PerDirection: Sendable where Value: Sendable {}
extension PerDirection: Equatable where Value: Equatable {}

/// The recogniser's settings. Distances are in IOD, times in seconds.
public struct GestureConfiguration: Equatable, Sendable {
    /// A threshold for each direction, in IOD.
    public typealias Thresholds = PerDirection<Double>

    /// The pointer by which gestures are measured, if the samples contain it.
    public var pointer = PointerKind.pose
    /// Holds are reported: their beginning, their course and their end.
    public var continuous = true
    /// Looks are reported: out and back.
    public var discrete = true
    /// Nods are reported. While they are, quick swings up and down wait for `resolve`.
    public var nod = true
    /// Shakes are reported. While they are, quick swings to the sides wait for `resolve`.
    public var shake = true

    /// Tilts towards a shoulder.
    public var tilt = TiltLimits()

    /// Mouth, lids and brows.
    public var expressions = ExpressionLimits()

    /// Number of head pointers in a row that ends the calibration phase.
    public var calibrationSamples = 10
    /// Greatest jump of a pointer from one sample to the next while calibrating, in IOD.
    public var calibrationTolerance = 0.06
    /// A calibration phase ends after this time even if the head never rests.
    public var calibrationTimeout = 8.0

    /// Radius of the idle zone, in IOD. At rest a head wanders by 0.03 to 0.08.
    public var idleZoneRadius = 0.10
    /// Required distance of the head from rest, by direction. A turn by 8.6° reaches 0.18.
    public var thresholds = Thresholds(all: 0.18)
    /// Largest off-axis component as a fraction of the component along the axis, both relative to where the movement began.
    public var offAxisRatio = 0.5
    /// A threshold is at least this many times the noise floor (root mean square of the offset at rest). 0 turns that off.
    public var noiseFactor = 3.5
    /// Cut-off of the smoothing of a head at rest, in Hz; it rises with the speed. 0 for no smoothing.
    public var smoothing = 3.0
    /// Minimum path efficiency: the straight distance there and back as a fraction of the whole path.
    public var pathEfficiency = 0.6

    /// Nothing fires while the lips move faster than this, in IOD a second, because people move their heads when they talk. 0 turns that
    /// off. Measured: 0.00 to 0.09 with gestures in silence, 0.1 to 1 in speech. Does not apply to answers to a question.
    public var quietMouth = 0.09

    /// Eye condition of looks and holds; `nil` for `measuredEyes`. Nods and shakes have none unless their filter sets one.
    public var eyes: EyeCondition?
    /// The eye condition that a range calibration has found (``RangeCalibration/eyes``).
    public var measuredEyes = EyeCondition.any
    /// Whether a gesture with an eye condition counts if the eyes could not be judged.
    public var countsUnknownEyes = true

    /// Longest rise time, from near rest to beyond the threshold; slower movements are drift.
    public var onsetMax = 0.3
    /// How long the head must stay beyond the threshold before a hold begins.
    public var acceptance = 1.0
    /// Minimum duration of a movement; a shorter one is a twitch. For nods the limit is relaxed by 5 % of the adjacent sample intervals, to
    /// allow for sampling.
    public var discreteMin = 0.2
    /// A movement that was beyond its threshold for longer than this is not a look.
    public var discreteMax = 1.0
    /// Longest time outside the idle zone; after that the posture is calibrated as the new rest.
    public var maxHold = 20.0

    /// Minimum number of swings of a nod, at least one of them down.
    public var nodCount = 2
    /// Minimum number of swings of a shake, to alternating sides.
    public var shakeCount = 3
    /// Longest time of a nod's swing outside the idle zone.
    public var nodSwing = 1.1
    /// Longest time of a shake's swing outside the idle zone. People shake faster than they nod, and looks to either side are slower.
    public var shakeSwing = 0.7
    /// Longest wait for the next swing; after a quick swing the wait is as long as that swing was. Less than `staleTime`, so that the
    /// wait ends by itself when no sample comes.
    public var resolve = 0.39

    /// Time constant with which the centre follows the head inside the idle zone; 0 for never.
    public var driftTime = 3.0
    /// A head that is still for this long, in a place where it cannot complete a gesture, rests there.
    public var settleTime = 1.0
    /// This many gestures within `burstTime` are a cough or a spasm: nothing fires until the head has been still for `settleTime`.
    public var burstCount = 4
    public var burstTime = 2.0

    /// Zones to look at.
    public var gaze = GazeRules()

    /// Movements that the person has taught and that something uses.
    public var taught: [TaughtGesture] = []

    /// Acceptance, release, refractory period, speech limit and eye condition of each gesture.
    public var filters = GestureFilters()

    /// A hold in this direction for `pauseTime` pauses; `nil` for none.
    public var pauseGesture: HeadDirection?
    public var pauseTime = 3.0
    /// While paused, a hold in this direction for `wakeTime` wakes; `nil` for none.
    public var wakeGesture: HeadDirection?
    public var wakeTime = 4.0

    /// Time without a face after which it is lost.
    public var faceLossTime = 0.2
    /// Time without samples after which a movement under way ends. Less than the 0.5 s in which a held output must fall when frames
    /// stop. Samples at longer intervals than this give no gestures.
    public var staleTime = 0.4
    /// A face that was lost for longer than this is calibrated again.
    public var recalibrateAfterLoss = 2.0

    /// Whether refused movements are reported too, with the rule that they broke.
    public var explains = false

    /// Whether every movement that may have been meant is measured, for the laboratory.
    package var proposes = false

    /// The numbers without a key.
    package var rules = GestureRules()

    public init() {}

    /// How long the head must stay beyond its threshold before this hold begins.
    public func acceptance(of hold: HeadGesture) -> Double { filters[hold].acceptance ?? acceptance }

    /// Largest speed of the lips at which a gesture fires, in IOD a second; 0 for any.
    func quietMouth(for gesture: HeadGesture) -> Double {
        if let own = filters[gesture].quietMouth { return own }
        if case .taught(let name) = gesture, taught.first(where: { $0.name == name })?.channels.contains(.mouth) == true { return 0 }
        return quietMouth
    }

    /// Whether any gesture has an eye condition.
    public var asksForEyes: Bool { HeadGesture.all.contains { eyes(for: $0) != .any } }

    /// The eye condition of a gesture.
    public func eyes(for gesture: HeadGesture) -> EyeCondition {
        if gesture.isTilt || gesture.expression != nil { return .any }  // the eyes stay in the head
        return filters[gesture].eyes ?? (gesture.direction == nil ? .any : eyes ?? measuredEyes)
    }

    /// The longest swing of a nod or a shake in this direction; `nil` if that gesture is off.
    func longestSwing(_ direction: HeadDirection) -> Double? {
        direction.isHorizontal ? (shake ? shakeSwing : nil) : (nod ? nodSwing : nil)
    }
}
