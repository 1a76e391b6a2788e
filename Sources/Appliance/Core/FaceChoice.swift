import Pipeline

/// Whose head somebody asks for who calibrates.
package enum CalibrationChoice: Equatable, Sendable {
    /// The largest face; the one that is followed stays if it lives and no other is clearly larger.
    case largest
    /// The next face to the right in the picture, and after the last one the first.
    case next
}

/// Which of several faces is followed: the one that ``Allegiance`` prefers, that somebody asks for, or that may be a known person's.
struct FaceChoice {
    /// How much larger another face must be than a living one, and how large at least than one that shows no sign of life. BlazeFace, which
    /// measures the others, sees the eyes about a tenth nearer to each other than the mesh does.
    private static let larger = (living: 1.15, still: 0.4)
    /// Seconds for which a face that was looked at in vain is not looked at again, and its distance from another one, in IOD.
    private static let memory = 12.0, apart = 1.5

    /// What the switch does at the moment, on which it depends whether it may turn to another face.
    struct Situation {
        /// Whose face it is; `nil` if nothing depends on that.
        var knowledge: PersonGate.Knowledge?
        var isMeasuring = false, isHeld = false
        /// The head is not in the middle of a movement, and no question is asked.
        var isAtRest = false
    }

    var allegiance = Allegiance()
    /// Somebody has asked for a face: the next frame decides which.
    var asked: CalibrationChoice?
    /// The places of faces that were looked at in vain, and when.
    private var strangers: [(place: PicturePoint, size: Double, time: Double)] = []

    /// Turns to another face if that one should be followed from the next frame on. Never in the middle of a gesture, a hold or a measurement.
    /// - Returns: whether it has turned.
    mutating func turns(from face: Face, in view: FrameView, _ tracker: FaceTracker, _ situation: Situation) throws -> Bool {
        guard face.isCertain, !situation.isMeasuring else { return false }
        if let asked {
            self.asked = nil
            allegiance.choose()
            guard let other = try other(than: face, by: asked, in: view, tracker) else { return false }
            tracker.turn(to: other)
            return true
        }
        let time = view.frame.time, life = tracker.life, isKnown = situation.knowledge?.isSomebody ?? false
        guard mayTurn(situation, from: life, at: time), let pause = allegiance.pause(besides: face, life, isKnown: isKnown, at: time),
              let other = try tracker.look(besides: face, in: view, every: pause), allegiance.prefers(other, to: face, life, isKnown: isKnown, at: time)
        else { return false }
        tracker.turn(to: other)
        return true
    }

    /// Follows another face that has not been looked at in vain lately, from the next frame on: it may be a known person's.
    /// - Returns: whether there is one.
    mutating func turnsToUnknown(besides face: Face, in view: FrameView, _ tracker: FaceTracker) throws -> Bool {
        let time = view.frame.time
        strangers.removeAll { time - $0.time > Self.memory || time < $0.time }
        strangers.append((face.noseTip, PersonGate.distance(face.leftEye, face.rightEye), time))
        let other = try tracker.others(than: face, in: view).first { other in
            PersonGate.distance(other.leftEye, other.rightEye) >= PersonGate.least
                && !strangers.contains { PersonGate.distance($0.place, other.noseTip) < Self.apart * $0.size }
        }
        guard let other else { return false }
        tracker.turn(to: other)
        return true
    }

    private func mayTurn(_ situation: Situation, from life: LifeSigns, at time: Double) -> Bool {
        if situation.isHeld { return false }
        switch situation.knowledge {
        case .recognising, .stranger: return false  // the gate looks around by itself
        case nil, .nobody, .recognised, .unavailable: return allegiance.isStill(life, at: time) || situation.isAtRest
        }
    }

    private func other(than face: Face, by choice: CalibrationChoice, in view: FrameView, _ tracker: FaceTracker) throws -> Detection? {
        let others = try tracker.others(than: face, in: view, thoroughly: true)
        switch choice {
        case .largest:
            let least = face.size * (tracker.life.areSeen ? Self.larger.living : Self.larger.still)
            return others.filter { $0.size >= least }.max { $0.size < $1.size }
        case .next:
            let ordered = others.sorted { $0.noseTip.x < $1.noseTip.x }
            return ordered.first { $0.noseTip.x > face.noseTip.x } ?? ordered.first
        }
    }
}

extension PersonGate.Knowledge {
    /// Whether it is known whose face it is.
    fileprivate var isSomebody: Bool { if case .recognised = self { true } else { false } }
}
