/// The numbers that decide what is a gesture and have no key in the configuration file. Those with a key are in ``GestureConfiguration``.
///
/// The defaults were measured on recorded people and simulated heads; see docs/lab/gestures.md. Distances are in interocular distances
/// (IOD), times in seconds. They are changed for experiments only, so they are no part of the library; to fit a person, use the keys.
package struct GestureRules: Equatable, Sendable {
    // MARK: - Calibration

    /// The calibration centre is the mean of this many of the last samples. NodKit's value.
    package var centerSamples = 5
    /// At the time limit the centre is the median of at most this many samples: about a second and a half at 20 a second.
    package var medianSamples = 31
    /// After this time the tolerance adapts to the head's own jumps (tremor, athetosis), in seconds.
    package var toleranceAdaptsAfter = 2.0
    /// The adapted tolerance, in average jumps from one sample to the next.
    package var adaptedTolerance = 3.0
    /// Weight of the newest jump in that average.
    package var jumpWeight = 0.1
    /// All samples of a centre lie within this many tolerances of the first one. Many small jumps to one side are a movement.
    package var calibrationSpread = 1.5
    /// Minimum rest of a head that moved during calibration, in seconds: a swinging head stops at either end.
    package var restAfterMovement = 0.7
    /// Time limit of a calibration during a question, in seconds: a new user at a kiosk does not wait.
    package var quickCalibration = 0.5
    /// A nod or shake that leaves the rest sooner than this after a question began before it, in seconds: sprinters react to a shot in
    /// 0.1 s at best (World Athletics' limit for a false start), and a head needs about as long to leave its rest.
    package var leastReaction = 0.2

    /// Of the range calibration.
    package var range = RangeRules()

    // MARK: - Noise floor and effective thresholds

    /// Time constant of the running noise floor, in seconds.
    package var noiseMemory = 5.0
    /// Upper limit of the tremor measured by calibration, in IOD; more than this was a movement.
    package var tremorLimit = 0.15
    /// The idle zone's radius is at least this many times the tremor (root mean square), so that it contains 95 % of it.
    package var tremorFactor = 2.0
    /// Threshold of further swings of a nod or shake, as a fraction of the full threshold, which one swing must reach. Also the hysteresis
    /// of the idle zone: a resting head counts as out at this fraction of its lowest threshold, because at the zone's edge it would cross
    /// back and forth.
    package var swingThreshold = 0.67
    /// A swing of a shake that reaches this many thresholds may take `wideSwingTime` times as long, because slow shakes are wide.
    package var wideSwing = 2.5
    /// See `wideSwing`.
    package var wideSwingTime = 1.8
    /// A head that stays within this fraction of the idle zone's radius is still.
    package var stillness = 0.6

    // MARK: - Sampling and smoothing

    /// Longest interval between two samples that is interpolated, in seconds: 8 samples a second.
    package var longestStep = 0.125
    /// Error of an interpolated time, as a fraction of the sample interval.
    package var timingError = 0.05
    /// Steps below this fraction of the idle zone's radius are noise and do not lengthen a path.
    package var pathStep = 0.4
    /// Slope of the smoothing's cut-off against the speed, in Hz for each IOD a second (one-euro filter, Casiez 2012).
    package var smoothingSlope = 6.0
    /// Cut-off for the speed itself, in Hz.
    package var smoothingSpeedCutoff = 2.0
    /// Longest step of the time from one sample to the next that is believed at once, in seconds.
    package var longestLeap = 3600.0
    /// Smoothing restarts after a gap of this length, in seconds.
    package var smoothingGap = 0.5
    /// Decisions that wait for another swing wait this long for a missing sample, in seconds: at 8 samples a second one may be
    /// lost. Less than `staleTime`.
    package var sampleTimeout = 0.25

    // MARK: - Looks and swings

    /// Minimum rest before a movement out and back, in seconds, unless it follows another.
    package var restBefore = 0.2
    /// A head that stays outside the zone for this long without reaching a threshold rests there, in seconds.
    package var lingering = 0.5
    /// Longest time outside the zone of a look, in units of `discreteMax`: the ways out and back may take as long as the stay.
    package var lookSpan = 2.0
    /// Turning moves the head's position by 0.9 to 1.4 times the turn. The body carried it if this ratio plus `shiftAllowance` is exceeded.
    package var shiftRatio = 2.0
    /// In IOD.
    package var shiftAllowance = 0.15
    /// Turning tilts the head by a third of the angle at most. More than this ratio and than `tiltAllowance` is a tilt to the shoulder.
    package var tiltRatio = 0.7
    /// In radians, about 6°.
    package var tiltAllowance = 0.1
    /// A tilt turns the head by this fraction of its own angle at most; more is a turn.
    package var turnOfTilt = 0.7
    /// A tilt of the neck shifts the head by up to 3 IOD for each radian, because the neck's joints lie that far below the eyes. Leaning
    /// turns the trunk about the hip, 12 IOD below the eyes.
    package var shiftOfTilt = 5.0
    /// Largest change of the head's apparent size while it does not turn, as a factor.
    package var scaleLimit = 1.25
    /// Added to `scaleLimit` for each IOD of turn, because far turns hide a part of the face.
    package var scalePerTurn = 0.3
    /// Minimum outward speed of a reflex, in gesture amplitudes a second.
    package var reflexSpeed = 7.0
    /// A reflex up or down (cough, sneeze) moves the head's position by more than this ratio of the turn, plus `reflexShiftAllowance`.
    package var reflexShiftRatio = 1.6
    /// In IOD.
    package var reflexShiftAllowance = 0.02
    /// Minimum ratio of outward to return speed of a startle; an intended look returns faster.
    package var reflexAsymmetry = 2.3
    /// A swing past rest below this fraction of the movement before is an overshoot.
    package var overshoot = 0.5
    /// Longest time from a movement to the beginning of its overshoot, in seconds.
    package var overshootTime = 0.4
    /// Evidence that looks and holds need, rules yield to, and series count by: log2 of how often an hour ordinary movements have it.
    package var ordinaryRate = 4.5, yieldRate = 2.0, seriesRate = 1.0

    // MARK: - Swings of nods and shakes

    /// Shortest swing of a shake, in seconds: shakes are faster than looks.
    package var shortestShakeSwing = 0.1
    /// Minimum wait for the next swing, in seconds. The head must be still for as long after the last one, but at the calibrated rest only for the second time, its place too.
    package var shortestWait = 0.3, stillAtRest = 0.1
    /// A still head ends its nod or shake this much later than `resolve`, in seconds.
    package var stillnessGrace = 0.1
    /// Time for which the head may stay in the middle between two opposite swings, as a fraction of the swing before.
    package var middleStay = 0.5
    /// Minimum of that time, in seconds: two samples at 10 a second.
    package var shortestMiddleStay = 0.2
    /// Swings of a nod below this fraction of the largest one are overshoot.
    package var leastSwing = 0.4
    /// The same for a shake, which often ends with a small swing.
    package var leastShakeSwing = 0.2

    // MARK: - Eyes

    /// Movement of the iris for each degree of the head's turn, in half widths of the eye: upper limit for eyes that stay ahead. Recorded
    /// gestures have −0.011 to −0.003 sideways and −0.004 to 0.001 up and down, where the lids hide a part.
    package var eyesAhead = PerAxis(horizontal: 0.002, vertical: 0.0045)
    /// Lower limit for eyes that go along. Recorded looks around have 0.005 and more sideways, 0.006 and more up and down.
    package var eyesAlong = PerAxis(horizontal: 0.005, vertical: 0.007)
    /// Eyes that are fixed in the head move by less than this sideways, the mean of both, in half widths for each degree: −0.001 to 0.003
    /// in the turned head of a photograph. Recorded gestures have −0.004 and less.
    package var fixedEyes = 0.002
    /// The iris has jumped with the head if two measurements show it at least `along` from rest, in half widths of the eye; below `ahead`,
    /// and with none of `along`, the eyes may have stayed. Recorded gestures reach 0.07, recorded looks around 0.23 and more (11° is 0.15).
    package var eyeJump = EyeJump(ahead: 0.1, along: 0.15)
    /// Minimum number of measurements, and of the sum of squared turns in degrees²: the standard error is below 0.002 then.
    package var leastEyeLooks = 2
    /// See `leastEyeLooks`.
    package var leastEyeTurns = 150.0
    /// Smallest turn of the head at which the eyes are compared, in degrees.
    package var leastEyeTurn = 3.0
    /// Largest turn away from the camera, in degrees; beyond it the eyes are hidden.
    package var farthestEyeTurn = 42.0
    /// The head is on its way back when its turn falls below this fraction of the largest one.
    package var wayBackOfEyes = 0.75
    /// The eyes may lead the head by this time, in seconds; only before that are they at rest.
    package var eyeLead = 0.4
    /// A look at the eye at rest counts only if the head was this near to where it began to move, in degrees: about the idle zone's radius.
    package var eyeRestTurn = 5.0
    /// Number of measurements of the eye at rest, and the time between them in seconds.
    package var restLooks = 2
    /// See `restLooks`.
    package var restLookSpacing = 0.2
    /// Maximum age of a measurement at the end of the rest, in seconds; an older one says nothing about the movement.
    package var eyeMemory = 0.8
    /// Speed below which the head is still, in degrees a second.
    package var eyeStillSpeed = 12.0
    /// Minimum interval over which that speed is measured, in seconds.
    package var eyeStillTime = 0.1
    /// Maximum number of measurements of the eyes during a movement, of both eyes in turns, and the time between them in seconds.
    package var mostEyeLooks = 8
    /// See `mostEyeLooks`.
    package var eyeLookSpacing = 0.15
    /// The first measurements follow each other sooner, because a quick look is soon on its way back.
    package var firstEyeLooks = 4
    /// See `firstEyeLooks`; in seconds.
    package var firstEyeLookSpacing = 0.06
    /// Minimum certainty of a measurement.
    package var eyeCertainty = 0.5
    /// Ratio of opening to width below which an eye is closed or closing; the iris's position is 4 to 8 times as uncertain then.
    package var closedEye = 0.17
    /// Seconds between measurements of an eye while the range is measured.
    package var rangeEyeSpacing = 0.06
    /// Standard deviation of the eye's sideways position at rest, in half widths of the eye, above which the range calibration does not
    /// rely on the eyes: nystagmus, changing fixation. A person who looks at one thing has 0.01 to 0.03.
    package var unsteadyEye = 0.045

    // MARK: - Holds and rests

    /// Minimum rest at a centre before the head can be held away from it, in seconds.
    package var restAtCenter = 0.9
    /// A hold begins only if the head was near its position for this fraction of the acceptance time.
    package var arrivalTime = 0.5
    /// Near means within this fraction of the distance from rest, or within the threshold.
    package var arrivalDistance = 0.3
    /// A head that was found again outside its zone rests there after this many `settleTime`s of stillness.
    package var settleAfterLoss = 3.0
    /// Length of a stay at the previous rest that makes it the rest again, in seconds.
    package var returnStay = 0.4
    /// How long a previous rest is remembered when the head merely sits differently now, in seconds.
    package var restMemory = 60.0
    /// A shorter stay at a rest is a visit, in seconds.
    package var visit = 3.0
    /// After this many visits a previous rest is forgotten.
    package var mostVisits = 2
    /// A position nearer to the previous rest than this fraction of the distance between the two rests is on the way back.
    package var returnNearness = 0.5

    // MARK: - Identity of the face

    /// A face found this far from the known rest is another person's, in IOD.
    package var strangerDistance = 1.5
    /// The same for its size, as a factor.
    package var strangerScale = 1.4
    /// Longest jump of a head from one sample to the next, in IOD; `jumpSpeed` times the interval is added.
    package var longestJump = 1.0
    /// In IOD a second.
    package var jumpSpeed = 6.0
    /// Upper limit of the sum of the two, in IOD.
    package var jumpLimit = 2.0
    /// A face that was lost beyond this turn was hidden by a look to the side, in IOD (29°): the mesh loses a face at about 45°.
    package var lostTurn = 0.6
    /// The face must be found again at this fraction of `lostTurn` or further out.
    package var lostTurnReturn = 0.5

    // MARK: - Speech

    /// Minimum time between two measurements of the lips, in seconds.
    package var lipSpacing = 0.15
    /// Time for which lips move in one direction in speech, in seconds.
    package var syllable = 0.13
    /// Weight of the newest measurement in the mean speed.
    package var lipSpeedWeight = 0.3
    /// Weight of the newest measurement in the mean opening.
    package var lipOpeningWeight = 0.1
    /// The mesh's noise at a closed mouth, in IOD; smaller changes do not count.
    package var lipNoise = 0.015
    /// The mesh's noise at an open mouth, as a fraction of its opening.
    package var lipNoiseRatio = 0.2
    /// Beyond this mean opening, in IOD, the noise grows with it, and the measured speed is divided accordingly.
    package var openMouth = 0.07
    /// Time in which the mean speed of unseen lips halves, in seconds.
    package var lipMemory = 5.0
    /// Largest turn of the face at which the lips are measured, in degrees; beyond it the mesh sees false movements.
    package var lipYaw = 40.0
    /// Lips that move faster than this many times `quiet_mouth` need no further look.
    package var surelyTalking = 2.0

    // MARK: - Mouth, lids and brows

    /// Number of measurements after which the rest of a part of the face is known.
    package var faceRestLooks = 8
    /// Rest of the mouth: this part of the measurements is more closed. People who talk have it shut or nearly shut for a third of the time.
    package var mouthRestQuantile = 0.3
    /// Largest change of it, in IOD a second.
    package var mouthRestPace = 0.03
    /// Rest of the lids: this part of the measurements is less open. Blinks and looks down close the eyes, nothing opens them as often.
    package var lidRestQuantile = 0.6
    /// Largest change of it a second, in lid openings (0.2 to 0.4 in an open eye).
    package var lidRestPace = 0.02
    /// Rest of the brows: this part of the measurements is lower. Speech raises them now and then.
    package var browRestQuantile = 0.4
    /// Largest change of it a second, in ``HeadSample/brows`` (0.62 at rest).
    package var browRestPace = 0.01
    /// Rest of the mouth's width: this part of the measurements is less wide.
    package var smileRestQuantile = 0.4
    /// Largest change of it a second, in ``HeadSample/smile`` (0.72 at rest).
    package var smileRestPace = 0.02
    /// The face is back when it is below this part of the threshold.
    package var backOfExpression = 0.5
    /// A face that was beyond the threshold stays beyond it down to this part of it: shut lids are near the threshold, with noise.
    package var stayOfExpression = 0.75
    /// Lids that are shut for less than this have blinked, in seconds. Blinks last 0.1 to 0.4 s (Stern, Walrath and Goldstein 1984).
    package var blink = 0.5
    /// Minimum rest of mouth or brows before they move, in seconds: speech and chewing move the mouth several times a second.
    package var mouthRest = 0.6
    /// Mouth or brows must stay at rest for this long afterwards, in seconds.
    package var mouthRestAfter = 0.4
    /// A mouth that still opens this long after it left its rest yawns, in seconds: people open it on purpose within 0.3 s, and a yawn takes
    /// 1 s and more. At least `onset_max`.
    package var longestRise = 0.4
    /// A mouth opens further if its opening grows by more than this part; smaller changes are the mesh's noise.
    package var risingExpression = 0.15
    /// Largest opening of the mouth, beyond the one before, while the brows rise or the mouth smiles, in IOD: teeth show without parting the
    /// lips further, laughs and surprise do.
    package var openingOfExpression = 0.15
    /// Largest turn of the head from its rest during such a gesture, in IOD (14°): turns change what the mesh sees of the face, and
    /// eyes that look down are nearly shut.
    package var turnOfExpression = 0.3
    /// A measurement of the face that is older than this, in seconds, is none; a hold ends.
    package var faceTimeout = 0.45
    /// Interval between measurements while the face is at rest, in seconds; otherwise every frame is measured.
    package var expressionSpacing = 0.1

    package init() {}
}

extension GestureRules {
    /// A turn by one radian, in IOD: the movement of a point 1.2 eye distances in front of the neck's axis, and of the circle through eyes
    /// and mouth. With it one threshold fits every ``PointerKind``.
    static let turnLever = 1.2
    /// The nose stands out by half an eye distance; this compensates for the shorter lever.
    static let noseGain = 2.0
    /// Tolerance of time comparisons for rounding errors, in seconds.
    static let roundoff = 1e-6
}
