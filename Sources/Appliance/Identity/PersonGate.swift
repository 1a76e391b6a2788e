import People
import Platform

/// Decides whether the face that is followed may act. It has no clock and no recogniser: the appliance tells it what it sees, hands on the
/// faces that it wants, and tells it whose they are.
///
/// A face keeps its name as long as it is followed without a break. It is looked at again now and then, and soon after it was out of sight or
/// changed its size, because a tracker may slip onto another face: two far answers in a row take the name away, or four whose median is rather far.
/// A new face is unknown until a recogniser has answered. One near face is enough to be known; it takes two far ones to be a stranger, or four of
/// which the median is rather far, and two near ones to be known after that. What is in between is neither, and so is a face that no recogniser can see.
package struct PersonGate: Sendable {
    package enum Knowledge: Equatable, Sendable {
        case nobody, recognising
        case recognised(String)
        case stranger
        case unavailable
    }

    /// Times in seconds.
    private enum Interval {
        /// After which a face counts as not recognisable.
        static let timeout = 5.0
        /// For another face in the picture to be looked at first, which may be a known one.
        static let lookAround = 0.5
        /// Between two faces of one person: pictures of the same moment are no two witnesses.
        static let spacing = 0.3
        /// Until a face that is not known is looked at again: it doubles from the first to the last.
        static let retry = (first: 1.0, last: 8.0)
        /// Until the face of somebody who is known is looked at again: the recogniser, which is started for it, shall cost little. The least time
        /// between two such looks, however the face flickers or changes its size, and the first pause after looks that say nothing, which doubles.
        static let check = (usual: 60.0, least: 2.0)
        /// Without a certain face, after which the mesh has to settle again.
        static let gap = 0.3
        /// For which the recogniser has failed before a stranger counts as somebody who cannot be recognised.
        static let amnesty = 60.0
    }

    /// A face that has become larger or smaller by this factor may be another one.
    private static let growth = 1.25

    /// Certain frames of a face before it is looked at: the first ones, found coarsely, are cut askew and make a person less like themselves.
    private static let settling = 3

    /// Answers that make a stranger, answers that end being one, and answers whose median decides; else it stays unclear.
    private static let votes = (far: 2, near: 2, all: 4)

    /// The people who may act; empty for everybody.
    package let only: Set<String>
    package let acceptsUnknown: Bool
    package private(set) var knowledge = Knowledge.nobody
    /// The number of the face: another one after each break.
    package private(set) var sighting: Int
    /// Whether another face in the picture should be looked at in place of this one. The caller resets it.
    package var wantsAnother = false
    private var since = 0.0
    private var nextLook = -Double.infinity
    private var pause = Interval.retry.first
    private var near = 0, far = 0
    /// The last distances that were answered.
    private var distances: [Double] = []
    private var obstacle: RecognitionObstacle?
    private var lastReason: RecognitionObstacle?
    private var hasLookedAround = false
    /// Why the answers so far are not clear.
    private var unclear: RecognitionObstacle?
    /// The last face could not act: the next one's rest is measured anew.
    private var leftAsStranger = false
    /// Of somebody who is known: the size when the face was looked at last, and when that was.
    private var size: Double?, lastCheck = 0.0
    private var wasOut = false
    /// Until a known face is looked at again after looks that say nothing.
    private var doubt = Interval.check.least
    /// Certain frames of this face, and when the last one was.
    private var certain = (count: 0, last: -Double.infinity)
    /// Since when the recogniser has failed on a stranger.
    private var failing: Double?

    /// - Parameter previous: the gate whose place it takes: an answer about one of its faces is about none of this one's.
    package init(only: [String], acceptsUnknown: Bool, insteadOf previous: PersonGate? = nil) {
        self.only = Set(only)
        self.acceptsUnknown = acceptsUnknown
        sighting = (previous?.sighting ?? 0) + 1
    }

    package var isAdmitted: Bool {
        if only.isEmpty { return true }
        return switch knowledge {
        case .nobody, .recognising, .stranger: false
        case .recognised: true
        case .unavailable: acceptsUnknown
        }
    }

    /// A face is seen after there was none.
    /// - Returns: whether its rest must be measured anew, because the last one seen here was somebody else's.
    package mutating func faceFound(at time: Double, _ emit: (PersonReport) -> Void) -> Bool {
        certain.count = 0
        begin(at: time, emit)
        defer { leftAsStranger = false }
        return leftAsStranger
    }

    package mutating func faceLost() {
        leftAsStranger = leftAsStranger || knowledge != .nobody && !isAdmitted
        knowledge = .nobody
        wantsAnother = false
        sighting += 1
    }

    private mutating func begin(at time: Double, _ emit: (PersonReport) -> Void) {
        sighting += 1
        knowledge = .recognising
        (since, nextLook, pause) = (time, time, Interval.retry.first)
        (near, far, distances) = (0, 0, [])
        obstacle = nil
        lastReason = nil
        hasLookedAround = false
        unclear = nil
        failing = nil
        emit(.recognising)
    }

    /// The face of a frame: whether it may still be the same one.
    /// - Parameter size: in pixels; `nil` if no face is certain.
    package mutating func follow(_ size: Double?, at time: Double) {
        if size != nil {
            certain = (time - certain.last > Interval.gap ? 1 : certain.count + 1, time)
        }
        guard isKnown else { return }
        guard let size else {
            wasOut = true
            return
        }
        let previous = self.size ?? size
        if self.size == nil { self.size = size }
        guard wasOut || max(size / previous, previous / size) > Self.growth else { return }
        wasOut = false
        self.size = size
        nextLook = min(nextLook, max(time, lastCheck + Interval.check.least))
    }

    /// Whether the recogniser should see the face now.
    /// - Parameter obstacle: why that is of no use.
    package mutating func wantsLook(at time: Double, obstacle: RecognitionObstacle?) -> Bool {
        guard knowledge != .nobody, time >= nextLook else { return false }
        self.obstacle = obstacle ?? (certain.count < Self.settling ? .hidden : nil)
        return self.obstacle == nil
    }

    /// The recogniser gets the face, or could do nothing with it.
    package mutating func looks(at time: Double, obstacle: RecognitionObstacle? = nil) {
        self.obstacle = obstacle
        nextLook = max(nextLook, time + Interval.spacing)
    }

    /// The recogniser has compared the face in view.
    /// - Parameter match: `nil` if it says nothing, because people who may act are not enrolled.
    package mutating func hear(_ match: PersonMatch?, at time: Double, _ emit: (PersonReport) -> Void) {
        guard knowledge != .nobody else { return }
        guard let match else { return fail(.notEnrolled, at: time, emit) }
        failing = nil
        let limit = match.method.limit, isNear = match.distance <= limit, mayAct = only.isEmpty || only.contains(match.name)
        if case .recognised(let name) = knowledge { return check(match, as: name, at: time, emit) }
        distances = distances.suffix(Self.votes.all - 1) + [match.distance]
        if isNear, mayAct {
            near += 1
            let isDoubtful = knowledge == .stranger || knowledge == .unavailable && unclear != nil
            guard !isDoubtful || near >= Self.votes.near else { return }
            knowledge = .recognised(match.name)
            wantsAnother = false
            (size, wasOut) = (nil, false)
            confirm(at: time)
            return emit(.recognised(name: match.name, distance: match.distance, limit: limit))
        }
        near = 0
        if isNear || match.distance >= match.method.strangerLimit { far += 1 }  // near somebody else, or far from everybody
        if knowledge == .stranger || isStranger(by: match.method) {
            waitLonger(at: time)
            wantsAnother = true
            guard knowledge != .stranger else { return }
            knowledge = .stranger
            emit(.stranger(name: isNear ? match.name : nil, distance: match.distance, limit: limit))
        } else if distances.count == Self.votes.all {
            let reason = RecognitionObstacle.unclear(distance: match.distance, limit: limit)
            unclear = reason
            beUnavailable(reason, at: time, emit)
        }
    }

    /// Whether the looks so far are somebody else's: enough far ones, or enough of which the median is rather far.
    private func isStranger(by method: RecognitionMethod) -> Bool {
        far >= Self.votes.far || distances.count == Self.votes.all && Self.median(distances) >= method.strangerMedian
    }

    /// Somebody who is known has been looked at again. Looks that say nothing follow each other like those at a new face, and count like them.
    private mutating func check(_ match: PersonMatch, as name: String, at time: Double, _ emit: (PersonReport) -> Void) {
        lastCheck = time
        let isNear = match.distance <= match.method.limit
        if isNear, match.name == name { return confirm(at: time) }
        if isNear || match.distance >= match.method.strangerLimit { far += 1 }
        distances.append(isNear ? .infinity : match.distance)  // somebody else's is as far as can be
        if isStranger(by: match.method) { return begin(at: time, emit) }
        if distances.count < Self.votes.all {
            nextLook = time + Interval.spacing
        } else {
            distances = []
            nextLook = time + doubt
            doubt = min(2 * doubt, Interval.check.usual)
        }
    }

    /// The face is surely the known person's.
    private mutating func confirm(at time: Double) {
        (far, distances, doubt) = (0, [], Interval.check.least)
        (lastCheck, nextLook) = (time, time + Interval.check.usual)
    }

    /// The recogniser does not work.
    package mutating func fail(_ reason: RecognitionObstacle, at time: Double, _ emit: (PersonReport) -> Void) {
        switch knowledge {
        case .nobody: return
        case .recognised:
            nextLook = time + Interval.retry.last
            return
        case .stranger:
            let since = failing ?? time
            failing = since
            waitLonger(at: time)
            guard acceptsUnknown, time - since >= Interval.amnesty else { return }
        case .recognising, .unavailable: break
        }
        hasLookedAround = true  // without a recogniser no other face can be known either
        beUnavailable(reason, at: time, emit)
    }

    /// Time passes: a face that could not be recognised for long enough counts as such.
    package mutating func advance(to time: Double, _ emit: (PersonReport) -> Void) {
        guard knowledge == .recognising, time - since >= Interval.timeout else { return }
        beUnavailable(unclear ?? obstacle ?? .noAnswer(Interval.timeout), at: time, emit)
    }

    private var isKnown: Bool { if case .recognised = knowledge { true } else { false } }

    private mutating func beUnavailable(_ reason: RecognitionObstacle, at time: Double, _ emit: (PersonReport) -> Void) {
        waitLonger(at: time)
        (near, far, distances) = (0, 0, [])
        guard hasLookedAround else {
            (hasLookedAround, wantsAnother) = (true, true)
            since = time + Interval.lookAround - Interval.timeout
            return
        }
        guard knowledge != .unavailable || reason != lastReason else { return }
        knowledge = .unavailable
        lastReason = reason
        emit(.unavailable(reason: reason, counts: isAdmitted))
    }

    private static func median(_ numbers: [Double]) -> Double {
        let sorted = numbers.sorted(), middle = sorted.count / 2
        return (sorted[(sorted.count - 1) / 2] + sorted[middle]) / 2
    }

    private mutating func waitLonger(at time: Double) {
        nextLook = time + pause
        pause = min(2 * pause, Interval.retry.last)
    }
}
