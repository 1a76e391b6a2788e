import Gestures
import People
import Pipeline

/// Whose head it is.
extension HeadSwitch {
    /// Seconds for which a face that was looked at in vain is not looked at again, and its distance from another one, in IOD.
    private static let memory = 12.0, apart = 1.5
    /// Least eye distance and largest angles of a face that can be recognised, in pixels and degrees.
    private static let least = 24.0, turned = (yaw: 30.0, pitch: 25.0)

    /// Cuts the chip of a face that should be recognised now.
    /// - Returns: the face's number, for the answer; `nil` if there is nothing to recognise.
    package mutating func wantsRecognition(of face: Face?, in view: FrameView, into chip: inout FaceChip) -> Int? {
        let time = view.frame.time
        guard enrolling == nil, let face, gate?.wantsLook(at: time, obstacle: Self.obstacle(face)) == true, chip.cut(face, from: view) else { return nil }
        let isDark = !FaceLight(chip).isEnough
        gate?.looks(at: time, obstacle: isDark ? .dark : nil)
        return isDark ? nil : gate?.sighting
    }

    /// The recogniser has answered.
    /// - Parameters:
    ///   - people: those who are enrolled.
    ///   - sighting: the number of the face that it got.
    package mutating func hear(_ answer: Result<FaceEmbedding, FaceReaderFailure>, among people: [EnrolledPerson], about sighting: Int, at time: Double,
                               _ emit: (ApplianceEvent) -> Void) {
        guard let only = gate?.only, gate?.sighting == sighting else { return }
        switch answer {
        case .success(let face): gate?.hear(PersonMatch(face, among: people, only: only), at: time) { emit(.person(time: time, $0)) }
        case .failure(let failure): gate?.fail(failure.description, at: time) { emit(.person(time: time, $0)) }
        }
        advance(to: time, emit)  // admits or dismisses the person
    }

    /// Starts or ends an enrolment: held outputs end, and the rest position is measured again.
    mutating func enrol(_ session: EnrolmentSession?, at time: Double, _ emit: (ApplianceEvent) -> Void) {
        enrolling = session
        recalibrate(at: time, emit)
    }

    /// Follows another face that has not been looked at in vain lately, from the next frame on.
    /// - Returns: whether there is one.
    mutating func lookAtAnother(than face: Face, in view: FrameView) throws -> Bool {
        gate?.wantsAnother = false
        let time = view.frame.time
        strangers.removeAll { time - $0.time > Self.memory || time < $0.time }
        strangers.append((face.noseTip, Self.size(face.leftEye, face.rightEye), time))
        let other = try tracker.others(than: face, in: view).first { other in
            Self.size(other.leftEye, other.rightEye) >= Self.least && !strangers.contains { Self.size($0.place, other.noseTip) < Self.apart * $0.size }
        }
        guard let other else { return false }
        tracker.turn(to: other)
        losesSight = true
        return true
    }

    /// Lets outputs follow whose face is seen.
    func followPerson(at now: Double) {
        let knowledge = gate?.knowledge
        outputs.set(.recognising, knowledge == .recognising, at: now)
        if case .recognised = knowledge { outputs.set(.recognised, true, at: now) } else { outputs.set(.recognised, false, at: now) }
        outputs.set(.stranger, knowledge == .stranger, at: now)
        outputs.set(.recognitionUnavailable, knowledge == .unavailable, at: now)
    }

    /// Tells the gate of the face in a frame. Turning or nodding makes only one of its two measures smaller.
    mutating func followPerson(_ face: Face?, at time: Double) {
        gate?.follow(face.flatMap { face in
            face.isCertain ? max(Self.size(face.leftEye, face.rightEye), Self.size((face.leftEye + face.rightEye) / 2, face.mouth)) : nil
        }, at: time)
    }

    private static func obstacle(_ face: Face) -> PersonGate.Obstacle? {
        guard face.isCertain, let pose = face.pose else { return .hidden }
        if size(face.leftEye, face.rightEye) < least { return .far }
        return abs(pose.yaw) > turned.yaw || abs(pose.pitch) > turned.pitch ? .turned : nil
    }

    private static func size(_ a: PicturePoint, _ b: PicturePoint) -> Double { ((a - b) * (a - b)).sum().squareRoot() }
}

extension PersonGate {
    /// - Returns: `nil` if nothing depends on who is seen.
    package init?(_ configuration: Configuration, insteadOf former: PersonGate? = nil) {
        guard configuration.recognisesPeople else { return nil }
        self.init(only: configuration.person.only, acceptsUnknown: configuration.person.unknown == .accept, insteadOf: former)
    }
}
