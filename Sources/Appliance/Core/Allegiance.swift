import Pipeline

/// Whose head is followed, where several faces are in view: that of the living person who uses the switch, rather than a picture on the wall, a
/// visitor or a face on a screen.
///
/// A face that has acted, or for which somebody asked by a calibration, is trusted as long as it lives, and nobody takes its place. Where the last
/// trusted one was is home. A face that shows no sign of life gives way to one that does; one that lives without having acted gives way to a living
/// one that is at home or larger.
struct Allegiance {
    /// Seconds without a sign of life: after which another face is looked for, and from which on a face may give way, if it never showed one; after
    /// which one that has shown some counts as still; and after which it is not trusted.
    private static let still = (searched: 2.0, doubted: 4.0, unproven: 10.0, proven: 60.0, trusted: 120.0)
    /// Seconds without a sign of life after which nobody counts as there: of a face that never showed one, and of one that did.
    private static let lifeless = (never: 30.0, since: 600.0)
    /// Seconds between two searches: besides a still face in the first minute, later, and besides a living one that is not at home.
    private static let pauses = (early: 2.0, until: 60.0, late: 4.0, living: 4.0)
    /// Larger by this factor.
    private static let larger = 1.25
    /// How far from home a face may be, in its sizes, and by how much larger or smaller.
    private static let near = (away: 2.0, ratio: 1.6)
    /// Gestures that make a face trusted where another one is at home; seconds for which the first face must live.
    private static let acts = 2, acquaintance = 60.0

    private enum Level { case new, still, living, trusted }

    private var home: (place: PicturePoint, size: Double)?
    private var isTrusted = false
    /// The next face that is seen is the one for which somebody has asked.
    private var isChosen = false
    private var acts = 0
    private var face: Face?
    /// The sight of a face that has not shown a sign of life, if any: when it began, and how long it has lasted.
    private var unproven: (began: Double?, seconds: Double) = (nil, 0)
    /// Seconds of such sights before it, since the last sign of life: a picture that is hidden and shown again is no new face.
    private var unprovenBefore = 0.0

    /// Whether a face counts as nobody, because it has not moved for too long.
    func isLifeless(_ life: LifeSigns, at time: Double) -> Bool {
        if life.areSeen { return life.stillness(at: time) >= Self.lifeless.since }
        let before = unprovenBefore + (life.began == unproven.began ? 0 : unproven.seconds)
        return before + life.stillness(at: time) >= Self.lifeless.never
    }

    /// The face of a frame.
    mutating func follow(_ face: Face?, _ life: LifeSigns, at time: Double) {
        guard let face, face.isCertain else { return }
        self.face = face
        doubt(life, at: time)
        if isChosen {
            isChosen = false
            return trust()
        }
        guard !isTrusted, life.areSeen else { return }
        let isFirst = home == nil && life.began.map { time - $0 >= Self.acquaintance } ?? false
        if isFirst || isAtHome(face.noseTip, face.size) { trust() }
    }

    /// Counts for how long no face has shown a sign of life.
    private mutating func doubt(_ life: LifeSigns, at time: Double) {
        guard !life.areSeen else { return (unproven, unprovenBefore) = ((nil, 0), 0) }
        if life.began != unproven.began { unprovenBefore += unproven.seconds }
        unproven = (life.began, life.stillness(at: time))
    }

    /// The face has made a gesture.
    mutating func act() {
        acts += 1
        if isTrusted || home == nil || acts >= Self.acts { trust() }
    }

    /// Somebody asks for the face that is seen next.
    mutating func choose() { isChosen = true }

    mutating func faceLost() {
        isTrusted = false
        acts = 0
        face = nil
    }

    /// The view is another one. Whether anybody lives there is as doubtful as before.
    mutating func forget() {
        let doubts = (unproven, unprovenBefore)
        self = Allegiance()
        (unproven, unprovenBefore) = doubts
    }

    /// Seconds between two searches for other faces; `nil` if none is needed.
    /// - Parameter isKnown: the face is recognised as a person's who may act.
    func pause(besides face: Face, _ life: LifeSigns, isKnown: Bool, at time: Double) -> Double? {
        switch level(life, isKnown: isKnown, at: time) {
        case .new, .trusted: nil
        case .still: life.stillness(at: time) < Self.pauses.until ? Self.pauses.early : Self.pauses.late
        case .living: home == nil || isAtHome(face.noseTip, face.size) ? nil : Self.pauses.living
        }
    }

    /// Whether the face is so still that it can be in no gesture.
    func isStill(_ life: LifeSigns, at time: Double) -> Bool { level(life, isKnown: false, at: time) == .still }

    /// Whether another face should be followed in place of this one.
    func prefers(_ other: OtherFace, to face: Face, _ life: LifeSigns, isKnown: Bool, at time: Double) -> Bool {
        let isLarger = other.size >= Self.larger * face.size, still = life.stillness(at: time)
        switch level(life, isKnown: isKnown, at: time) {
        case .new, .trusted: return false
        case .still: return other.life.areSeen ? still >= Self.still.doubted : !life.areSeen && isLarger && still >= Self.still.unproven
        case .living: return other.life.areSeen && home != nil && (isLarger || isAtHome(other.noseTip, other.size))
        }
    }

    private func level(_ life: LifeSigns, isKnown: Bool, at time: Double) -> Level {
        let still = life.stillness(at: time)
        guard life.areSeen else { return still >= Self.still.searched ? .still : .new }
        if isTrusted || isKnown, still < Self.still.trusted { return .trusted }
        return still < Self.still.proven ? .living : .still
    }

    private mutating func trust() {
        isTrusted = true
        if let face { home = (face.noseTip, face.size) }
    }

    private func isAtHome(_ place: PicturePoint, _ size: Double) -> Bool {
        guard let home else { return false }
        let away = place - home.place
        return (away * away).sum().squareRoot() <= Self.near.away * home.size && max(size / home.size, home.size / size) <= Self.near.ratio
    }
}
