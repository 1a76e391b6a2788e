/// Receives events as method calls. Every method has an empty default implementation.
///
/// ```swift
/// recognizer.process(sample) { $0.send(to: bell) }
/// ```
///
/// Times are in seconds on the samples' clock, distances in IOD, points in pixels.
public protocol GestureRecognizerDelegate: AnyObject {
    /// A face is seen.
    func didFindFace(at time: Double)
    /// The face has not been seen for the loss time.
    func didLoseFace(at time: Double)
    /// The head did not rest within the calibration's time limit; tracking starts nevertheless. `jump`: its average movement between
    /// samples.
    func didTimeOutCalibrating(jump: Double, at time: Double)
    /// Calibration is over; gestures count from now on.
    func didStartTracking(center: CalibrationCenter, at time: Double)
    /// The raw pointer, with every sample while tracking.
    func didMovePointer(from: HeadPoint, to: HeadPoint, center: HeadPoint, at time: Double)
    /// A discrete gesture was made. `size`: its furthest point, in the gesture's own measure, see ``GestureEvent/Kind``.
    func didRecognise(_ gesture: HeadGesture, size: Double, duration: Double, at time: Double)
    /// A continuous gesture began.
    func didBegin(_ gesture: HeadGesture, size: Double, at time: Double)
    /// A continuous gesture goes on.
    func didKeep(_ gesture: HeadGesture, size: Double, at time: Double)
    /// A continuous gesture ended after `held` seconds.
    func didEnd(_ gesture: HeadGesture, held: Double, reason: GestureEvent.StopReason, at time: Double)
    /// A movement or a look at a zone was not a gesture; only with ``GestureConfiguration/explains``. It lasted from `began` to `ended`.
    func didReject(_ rejection: Rejection, began: Double, ended: Double, at time: Double)
    /// A question has been asked.
    func didArm(until: Double, at time: Double)
    /// A question is over.
    func didAnswer(_ answer: GestureAnswer, at time: Double)
    /// Nothing fires from now on.
    func didPause(at time: Double)
    /// Gestures count again.
    func didResume(at time: Double)
    /// Events of a bounded stream were lost: treat every hold as ended.
    func didLoseEvents(at time: Double)
}

extension GestureRecognizerDelegate {
    public func didFindFace(at time: Double) {}
    public func didLoseFace(at time: Double) {}
    public func didTimeOutCalibrating(jump: Double, at time: Double) {}
    public func didStartTracking(center: CalibrationCenter, at time: Double) {}
    public func didMovePointer(from: HeadPoint, to: HeadPoint, center: HeadPoint, at time: Double) {}
    public func didRecognise(_ gesture: HeadGesture, size: Double, duration: Double, at time: Double) {}
    public func didBegin(_ gesture: HeadGesture, size: Double, at time: Double) {}
    public func didKeep(_ gesture: HeadGesture, size: Double, at time: Double) {}
    public func didEnd(_ gesture: HeadGesture, held: Double, reason: GestureEvent.StopReason, at time: Double) {}
    public func didReject(_ rejection: Rejection, began: Double, ended: Double, at time: Double) {}
    public func didArm(until: Double, at time: Double) {}
    public func didAnswer(_ answer: GestureAnswer, at time: Double) {}
    public func didPause(at time: Double) {}
    public func didResume(at time: Double) {}
    public func didLoseEvents(at time: Double) {}
}

extension GestureEvent {
    /// Calls the delegate's method for this event.
    public func send(to delegate: some GestureRecognizerDelegate) {
        switch kind {
        case .faceFound: delegate.didFindFace(at: time)
        case .faceLost: delegate.didLoseFace(at: time)
        case .calibrationTimedOut(let jump): delegate.didTimeOutCalibrating(jump: jump, at: time)
        case .trackingStarted(let center): delegate.didStartTracking(center: center, at: time)
        case .pointer(let from, let to, let center): delegate.didMovePointer(from: from, to: to, center: center, at: time)
        case .recognised(let gesture, let size, let duration): delegate.didRecognise(gesture, size: size, duration: duration, at: time)
        case .began(let gesture, let size): delegate.didBegin(gesture, size: size, at: time)
        case .moved(let gesture, let size): delegate.didKeep(gesture, size: size, at: time)
        case .ended(let gesture, let held, let reason): delegate.didEnd(gesture, held: held, reason: reason, at: time)
        case .rejected(let rejection): delegate.didReject(rejection, began: began, ended: ended, at: time)
        case .armed(let until): delegate.didArm(until: until, at: time)
        case .answer(let answer): delegate.didAnswer(answer, at: time)
        case .paused: delegate.didPause(at: time)
        case .resumed: delegate.didResume(at: time)
        case .reset: delegate.didLoseEvents(at: time)
        }
    }
}
