import Platform

/// Decides whether the face that is followed may act. It has no clock and no recogniser: the appliance tells it what it sees, hands on the
/// faces that it wants, and tells it whose they are.
///
/// A face keeps its name as long as it is followed without a break. A new one is unknown until a recogniser has answered. One near face is
/// enough to be known; it takes two far ones to be a stranger, and two near ones to be known after that. What is in between is neither, and
/// so is a face that no recogniser can see.
package struct PersonGate: Sendable {
    package enum Knowledge: Equatable, Sendable {
        case nobody, recognising
        case recognised(String)
        case stranger
        case unavailable
    }

    /// Why a face is not shown to the recogniser.
    package enum Obstacle: String, Sendable {
        case dark = "the face is too dark"
        case far = "the face is too far away"
        case turned = "the face is turned away"
        case hidden = "the face is not seen clearly"
    }

    /// Times in seconds.
    private enum Interval {
        /// After which a face counts as not recognisable.
        static let patience = 5.0
        /// For another face in the picture to be looked at first, which may be a known one.
        static let lookAround = 0.5
        /// Between two faces of one person: pictures of the same moment are no two witnesses.
        static let spacing = 0.3
        /// Until a face that is not known is looked at again: it doubles from the first to the last.
        static let retry = (first: 1.0, last: 8.0)
    }

    /// Answers that make a stranger, answers that end being one, and answers after which it stays unclear.
    private static let votes = (far: 2, near: 2, all: 4)

    /// The people who may act; empty for everybody.
    package let only: Set<String>
    package let acceptsUnknown: Bool
    package private(set) var knowledge = Knowledge.nobody
    /// The number of the face: another one after each break.
    package private(set) var sighting = 0
    /// Whether another face in the picture should be looked at in place of this one. The caller resets it.
    package var wantsAnother = false
    private var since = 0.0
    private var nextLook = -Double.infinity
    private var pause = Interval.retry.first
    private var near = 0, far = 0, answers = 0
    private var obstacle: Obstacle?
    private var lastReason = ""
    private var hasLookedAround = false
    /// Why the answers so far are not clear.
    private var unclear: String?
    /// The last face could not act: the next one's rest is measured anew.
    private var leftAsStranger = false

    package init(only: [String], acceptsUnknown: Bool) {
        self.only = Set(only)
        self.acceptsUnknown = acceptsUnknown
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
        (near, far, answers) = (0, 0, 0)
        obstacle = nil
        lastReason = ""
        hasLookedAround = false
        unclear = nil
        emit(.recognising)
    }

    /// Whether the recogniser should see the face now.
    /// - Parameter obstacle: why that is of no use.
    package mutating func wantsLook(at time: Double, obstacle: Obstacle?) -> Bool {
        switch knowledge {
        case .nobody, .recognised: return false
        case .recognising, .stranger, .unavailable: break
        }
        guard time >= nextLook else { return false }
        self.obstacle = obstacle
        return obstacle == nil
    }

    /// The recogniser gets the face, or could do nothing with it.
    package mutating func looks(at time: Double, obstacle: Obstacle? = nil) {
        self.obstacle = obstacle
        nextLook = max(nextLook, time + Interval.spacing)
    }

    /// The recogniser has compared the face in view.
    /// - Parameter match: `nil` if nobody is enrolled.
    package mutating func hear(_ match: PersonMatch?, at time: Double, _ emit: (PersonReport) -> Void) {
        guard knowledge != .nobody, !isKnown else { return }
        guard let match else { return fail("nobody is enrolled for it: nodline enrol NAME", at: time, emit) }
        let limit = match.method.limit, isNear = match.distance <= limit, mayAct = only.isEmpty || only.contains(match.name)
        answers += 1
        if isNear, mayAct {
            near += 1
            guard knowledge != .stranger || near >= Self.votes.near else { return }
            knowledge = .recognised(match.name)
            wantsAnother = false
            return emit(.recognised(name: match.name, distance: match.distance, limit: limit))
        }
        near = 0
        if isNear || match.distance >= match.method.strangerLimit { far += 1 }
        if far >= Self.votes.far {
            waitLonger(at: time)
            wantsAnother = true
            guard knowledge != .stranger else { return }
            knowledge = .stranger
            emit(.stranger(name: isNear ? match.name : nil, distance: match.distance, limit: limit))
        } else if answers >= Self.votes.all {
            let words = "the face is neither like nor unlike enough (\(NumberFormat.text(match.distance, decimals: 2)); the limit is "
                + "\(NumberFormat.text(limit, decimals: 2)))"
            unclear = words
            beUnavailable(words, at: time, emit)
        }
    }

    /// The recogniser does not work.
    package mutating func fail(_ reason: String, at time: Double, _ emit: (PersonReport) -> Void) {
        guard knowledge != .nobody, !isKnown, knowledge != .stranger else { return }
        hasLookedAround = true  // without a recogniser no other face can be known either
        beUnavailable(reason, at: time, emit)
    }

    /// Time passes: a face that could not be recognised for long enough counts as such.
    package mutating func advance(to time: Double, _ emit: (PersonReport) -> Void) {
        guard knowledge == .recognising, time - since >= Interval.patience else { return }
        beUnavailable(unclear ?? obstacle?.rawValue ?? "there was no answer for \(Interval.patience.shortest) s", at: time, emit)
    }

    private var isKnown: Bool { if case .recognised = knowledge { true } else { false } }

    private mutating func beUnavailable(_ reason: String, at time: Double, _ emit: (PersonReport) -> Void) {
        waitLonger(at: time)
        (near, far, answers) = (0, 0, 0)
        guard hasLookedAround else {
            (hasLookedAround, wantsAnother) = (true, true)
            since = time + Interval.lookAround - Interval.patience
            return
        }
        guard knowledge != .unavailable || reason != lastReason else { return }
        knowledge = .unavailable
        lastReason = reason
        emit(.unavailable(reason: reason, counts: isAdmitted))
    }

    private mutating func waitLonger(at time: Double) {
        nextLook = time + pause
        pause = min(2 * pause, Interval.retry.last)
    }
}
