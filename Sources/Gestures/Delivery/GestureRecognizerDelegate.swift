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
    func didMove(from: HeadPoint, to: HeadPoint, center: HeadPoint, at time: Double)
    /// A hold began.
    func didStartLooking(_ direction: HeadDirection, distance: Double, at time: Double)
    /// A hold continues.
    func didKeepLooking(_ direction: HeadDirection, distance: Double, at time: Double)
    /// A hold ended after `held` seconds.
    func didStopLooking(_ direction: HeadDirection, held: Double, reason: GestureEvent.StopReason, at time: Double)
    /// A look out and back; `distance` is the furthest point.
    func didLook(_ direction: HeadDirection, distance: Double, duration: Double, at time: Double)
    /// A nod ("yes") of `count` swings up and down.
    func didNod(count: Int, at time: Double)
    /// A shake ("no") of `count` swings from side to side.
    func didShake(count: Int, at time: Double)
    /// The gaze has rested on a zone for its dwell time.
    func didStartGazing(at zone: GestureName, time: Double)
    /// The gaze no longer rests on the zone.
    func didStopGazing(at zone: GestureName, held: Double, reason: GestureEvent.StopReason, time: Double)
    /// A tilt towards a shoulder and back; `degrees` is the furthest point.
    func didTilt(_ shoulder: Shoulder, degrees: Double, duration: Double, at time: Double)
    /// A held tilt began.
    func didStartTilting(_ shoulder: Shoulder, degrees: Double, at time: Double)
    /// A held tilt continues.
    func didKeepTilting(_ shoulder: Shoulder, degrees: Double, at time: Double)
    /// A held tilt ended after `held` seconds.
    func didStopTilting(_ shoulder: Shoulder, held: Double, reason: GestureEvent.StopReason, at time: Double)
    /// Mouth, lids or brows moved, and back; `size` is the furthest point.
    func didExpress(_ expression: FacialExpression, size: Double, duration: Double, at time: Double)
    /// A held expression began.
    func didStartExpressing(_ expression: FacialExpression, size: Double, at time: Double)
    /// A held expression ended after `held` seconds.
    func didStopExpressing(_ expression: FacialExpression, held: Double, reason: GestureEvent.StopReason, at time: Double)
    /// The person made a movement that was taught. `likeness` to its template, 0…1.
    func didMake(_ gesture: GestureName, likeness: Double, duration: Double, at time: Double)
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
    public func didMove(from: HeadPoint, to: HeadPoint, center: HeadPoint, at time: Double) {}
    public func didStartLooking(_ direction: HeadDirection, distance: Double, at time: Double) {}
    public func didKeepLooking(_ direction: HeadDirection, distance: Double, at time: Double) {}
    public func didStopLooking(_ direction: HeadDirection, held: Double, reason: GestureEvent.StopReason, at time: Double) {}
    public func didLook(_ direction: HeadDirection, distance: Double, duration: Double, at time: Double) {}
    public func didNod(count: Int, at time: Double) {}
    public func didShake(count: Int, at time: Double) {}
    public func didStartGazing(at zone: GestureName, time: Double) {}
    public func didStopGazing(at zone: GestureName, held: Double, reason: GestureEvent.StopReason, time: Double) {}
    public func didTilt(_ shoulder: Shoulder, degrees: Double, duration: Double, at time: Double) {}
    public func didStartTilting(_ shoulder: Shoulder, degrees: Double, at time: Double) {}
    public func didKeepTilting(_ shoulder: Shoulder, degrees: Double, at time: Double) {}
    public func didStopTilting(_ shoulder: Shoulder, held: Double, reason: GestureEvent.StopReason, at time: Double) {}
    public func didExpress(_ expression: FacialExpression, size: Double, duration: Double, at time: Double) {}
    public func didStartExpressing(_ expression: FacialExpression, size: Double, at time: Double) {}
    public func didStopExpressing(_ expression: FacialExpression, held: Double, reason: GestureEvent.StopReason, at time: Double) {}
    public func didMake(_ gesture: GestureName, likeness: Double, duration: Double, at time: Double) {}
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
        case .moved(let from, let to, let center): delegate.didMove(from: from, to: to, center: center, at: time)
        case .lookStarted(let direction, let distance): delegate.didStartLooking(direction, distance: distance, at: time)
        case .lookMoved(let direction, let distance): delegate.didKeepLooking(direction, distance: distance, at: time)
        case .lookStopped(let direction, let held, let reason): delegate.didStopLooking(direction, held: held, reason: reason, at: time)
        case .look(let direction, let distance, let duration): delegate.didLook(direction, distance: distance, duration: duration, at: time)
        case .nod(let count): delegate.didNod(count: count, at: time)
        case .shake(let count): delegate.didShake(count: count, at: time)
        case .gazeStarted(let zone): delegate.didStartGazing(at: zone, time: time)
        case .gazeStopped(let zone, let held, let reason): delegate.didStopGazing(at: zone, held: held, reason: reason, time: time)
        case .tilt(let shoulder, let degrees, let duration): delegate.didTilt(shoulder, degrees: degrees, duration: duration, at: time)
        case .tiltStarted(let shoulder, let degrees): delegate.didStartTilting(shoulder, degrees: degrees, at: time)
        case .tiltMoved(let shoulder, let degrees): delegate.didKeepTilting(shoulder, degrees: degrees, at: time)
        case .tiltStopped(let shoulder, let held, let reason): delegate.didStopTilting(shoulder, held: held, reason: reason, at: time)
        case .expression(let expression, let size, let duration): delegate.didExpress(expression, size: size, duration: duration, at: time)
        case .expressionStarted(let expression, let size): delegate.didStartExpressing(expression, size: size, at: time)
        case .expressionStopped(let expression, let held, let reason): delegate.didStopExpressing(expression, held: held, reason: reason, at: time)
        case .taught(let name, let likeness, let duration): delegate.didMake(name, likeness: likeness, duration: duration, at: time)
        case .rejected(let rejection): delegate.didReject(rejection, began: began, ended: ended, at: time)
        case .armed(let until): delegate.didArm(until: until, at: time)
        case .answer(let answer): delegate.didAnswer(answer, at: time)
        case .paused: delegate.didPause(at: time)
        case .resumed: delegate.didResume(at: time)
        case .reset: delegate.didLoseEvents(at: time)
        }
    }
}
