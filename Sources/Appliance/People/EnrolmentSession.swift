import People
import Platform

/// An enrolment in progress: the person looks ahead, then turns the head slowly to all sides, and faces are taken from each new angle. The light is
/// measured once, while the head looks ahead: turning changes the shadows, and a camera its exposure, but not the light. Nothing fires meanwhile. It does not decide by itself who sits there: the first face is the person's, and one too far from it is not taken,
/// nor one that is nearer to somebody else who is enrolled.
package struct EnrolmentSession: Sendable {
    /// Seconds: of the first look ahead, between two faces, without a new one until it ends with what there is, and in the dark until it is cancelled.
    private static let rest = 0.7, spacing = 0.35, timeout = 15.0, darkness = 15.0
    /// Seconds without a certain face after which the next one may be another one's.
    private static let gap = 0.5

    /// The person, with the faces so far.
    package private(set) var person: EnrolledPerson
    package let others: [EnrolledPerson]
    private let before: Int
    private var limits: SessionTimeout
    private var lastTaken: Double, lastAsked = -Double.infinity
    /// The first looks ahead, and since when they have been bright enough.
    private var restSince: Double?, rest: [(yaw: Double, pitch: Double, light: FaceLight)] = []
    /// The angles of the look ahead and the light of this enrolment; `nil` until they are measured.
    private var start: (yaw: Double, pitch: Double, light: FaceLight)?
    /// Since when it has been too dark to begin.
    private var darkSince: Double?
    /// The angle of the face that is being read.
    private var pending: EnrolmentAngle?
    private var lastFace: Double?
    /// The face was out of sight, and none since then was near enough to be surely the same person's.
    private var isDoubtful = false
    private var asked: [EnrolmentAngle]?
    private var obstacle: EnrolmentObstacle?
    /// Another face is in the picture.
    package var hasCompany = false
    private var isStopped = false

    package init(_ person: EnrolledPerson, others: [EnrolledPerson], at time: Double) {
        self.person = person
        self.others = others
        before = person.faces.count
        limits = SessionTimeout(faceless: 10, longest: 180, at: time)
        lastTaken = time
    }

    /// Angles of which more faces are wanted in this light, in the order in which they are asked for.
    package var missing: [EnrolmentAngle] {
        EnrolmentAngle.allCases.filter { angle in
            person.faces.filter { $0.angle == angle && (start.map { $0.light }.map($0.light.isLike) ?? true) }.count < angle.count
        }
    }

    /// Whether nothing more will be taken.
    package var isDone: Bool { pending == nil && (isStopped || start != nil && missing.isEmpty || person.faces.count >= EnrolledPerson.mostFaces) }

    package var newCount: Int { person.faces.count - before }

    package func result() -> EnrolmentResult { EnrolmentResult(of: person, new: newCount, missing: missing, others: others) }

    /// Ends it with what there is.
    package mutating func stop() { isStopped = true }

    /// Marks what has been taken so far as invalid.
    package mutating func disturb(_ reason: String) { limits.disturb(reason) }

    /// Looks at the face of a frame.
    /// - Parameters:
    ///   - face: its angles in degrees; `nil` if no face is certain.
    ///   - light: measures the light on it, which costs a little; `nil` if it cannot be measured.
    /// - Returns: the angle from which it could be read; then ``reads(_:_:at:_:)`` follows.
    package mutating func wants(_ face: (yaw: Double, pitch: Double)?, light: () -> FaceLight?, at time: Double, _ emit: (EnrolmentReport) -> Void) -> EnrolmentAngle? {
        guard let face else { return nil }
        limits.see(at: time)
        if let lastFace, time - lastFace > Self.gap { isDoubtful = true }
        lastFace = time
        if hasCompany { return wait(.company, emit) }
        guard pending == nil, !isStopped, person.faces.count < EnrolledPerson.mostFaces else { return nil }
        guard let start else {
            if let light = light() { lookAhead(face, light, at: time, emit) }
            return nil
        }
        guard time - lastAsked >= Self.spacing else { return nil }
        return EnrolmentAngle(yaw: face.yaw - start.yaw, pitch: face.pitch - start.pitch)
    }

    /// Measures the angles and the light of the first look ahead. It begins only where a face can be seen.
    private mutating func lookAhead(_ face: (yaw: Double, pitch: Double), _ light: FaceLight, at time: Double, _ emit: (EnrolmentReport) -> Void) {
        guard light.isEnough else {
            darkSince = darkSince ?? time
            (restSince, rest) = (nil, [])
            _ = wait(.dark, emit)
            return
        }
        darkSince = nil
        rest.append((face.yaw, face.pitch, light))
        guard let restSince else {
            restSince = time
            return ask(emit)
        }
        guard time - restSince >= Self.rest, let light = FaceLight(meanOf: rest.map(\.light)) else { return }
        let count = Double(rest.count)
        start = (rest.map(\.yaw).reduce(0, +) / count, rest.map(\.pitch).reduce(0, +) / count, light)
        lastTaken = time
        rest = []
        ask(emit)
    }

    /// A face goes to the recogniser, unless it is too dark, or there are enough from this angle in this light.
    /// - Returns: whether it goes.
    package mutating func reads(_ angle: EnrolmentAngle, _ light: FaceLight, at time: Double, _ emit: (EnrolmentReport) -> Void) -> Bool {
        lastAsked = time
        guard light.isEnough else {
            _ = wait(.dark, emit)
            return false
        }
        guard missing.contains(angle) else { return false }
        pending = angle
        return true
    }

    /// The recogniser has answered.
    package mutating func hear(_ answer: Result<FaceEmbedding, FaceReaderFailure>, at time: Double, _ emit: (EnrolmentReport) -> Void) {
        guard let angle = pending, let light = start?.light else { return }
        pending = nil
        switch answer {
        case .failure(let failure): disturb(failure.description)
        case .success(let embedding):
            let method = embedding.method, own = embedding.distance(toNearestOf: person.faces.map(\.embedding))
            if let own, isDoubtful ? own > method.limit : own >= method.strangerLimit {
                _ = wait(.unlike, emit)
                return
            }
            if let other = PersonMatch(embedding, among: others.filter { $0.name != person.name }), other.distance <= method.limit,
               other.distance < own ?? .infinity {
                _ = wait(.other(other.name), emit)
                return
            }
            if own != nil { isDoubtful = false }
            person.faces.append(EnrolledPerson.EnrolledFace(embedding, angle, light))
            lastTaken = time
            obstacle = nil
            emit(.took(angle, count: person.faces.count))
            ask(emit)
        }
    }

    /// Why it cannot go on; whether it ends with what there is.
    package func obstacle(at time: Double) -> String? {
        if let darkSince, time - darkSince > Self.darkness { return EnrolmentObstacle.dark.words + ", and begin again" }
        return limits.obstacle(at: time, endsWithLess: newCount > 0)
    }

    /// Whether nothing new has come for so long that it ends with what there is.
    package func isStuck(at time: Double) -> Bool {
        pending == nil && newCount > 0 && (time - lastTaken > Self.timeout || limits.isOver(at: time))
    }

    private mutating func ask(_ emit: (EnrolmentReport) -> Void) {
        let missing = missing
        guard missing != asked, !missing.isEmpty else { return }
        asked = missing
        emit(.asks(missing))
    }

    private mutating func wait(_ reason: EnrolmentObstacle, _ emit: (EnrolmentReport) -> Void) -> EnrolmentAngle? {
        if reason != obstacle {
            obstacle = reason
            emit(.waits(reason))
        }
        return nil
    }
}
