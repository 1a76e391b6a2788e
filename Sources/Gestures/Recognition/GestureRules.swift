/// The numbers that decide what is a gesture and have no key in the configuration file. The ones with a key are in
/// ``GestureConfiguration``.
///
/// The defaults were measured on recorded people and simulated heads; docs/lab/gestures.md says how. Distances are in
/// interocular distances (IOD), times in seconds. Change one to experiment, not to fit a person: for that use the keys.
public struct GestureRules: Equatable, Sendable {
    // MARK: - Calibration

    /// The calibration centre is the mean of this many of the last samples. NodKit's value.
    public var centerSamples = 5
    /// At the time limit the centre is the median of at most this many samples: about a second and a half at 20 a second.
    public var medianSamples = 31
    /// After this time the tolerance adapts to the head's own jumps (tremor, athetosis), in seconds.
    public var toleranceAdaptsAfter = 2.0
    /// The adapted tolerance, in average jumps from one sample to the next.
    public var adaptedTolerance = 3.0
    /// Weight of the newest jump in that average.
    public var jumpWeight = 0.1
    /// All samples that make a centre lie within this many tolerances of the first one; small jumps to one side are a movement.
    public var calibrationSpread = 1.5
    /// A head that moved while it was calibrated must have rested for this long: a swinging head stops at either end, in seconds.
    public var restAfterMovement = 0.7
    /// Time limit of a calibration during a question, in seconds: a stranger at a kiosk does not wait.
    public var quickCalibration = 0.5

    // MARK: - Noise floor and effective thresholds

    /// Time constant of the running noise floor, in seconds.
    public var noiseMemory = 5.0
    /// Upper limit of the tremor that calibration may report, in IOD; more than this was a movement.
    public var tremorLimit = 0.15
    /// The idle zone's radius is at least this many times the tremor (root mean square), so that it holds 95 % of it.
    public var tremorFactor = 2.0
    /// Threshold of a further swing of a nod or a shake, as a part of the full threshold; one swing must reach that.
    /// A resting head counts as out at this part of its lowest threshold: at the zone's edge it would come and go.
    public var swingThreshold = 0.67
    /// A shake's swing that reaches this many thresholds may take `wideSwingTime` times as long: slow shakes are wide.
    public var wideSwing = 2.5
    /// See `wideSwing`.
    public var wideSwingTime = 1.8
    /// A head that stays within this part of the idle zone's radius is still.
    public var stillness = 0.6

    // MARK: - Sampling and smoothing

    /// Longest interval between two samples that is interpolated, in seconds: 8 samples a second.
    public var longestStep = 0.125
    /// Error of an interpolated moment, as a part of the interval that it lies in.
    public var timingError = 0.05
    /// Steps below this part of the idle zone's radius are noise and do not lengthen a path.
    public var pathStep = 0.4
    /// Rise of the smoothing's cut-off with the speed, in Hz for each IOD a second (one-euro filter, Casiez 2012).
    public var smoothingSlope = 6.0
    /// Cut-off for the speed itself, in Hz.
    public var smoothingSpeedCutoff = 2.0
    /// Smoothing starts afresh after a gap of this length, in seconds.
    public var smoothingGap = 0.5
    /// Decisions that wait for another swing wait this long for a missing sample, in seconds: at 8 samples a second one may be
    /// lost. Less than `staleTime`.
    public var samplePatience = 0.25

    // MARK: - Strokes

    /// Rest that a stroke needs before it, in seconds, unless it follows another stroke.
    public var restBefore = 0.2
    /// Out of the zone for this long without reaching a threshold, the head rests there, in seconds.
    public var lingering = 0.5
    /// Longest time outside of the zone of a stroke, in `discreteMax`: the way out and back may take as long as the stay.
    public var strokeSpan = 2.0
    /// Turning moves the head's place by 0.9 to 1.4 times the turn; a place that moves by more than this ratio plus
    /// `shiftAllowance` was carried by the body.
    public var shiftRatio = 2.0
    /// In IOD.
    public var shiftAllowance = 0.15
    /// Turning tilts the head by a third of its angle at most; this ratio, or `tiltAllowance`, is a tilt to the shoulder.
    public var tiltRatio = 0.7
    /// In radians, about 6°.
    public var tiltAllowance = 0.1
    /// Largest change of the head's apparent size while it does not turn, as a factor.
    public var scaleLimit = 1.25
    /// Added to `scaleLimit` for each IOD of turn: far turns hide a part of the face.
    public var scalePerTurn = 0.3
    /// Minimum outward speed of a reflex, in gesture amplitudes a second.
    public var reflexSpeed = 7.0
    /// A reflex up or down (cough, sneeze) moves the head's place by more than this ratio of the turn, plus `reflexShiftAllowance`.
    public var reflexShiftRatio = 1.6
    /// In IOD.
    public var reflexShiftAllowance = 0.02
    /// A startle goes out more than this many times as fast as it returns; an intended look returns faster.
    public var reflexAsymmetry = 2.3
    /// A swing past rest below this part of the stroke before is an overshoot.
    public var overshoot = 0.5
    /// An overshoot begins within this time of the stroke before, in seconds.
    public var overshootTime = 0.4

    // MARK: - Swings of nods and shakes

    /// Shortest swing of a shake, in seconds: shakes are faster than looks.
    public var shortestShakeSwing = 0.1
    /// The next swing is awaited for at least this long, in seconds, and the head must be still for as long after the last one.
    public var shortestWait = 0.3
    /// A still head ends its nod or shake this much later than `resolve`, in seconds.
    public var stillnessGrace = 0.1
    /// The head may stay in the middle between two opposite swings for this part of the swing before.
    public var middleStay = 0.5
    /// At least this long, in seconds: two samples at 10 a second.
    public var shortestMiddleStay = 0.2
    /// Swings below this part of the furthest one are overshoot.
    public var leastSwing = 0.4
    /// The same of a shake, which often ends with a small swing.
    public var leastShakeSwing = 0.2

    // MARK: - Eyes

    /// Movement of the iris for each degree of the head's turn, in half widths of the eye: at most this where the eyes stay ahead. Recorded
    /// gestures have −0.011 to −0.003 sideways and −0.004 to 0.001 up and down, where the lids hide a part.
    public var eyesAhead = PerAxis(horizontal: 0.002, vertical: 0.0045)
    /// At least this where they go along. Recorded looks around have 0.005 and more sideways, 0.006 and more up and down.
    public var eyesAlong = PerAxis(horizontal: 0.005, vertical: 0.007)
    /// The iris has jumped with the head if two looks show it this far from rest, in half widths of the eye; with `ahead` and less the eyes may
    /// have stayed. Recorded gestures reach 0.07, recorded looks around 0.23 and more (11° is 0.15).
    public var eyeJump = EyeJump(ahead: 0.1, along: 0.15)
    /// Looks and squares of turns, in degrees², that a judgement needs: with more its standard error is below 0.002.
    public var leastEyeLooks = 2
    /// See `leastEyeLooks`.
    public var leastEyeTurns = 150.0
    /// Smallest turn of the head in which eyes are compared, in degrees.
    public var leastEyeTurn = 3.0
    /// Farthest turn from the camera, in degrees: beyond it the eyes are hidden.
    public var farthestEyeTurn = 42.0
    /// The head is on its way back when it is this part of its furthest turn away.
    public var wayBackOfEyes = 0.75
    /// Eyes may lead the head by this time, in seconds; only before that they are at rest.
    public var eyeLead = 0.4
    /// Looks at the eye at rest, and the time between them in seconds.
    public var restLooks = 2
    /// See `restLooks`.
    public var restLookSpacing = 0.2
    /// Looks that are older than this at the end of the rest say nothing about the movement, in seconds.
    public var eyeMemory = 0.8
    /// A head that turns more slowly than this is still, in degrees a second.
    public var eyeStillSpeed = 12.0
    /// Its speed is measured over intervals of at least this length, in seconds.
    public var eyeStillTime = 0.1
    /// Looks at the eyes during a movement, and the time between them in seconds.
    public var mostEyeLooks = 5
    /// See `mostEyeLooks`.
    public var eyeLookSpacing = 0.19
    /// Looks with less certainty than this are left out.
    public var eyeCertainty = 0.5
    /// An eye whose opening is less than this part of its width is closed or on the way; the iris' place is 4 to 8 times as uncertain then.
    public var closedEye = 0.17

    // MARK: - Holds and rests

    /// Rest at a centre before the head can be held away from it, in seconds.
    public var restAtCenter = 0.9
    /// A hold begins only if the head was near its place for this part of the acceptance time.
    public var arrivalTime = 0.5
    /// Near is within this part of the distance from rest, or within the threshold.
    public var arrivalDistance = 0.3
    /// A head that was found again outside its zone rests there after this many `settleTime`s of stillness.
    public var settleAfterLoss = 3.0
    /// Stay at the previous rest that makes it the rest again, in seconds.
    public var returnStay = 0.4
    /// A previous rest is remembered for this long by a head that merely sits differently now, in seconds.
    public var restMemory = 60.0
    /// A shorter stay at a rest is a visit, in seconds.
    public var visit = 3.0
    /// After this many visits a previous rest is forgotten.
    public var mostVisits = 2
    /// What lies nearer to the previous rest than this part of the way between the two rests is the way back.
    public var returnNearness = 0.5

    // MARK: - Whose face

    /// A face that is found this far from the known rest is somebody else's, in IOD.
    public var strangerDistance = 1.5
    /// The same for its size, as a factor.
    public var strangerScale = 1.4
    /// A head does not jump further than this from one sample to the next, in IOD, plus `jumpSpeed` times the interval.
    public var longestJump = 1.0
    /// In IOD a second.
    public var jumpSpeed = 6.0
    /// Upper limit of the two together, in IOD.
    public var jumpLimit = 2.0
    /// A face that was lost beyond this is a look to the side that hid it, in IOD (29°): the mesh loses a face at about 45°.
    public var lostTurn = 0.6
    /// The face must be found again at this part of `lostTurn` or further.
    public var lostTurnReturn = 0.5

    // MARK: - Speech

    /// Looks at the lips that are nearer to each other are skipped, in seconds.
    public var lipSpacing = 0.15
    /// Lips in speech move one way for about this long, in seconds.
    public var syllable = 0.13
    /// Weight of the newest look in the mean speed.
    public var lipSpeedWeight = 0.3
    /// Weight of the newest look in the mean opening.
    public var lipOpeningWeight = 0.1
    /// The mesh's noise at a closed mouth, in IOD; smaller changes do not count.
    public var lipNoise = 0.015
    /// The mesh's noise at an open mouth, as a part of its opening.
    public var lipNoiseRatio = 0.2
    /// Beyond this mean opening, in IOD, the noise grows with it, and the measured speed is divided accordingly.
    public var openMouth = 0.07
    /// Unseen lips: their mean speed halves in this time, in seconds.
    public var lipMemory = 5.0
    /// The mesh sees false lip movements in a face that is turned further than this, in degrees.
    public var lipYaw = 40.0

    // MARK: - Range calibration

    /// A direction is refused where its reach is below this many times the noise.
    public var rangeMargin = 2.0
    /// Smaller reaches cannot be told from a camera's noise, in IOD.
    public var rangeReach = 0.06
    /// The threshold lies at this part of the way from noise to reach: everyday gestures are smaller than those made on request.
    public var rangeThreshold = 0.45

    public init() {}
}

extension GestureRules {
    /// How long the head may stay in the middle between two opposite swings, in seconds.
    func longestMiddleStay(after swing: Double) -> Double { max(shortestMiddleStay, middleStay * swing) }

    /// A turn by one radian, in IOD: a point 1.2 eye distances in front of the neck's axis moves by that, and so does the
    /// circle through eyes and mouth. With it one threshold fits every ``PointerKind``.
    static let turnLever = 1.2
    /// The nose stands out by half an eye distance; this makes up for the shorter lever.
    static let noseGain = 2.0
    /// Comparisons of times allow for this much rounding, in seconds.
    static let roundoff = 1e-6
}

/// How far the iris goes with the head, in half widths of the eye.
public struct EyeJump: Equatable, Sendable {
    public var ahead: Double
    public var along: Double

    public init(ahead: Double, along: Double) {
        self.ahead = ahead
        self.along = along
    }
}
