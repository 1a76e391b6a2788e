import Gestures
import Wire

extension EventBody {
    /// What the recogniser has found.
    package init(_ event: GestureEvent) {
        switch event.kind {
        case .faceFound: self = .faceFound
        case .faceLost: self = .faceLost
        case .trackingStarted(let center): self = .trackingStarted(TrackingRecord(center: PointRecord(center.position), iod: center.interocularDistance))
        case .moved(let from, let to, let center): self = .pointer(PointerRecord(from: PointRecord(from), to: PointRecord(to), center: PointRecord(center)))
        case .rejected(let rejection): self = .rejected(RejectedRecord(rejection))
        case .calibrationTimedOut(let jump): self = .calibrationTimedOut(UnrestRecord(jump: jump))
        case .paused: self = .paused
        case .resumed: self = .resumed
        case .armed(let until): self = .armed(ArmedRecord(until: until))
        case .answer(let answer): self = .answer(AnswerRecord(value: answer.rawValue))
        case .reset: self = .reset
        default: self = GestureRecord(event).map(EventBody.gesture) ?? .reset
        }
    }
}

extension PointRecord {
    fileprivate init(_ point: HeadPoint) { self.init(x: point.x, y: point.y) }
}

extension GestureRecord {
    /// - Returns: `nil` for an event that is not a gesture's.
    package init?(_ event: GestureEvent) {
        let began = event.began < event.time ? event.began : nil
        switch event.kind {
        case .look(let way, let far, let time): self.init(.recognised, .look(way), began: began, size: far, duration: time)
        case .lookStarted(let way, let far): self.init(.began, .hold(way), began: began, size: far)
        case .lookMoved(let way, let far): self.init(.moved, .hold(way), size: far)
        case .lookStopped(let way, let time, let why): self.init(.ended, .hold(way), held: time, reason: why)
        case .tilt(let side, let far, let time): self.init(.recognised, .tilt(side), began: began, size: far, duration: time)
        case .tiltStarted(let side, let far): self.init(.began, .holdTilt(side), began: began, size: far)
        case .tiltMoved(let side, let far): self.init(.moved, .holdTilt(side), size: far)
        case .tiltStopped(let side, let time, let why): self.init(.ended, .holdTilt(side), held: time, reason: why)
        case .expression(let what, let far, let time): self.init(.recognised, .expression(what), began: began, size: far, duration: time)
        case .expressionStarted(let what, let far): self.init(.began, .holdExpression(what), began: began, size: far)
        case .expressionStopped(let what, let time, let why): self.init(.ended, .holdExpression(what), held: time, reason: why)
        case .gazeStarted(let zone): self.init(.began, .gaze(zone), began: began)
        case .gazeStopped(let zone, let time, let why): self.init(.ended, .gaze(zone), held: time, reason: why)
        case .taught(let name, let how, let time): self.init(.recognised, .taught(name), began: began, duration: time, likeness: how)
        case .nod(let swings): self.init(.recognised, .nod, began: began, count: swings)
        case .shake(let swings): self.init(.recognised, .shake, began: began, count: swings)
        default: return nil
        }
    }
}
