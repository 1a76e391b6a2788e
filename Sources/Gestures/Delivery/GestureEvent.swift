/// A recognised gesture or a change of the recogniser's state, with the time at which it was known.
public struct GestureEvent: Equatable, Sendable {
    public typealias StopReason = GestureStopReason

    /// What happened. Distances in IOD, times in seconds, points in pixels of the upright view; of a head that only has angles, in IOD.
    ///
    /// A gesture's size is a distance in IOD for a look and a hold, degrees for a tilt, in the unit of ``ExpressionLimits`` for an expression, the
    /// number of swings for a nod and a shake, the likeness to its template, 0…1, for a taught movement, and 0 for a look at a zone.
    public enum Kind: Equatable, Sendable {
        case faceFound
        case faceLost
        /// Calibration is over; gestures count from now on.
        case trackingStarted(center: CalibrationCenter)
        /// The raw pointer, with every sample while tracking. A head that only has angles moves as if it turned before a camera: 10° are 0.21.
        case pointer(from: HeadPoint, to: HeadPoint, center: HeadPoint)
        /// Discrete: made, and over. `size` is the peak, in the gesture's own measure.
        case recognised(HeadGesture, size: Double, duration: Double)
        /// Continuous: the head has been out, the face so or the gaze on the zone for the acceptance or dwell time.
        case began(HeadGesture, size: Double)
        /// Continuous: the head is still out or tilted, by this much.
        case moved(HeadGesture, size: Double)
        /// Continuous: it is over. Everything that began ends exactly once.
        case ended(HeadGesture, held: Double, reason: StopReason)
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
        case .pointer, .moved: true
        default: false
        }
    }

    /// The gesture that fires with this event: one that has been made, or the beginning of one that lasts.
    public var gesture: HeadGesture? {
        switch self {
        case .recognised(let gesture, _, _), .began(let gesture, _): gesture
        default: nil
        }
    }
}
