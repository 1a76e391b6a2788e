import Gestures
import Pipeline

/// Which of several faces is followed.
extension HeadSwitch {
    /// What somebody asks for who calibrates.
    package enum Choice: Equatable, Sendable {
        /// The largest face; the one that is followed stays if it lives and no other is clearly larger.
        case largest
        /// The next face to the right in the picture, and after the last one the first.
        case next
    }

    /// How much larger another face must be than a living one, and how large at least than one that shows no sign of life. BlazeFace, which
    /// measures the others, sees the eyes about a tenth nearer to each other than the mesh does.
    private static let larger = (living: 1.15, still: 0.4)

    /// Measures the head's rest position again, because somebody asks for it; whose head it is, is decided anew.
    package mutating func calibrate(_ choice: Choice = .largest, at time: Double, _ emit: (ApplianceEvent) -> Void) {
        choosing = choice
        recalibrate(at: time, emit)
    }

    /// Turns to another face if that one should be followed from the next frame on. Never in the middle of a gesture, a hold or a measurement.
    /// - Returns: whether it has turned.
    mutating func turnFrom(_ face: Face, in view: FrameView) throws -> Bool {
        guard face.isCertain, !isMeasuring else { return false }
        if let choice = choosing {
            choosing = nil
            allegiance.choose()
            guard let other = try self.other(than: face, by: choice, in: view) else { return false }
            tracker.turn(to: other)
            return turned()
        }
        let time = view.frame.time, life = tracker.life, isKnown = gate?.knowledge.isSomebody ?? false
        guard mayTurn(from: life, at: time), let pause = allegiance.pause(besides: face, life, isKnown: isKnown, at: time),
              let other = try tracker.look(besides: face, in: view, every: pause), allegiance.prefers(other, to: face, life, isKnown: isKnown, at: time)
        else { return false }
        tracker.turn(to: other)
        return turned()
    }

    /// Whether a face has been found to be the other way up than in the frame before: whatever was measured of it is wrong.
    mutating func isTurnedRound(_ face: Face) -> Bool {
        guard face.isCertain else { return false }
        let former = eyeLine, now = face.leftEye - face.rightEye
        eyeLine = now
        return (former * now).sum() < 0 && recognizer.isFacePresent ? turned() : false
    }

    private mutating func turned() -> Bool {
        losesSight = true
        forgetsRest = true
        return true
    }

    private func mayTurn(from life: LifeSigns, at time: Double) -> Bool {
        if isHeld { return false }
        switch gate?.knowledge {
        case .recognising, .stranger: return false  // the gate looks around by itself
        case nil, .nobody, .recognised, .unavailable: break
        }
        return allegiance.isStill(life, at: time) || recognizer.armedUntil == nil && (recognizer.isInIdleZone || recognizer.isCalibrating)
    }

    private func other(than face: Face, by choice: Choice, in view: FrameView) throws -> Detection? {
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
    var isSomebody: Bool { if case .recognised = self { true } else { false } }
}
