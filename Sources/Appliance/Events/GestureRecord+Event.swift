import Gestures
import Wire

extension EventBody {
    /// What the recogniser has found.
    package init(_ event: GestureEvent) {
        switch event.kind {
        case .faceFound: self = .faceFound
        case .faceLost: self = .faceLost
        case .trackingStarted(let center): self = .trackingStarted(TrackingRecord(center: PointRecord(center.position), iod: center.interocularDistance))
        case .pointer(let from, let to, let center): self = .pointer(PointerRecord(from: PointRecord(from), to: PointRecord(to), center: PointRecord(center)))
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
        case .recognised(let gesture, let size, let duration):
            switch gesture {
            case .nod, .shake: self.init(.recognised, gesture, began: began, count: Int(size))
            case .taught: self.init(.recognised, gesture, began: began, duration: duration, likeness: size)
            default: self.init(.recognised, gesture, began: began, size: size, duration: duration)
            }
        case .began(.gaze(let zone), _): self.init(.began, .gaze(zone), began: began)
        case .began(let gesture, let size): self.init(.began, gesture, began: began, size: size)
        case .moved(let gesture, let size): self.init(.moved, gesture, size: size)
        case .ended(let gesture, let held, let reason): self.init(.ended, gesture, held: held, reason: reason)
        default: return nil
        }
    }
}
