// The delegate form that NodKit's users know: implement what you need, the rest is empty.

/// Receives gestures as method calls. Every method has an empty default.
public protocol GestureRecognizerDelegate {
    /// A face is being seen.
    mutating func didFindFace(at time: Double)
    /// The face has not been seen for the loss time.
    mutating func didLoseFace(at time: Double)
    /// Calibration is over; gestures count from now on.
    mutating func didStartTracking(center: CalibrationCenter, at time: Double)
    /// The raw pointer, every sample while tracking; pixels.
    mutating func didMove(from: Point, to: Point, center: Point, at time: Double)
    /// A hold began; distance in IOD.
    mutating func didStartLooking(_ direction: Direction, distance: Double, at time: Double)
    /// A hold goes on; distance in IOD.
    mutating func didKeepLooking(_ direction: Direction, distance: Double, at time: Double)
    /// A hold ended after `held` seconds.
    mutating func didStopLooking(_ direction: Direction, held: Double, reason: GestureEvent.StopReason, at time: Double)
    /// A stroke out and back; peak distance in IOD, duration in seconds.
    mutating func didLook(_ direction: Direction, distance: Double, duration: Double, at time: Double)
    /// Yes: so many swings up and down.
    mutating func didNod(count: Int, at time: Double)
    /// No: so many swings from side to side.
    mutating func didShake(count: Int, at time: Double)
    /// A question is over.
    mutating func didAnswer(_ answer: Answer, at time: Double)
    /// Nothing fires from now on.
    mutating func didPause(at time: Double)
    /// Gestures count again.
    mutating func didResume(at time: Double)
}

extension GestureRecognizerDelegate {
    public mutating func didFindFace(at time: Double) {}
    public mutating func didLoseFace(at time: Double) {}
    public mutating func didStartTracking(center: CalibrationCenter, at time: Double) {}
    public mutating func didMove(from: Point, to: Point, center: Point, at time: Double) {}
    public mutating func didStartLooking(_ direction: Direction, distance: Double, at time: Double) {}
    public mutating func didKeepLooking(_ direction: Direction, distance: Double, at time: Double) {}
    public mutating func didStopLooking(_ direction: Direction, held: Double, reason: GestureEvent.StopReason,
                                        at time: Double) {}
    public mutating func didLook(_ direction: Direction, distance: Double, duration: Double, at time: Double) {}
    public mutating func didNod(count: Int, at time: Double) {}
    public mutating func didShake(count: Int, at time: Double) {}
    public mutating func didAnswer(_ answer: Answer, at time: Double) {}
    public mutating func didPause(at time: Double) {}
    public mutating func didResume(at time: Double) {}

    /// Calls the method that belongs to an event: `recognizer.process(sample) { delegate.receive($0) }`.
    public mutating func receive(_ event: GestureEvent) {
        let time = event.time
        switch event.kind {
        case .faceFound: didFindFace(at: time)
        case .faceLost: didLoseFace(at: time)
        case .trackingStarted(let center): didStartTracking(center: center, at: time)
        case .moved(let from, let to, let center): didMove(from: from, to: to, center: center, at: time)
        case .lookStarted(let direction, let distance): didStartLooking(direction, distance: distance, at: time)
        case .lookMoved(let direction, let distance): didKeepLooking(direction, distance: distance, at: time)
        case .lookStopped(let direction, let held, let reason):
            didStopLooking(direction, held: held, reason: reason, at: time)
        case .look(let direction, let distance, let duration):
            didLook(direction, distance: distance, duration: duration, at: time)
        case .nod(let count): didNod(count: count, at: time)
        case .shake(let count): didShake(count: count, at: time)
        case .answer(let answer): didAnswer(answer, at: time)
        case .rejected, .calibrationTimedOut, .armed: break  // for those who tune, not for those who use
        case .paused: didPause(at: time)
        case .resumed: didResume(at: time)
        case .reset: break  // belongs to sequences only
        }
    }
}
