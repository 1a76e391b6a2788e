/// A recognised gesture or a change of the recogniser's state, with the time at which it was known.
public struct GestureEvent: Equatable, Sendable {
    public typealias StopReason = GestureStopReason

    /// What happened. Distances in IOD, times in seconds, points in pixels of the upright view; of a head that only has angles, in IOD.
    public enum Kind: Equatable, Sendable {
        case faceFound
        case faceLost
        /// Calibration is over; gestures count from now on.
        case trackingStarted(center: CalibrationCenter)
        /// The raw pointer, with every sample while tracking. A head that only has angles moves as if it turned before a camera: 10° are 0.21.
        case moved(from: HeadPoint, to: HeadPoint, center: HeadPoint)
        /// Continuous: the head has been out for the acceptance time.
        case lookStarted(HeadDirection, distance: Double)
        /// Continuous: the head is still out, at this distance.
        case lookMoved(HeadDirection, distance: Double)
        /// Continuous: the hold is over. Every `lookStarted` gets exactly one.
        case lookStopped(HeadDirection, held: Double, reason: StopReason)
        /// Discrete: out and back. `distance` is the peak.
        case look(HeadDirection, distance: Double, duration: Double)
        /// A nod ("yes") of `count` swings up and down.
        case nod(count: Int)
        /// A shake ("no") of `count` swings from side to side.
        case shake(count: Int)
        /// The gaze has rested on a zone for its dwell time.
        case gazeStarted(GestureName)
        /// The gaze no longer rests on the zone. Every `gazeStarted` gets exactly one.
        case gazeStopped(GestureName, held: Double, reason: StopReason)
        /// Discrete: tilted towards a shoulder and back. `degrees` is the peak.
        case tilt(Shoulder, degrees: Double, duration: Double)
        /// Continuous: the head has been tilted for the acceptance time.
        case tiltStarted(Shoulder, degrees: Double)
        /// Continuous: the head is still tilted, by this angle.
        case tiltMoved(Shoulder, degrees: Double)
        /// Continuous: the tilt is over. Every `tiltStarted` gets exactly one.
        case tiltStopped(Shoulder, held: Double, reason: StopReason)
        /// Discrete: mouth, lids or brows moved, and back. `size` is the peak: in the unit of
        /// ``ExpressionLimits``.
        case expression(FacialExpression, size: Double, duration: Double)
        /// Continuous: the face has been so for the acceptance time.
        case expressionStarted(FacialExpression, size: Double)
        /// Continuous: it is over. Every `expressionStarted` gets exactly one.
        case expressionStopped(FacialExpression, held: Double, reason: StopReason)
        /// Discrete: a movement that the person has taught. `likeness` to its template, 0…1.
        case taught(GestureName, likeness: Double, duration: Double)
        /// Only with `explains`: a movement or a look at a zone that was refused, and the reason.
        case rejected(Rejection)
        /// The head did not rest within the calibration's time limit; `jump` is its average movement between samples, in IOD. The median of
        /// its last positions becomes the centre, and tracking starts.
        case calibrationTimedOut(jump: Double)
        case paused
        case resumed
        /// A question has been asked; the first nod or shake before `until` is the answer.
        case armed(until: Double)
        /// A question is over.
        case answer(GestureAnswer)
        /// Only in bounded streams: the consumer fell behind and events were lost.
        case reset
    }

    /// When the event was known, in seconds on the samples' own clock.
    public var time: Double
    public var kind: Kind
    /// When the head left its rest, in seconds: the first time for several swings, the beginning of the hold when a hold ends. `time` for
    /// events without a movement.
    public var began: Double
    /// When the head was back, in seconds. `time` for the beginning of a hold, for interrupted movements and without a movement.
    public var ended: Double
    /// The threshold in effect in the movement's direction, in IOD: the configured one, or a larger one if the noise floor requires it. For a
    /// tilt in degrees, for an expression in the unit of its size. `nil` without a movement.
    public var threshold: Double?
    /// What the eyes did during the gesture; `nil` if the gesture has no eye condition.
    public var eyes: EyeBehavior?

    /// - Parameters:
    ///   - time: when the event was known, in seconds.
    ///   - kind: what happened.
    ///   - began: `nil` for `time`.
    ///   - ended: `nil` for `time`.
    ///   - threshold: in IOD; `nil` without a movement.
    public init(time: Double, kind: Kind, began: Double? = nil, ended: Double? = nil, threshold: Double? = nil) {
        self.time = time
        self.kind = kind
        self.began = began ?? time
        self.ended = ended ?? time
        self.threshold = threshold
    }

    init(time: Double, kind: Kind, journey: Journey) {
        self.init(time: time, kind: kind, began: journey.began, ended: journey.ended, threshold: journey.threshold)
    }
}

extension GestureEvent.Kind {
    /// Whether it comes with every sample: the raw pointer, or a hold that goes on.
    public var isMove: Bool {
        switch self {
        case .moved, .lookMoved, .tiltMoved: true
        default: false
        }
    }

    /// The gesture that fires with this event: a look, the beginning of a hold, a nod, a shake, a tilt, an expression, a look at a zone or a taught gesture.
    public var gesture: HeadGesture? {
        switch self {
        case .look(let direction, _, _): .look(direction)
        case .lookStarted(let direction, _): .hold(direction)
        case .nod: .nod
        case .shake: .shake
        case .gazeStarted(let zone): .gaze(zone)
        case .taught(let name, _, _): .taught(name)
        case .tilt(let shoulder, _, _): .tilt(shoulder)
        case .tiltStarted(let shoulder, _): .holdTilt(shoulder)
        case .expression(let expression, _, _): .expression(expression)
        case .expressionStarted(let expression, _): .holdExpression(expression)
        default: nil
        }
    }
}
