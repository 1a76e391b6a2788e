/// The rule that a movement broke, with measured value and limit.
public struct Rejection: Equatable, Sendable {
    /// A rule that every gesture must satisfy.
    public enum Rule: String, CaseIterable, Sendable {
        /// It did not reach the threshold (IOD; degrees for a tilt; the size of an expression).
        case tooSmall = "too-small"
        /// It left its axis (off-axis component as a fraction of the larger one).
        case offAxis = "off-axis"
        /// It went to several directions before it came back.
        case severalDirections = "several-directions"
        /// It was back too soon: a twitch (seconds).
        case tooShort = "too-short"
        /// It stayed beyond its threshold, or outside the idle zone, too long for a look (seconds).
        case tooLong = "too-long"
        /// From the idle zone to the threshold took too long (seconds): a slow turn.
        case crept
        /// Its path was not straight (path efficiency).
        case wandering
        /// The head moved as a whole rather than turned (IOD).
        case carried
        /// It went out much faster than it came back, as a startle does (ratio of the speeds).
        case startled
        /// The head tilted to a shoulder (radians).
        case tilted
        /// The head came nearer or went back (ratio of the sizes).
        case leaned
        /// The head had not rested before (seconds).
        case notRested = "not-rested"
        /// The head swung a little past rest on its way back from another movement (IOD).
        case rebound
        /// The lips moved as in speech (IOD a second).
        case talking
        /// The lids were shut for no longer than a blink (seconds).
        case blinked
        /// The mouth opened for as long as in a yawn (seconds).
        case yawned
        /// The mouth opened with brows or smile, as in a laugh, in surprise or in a yawn (IOD).
        case opened
        /// The head was turned away while the face moved (IOD).
        case turned
        /// The eyes moved with the head, as when the user looks there (movement of the iris for each degree, in half eye widths).
        case eyesAlong = "eyes-along"
        /// The eyes stayed on their target, but the gesture requires eyes that go along (movement of the iris for each degree, in half eye
        /// widths).
        case eyesAhead = "eyes-ahead"
        /// The eyes were seen, but neither stayed clearly nor went along clearly (movement of the iris for each degree, in half eye widths).
        case eyesUnclear = "eyes-unclear"
        /// The eyes could not be seen, and the configuration refuses that.
        case eyesUnknown = "eyes-unknown"
        /// The gaze left the zone before its dwell time was over (seconds).
        case notDwelt = "not-dwelt"
        /// The gaze wandered within the zone, as in reading (seconds).
        case wandered
        /// It is more like ordinary movements than like gestures (points).
        case unlikely
        /// Several quick swings that are neither a nod nor a shake (their number).
        case restless
        /// Too many gestures in a short time (their number).
        case burst
        /// It was beyond the threshold for less than the acceptance time, and looks are switched off (seconds).
        case notHeld = "not-held"
        /// A hold had not ended when it came: the head had come back, but not into the idle zone (IOD).
        case notEnded = "not-ended"
        /// The head did not come back: it rests outside the idle zone, or moves about there (IOD).
        case notBack = "not-back"
        /// Swings of a nod or a shake, but too few, and looks are switched off (their number).
        case tooFew = "too-few"
        /// The head went back to where it had rested before (IOD from there).
        case cameBack = "came-back"
        /// The same gesture came again too soon (seconds).
        case repeated
        /// It is unlike the taught movement (likeness, 0…1).
        case tooDifferent = "too-different"
        /// It took longer than the taught movement may (seconds).
        case tooSlow = "too-slow"
        /// It was over sooner than the taught movement may be (seconds).
        case tooQuick = "too-quick"
        /// It was smaller than the taught movement may be (part of its size).
        case tooWeak = "too-weak"
        /// It was larger than the taught movement may be (part of its size).
        case tooStrong = "too-strong"
        /// The head moved on instead of resting after it (part of the taught movement's size).
        case movedOn = "moved-on"
        /// This kind of gesture is switched off.
        case off
        /// The face was lost, frames stopped, tracking paused or recalibrated before it was decided.
        case interrupted
    }

    public var rule: Rule
    /// The measured value.
    public var value: Double
    /// The limit: a minimum or a maximum.
    public var bound: Double
    /// The direction of the movement, if one was clear.
    public var direction: HeadDirection?
    /// The zone that was looked at, if it was a look at one.
    public var zone: GestureName?
    /// The shoulder, if it was a tilt. Then angles are in degrees.
    public var shoulder: Shoulder?
    /// The expression, if it was one.
    public var expression: FacialExpression?
    /// The taught gesture, if it was like one.
    public var taught: GestureName?
    /// The sum behind ``Rule/unlikely``.
    public var points: PointSum?
    /// The setting with which the movement would have passed this rule, if there is one.
    public var remedy: Remedy?

    public init(rule: Rule, value: Double, bound: Double, direction: HeadDirection? = nil, remedy: Remedy? = nil) {
        self.rule = rule
        self.value = value
        self.bound = bound
        self.direction = direction
        self.remedy = remedy
    }

    /// The gesture of the movement, out and back; `nil` if it was none in particular.
    public var gesture: HeadGesture? {
        get {
            taught.map(HeadGesture.taught) ?? zone.map(HeadGesture.gaze) ?? shoulder.map(HeadGesture.tilt) ?? expression.map(HeadGesture.expression)
                ?? direction.map(HeadGesture.look)
        }
        set {
            (direction, zone, shoulder, expression, taught) = (nil, nil, nil, nil, nil)
            switch newValue {
            case .look(let way): direction = way
            case .gaze(let name): zone = name
            case .tilt(let side): shoulder = side
            case .expression(let what): expression = what
            case .taught(let name): taught = name
            case .hold, .nod, .shake, .holdTilt, .holdExpression, nil: break
            }
        }
    }
}
