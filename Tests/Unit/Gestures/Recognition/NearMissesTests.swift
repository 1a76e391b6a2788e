import Gestures
import Testing
import TestSupport

@Suite("Movements that cannot become a gesture")
struct NearMissesTests {
    private static func rejection(_ verdict: Verdict?) -> Rejection? {
        if case .rejection(let rejection) = verdict?.outcome { rejection } else { nil }
    }

    // MARK: - A head that lingers

    @Test("a head that lingered is told once, when it is back: the furthest of its places, since it left its rest")
    func lingering() throws {
        var head = MovingHead(), misses = NearMisses()
        let first = head.leave(.left, to: 0.13, for: 0.6), left = head.time - 0.6
        misses.linger(first, head.thresholds)
        for distance in [0.17, 0.15] {
            head.rest(0.2)
            misses.linger(head.leave(.left, to: distance, for: 0.6), head.thresholds)
        }
        head.comeBack()
        let told = misses.takeLingered(returningIn: head.rise.step, to: MovingHead.zone)
        let verdict = try #require(told)
        #expect(Self.rejection(verdict) == Rejection(rule: .tooSmall, value: 0.17, bound: 0.18, direction: .left))
        #expect(abs(verdict.journey.began - left) < 0.021 && abs(verdict.journey.ended - head.time) < 0.021 && verdict.journey.threshold == 0.18)
        #expect(misses.takeLingered(returningIn: head.rise.step, to: MovingHead.zone) == nil)
    }

    @Test("one that became another gesture is not told as having lingered")
    func forgotten() {
        var head = MovingHead(), misses = NearMisses()
        misses.linger(head.leave(.up, to: 0.15, for: 0.6), head.thresholds)
        misses.forgetLingering()
        head.comeBack()
        #expect(misses.takeLingered(returningIn: head.rise.step, to: MovingHead.zone) == nil)
    }

    // MARK: - During and after a hold

    @Test("a return in a hold is told if it went at least half of the way from the threshold to the zone", arguments: [
        (nearest: 0.12, isTold: true), (0.139, true), (0.141, false), (0.179, false),
    ])
    func dip(nearest: Double, isTold: Bool) {
        let head = MovingHead()  // zone 0.1, threshold 0.18
        var misses = NearMisses()
        misses.beginHold()
        var told: [Verdict] = []
        for (number, distance) in [0.3, 0.18, 0.17, nearest, 0.175, 0.3, 0.3].enumerated() {
            if let verdict = misses.watchDip(.left, distance, at: Double(number), head.thresholds) { told.append(verdict) }
        }
        #expect(told.compactMap(Self.rejection) == (isTold ? [Rejection(rule: .notEnded, value: nearest, bound: 0.1, direction: .left)] : []))
        #expect(told.allSatisfy { $0.journey == Journey(began: 3, ended: 5, threshold: 0.18) })
    }

    @Test("a new hold knows nothing of a return in the one before")
    func nextHold() {
        let head = MovingHead()
        var misses = NearMisses()
        #expect(misses.watchDip(.left, 0.11, at: 0, head.thresholds) == nil)
        misses.beginHold()
        #expect(misses.watchDip(.left, 0.3, at: 1, head.thresholds) == nil)
    }

    @Test("in a random hold each return is told once, with its nearest point and when that was", arguments: 0..<100)
    func random(seed: Int) {
        var random = SplitMix64(seed)
        let head = MovingHead(), threshold = 0.18, radius = 0.1
        var misses = NearMisses(), below: [(time: Double, distance: Double)] = []
        misses.beginHold()
        for number in 0..<300 {
            let time = Double(number), distance = random.number(0.05...0.25), verdict = misses.watchDip(.up, distance, at: time, head.thresholds)
            guard distance >= threshold else {
                #expect(verdict == nil)
                below.append((time, distance))
                continue
            }
            let nearest = below.min { $0.distance < $1.distance }
            below = []
            guard let nearest, nearest.distance <= (threshold + radius) / 2 else {
                #expect(verdict == nil)
                continue
            }
            #expect(Self.rejection(verdict) == Rejection(rule: .notEnded, value: nearest.distance, bound: radius, direction: .up))
            #expect(verdict?.journey == Journey(began: nearest.time, ended: time, threshold: threshold))
        }
    }

    @Test("a far movement after a hold had not rested; if the head never came into the zone, the hold had not ended", arguments: [
        (reach: 0.3, dip: 0.15, rule: Rejection.Rule.notEnded), (0.3, 0.05, .notRested), (0.3, nil, .notRested), (0.17, 0.15, nil),
    ] as [(reach: Double, dip: Double?, rule: Rejection.Rule?)])
    func afterHold(reach: Double, dip: Double?, rule: Rejection.Rule?) {
        var head = MovingHead(), misses = NearMisses()
        if let dip { #expect(misses.watchDip(.left, dip, at: 0, head.thresholds) == nil) }
        let movement = head.leave(.right, to: reach, isWayOutKnown: false), journey = Journey(began: 1, ended: 2, threshold: 0.18)
        let verdict = misses.afterHold(movement, journey, head.thresholds)
        let expected = rule.map { Rejection(rule: $0, value: $0 == .notEnded ? 0.15 : 0, bound: $0 == .notEnded ? 0.1 : 0.2, direction: .right) }
        #expect(Self.rejection(verdict) == expected && verdict?.journey == rule.map { _ in journey })
        // The next movement knows nothing of that hold.
        let next = misses.afterHold(head.leave(.left, to: 0.3), journey, head.thresholds)
        #expect(Self.rejection(next)?.rule == .notRested)
    }

    // MARK: - After a loss

    @Test("a head that comes to rest after a loss had not rested, if it was seen beyond its threshold meanwhile", arguments: [
        (peak: HeadOffset(left: 0, up: 0.2), since: 1.0, side: HeadDirection.up), (HeadOffset(left: -0.2, up: 0.1), 1, .right),
        (HeadOffset(left: 0.17, up: 0), 1, nil), (nil, 1, nil), (HeadOffset(left: 0, up: 0.2), nil, nil),
    ] as [(peak: HeadOffset?, since: Double?, side: HeadDirection?)])
    func notRested(peak: HeadOffset?, since: Double?, side: HeadDirection?) {
        let head = MovingHead()
        var misses = NearMisses()
        let verdict = misses.comeToRest(peak, since: since, at: 2, head.thresholds)
        #expect(Self.rejection(verdict) == side.map { Rejection(rule: .notRested, value: 0, bound: 0.2, direction: $0) })
        #expect(verdict?.journey == side.map { _ in Journey(began: 1, ended: 2, threshold: 0.18) })
    }

    @Test("a turn in which the face was lost is a look if it was far to a side, and the head comes back the same way in time", arguments: [
        (side: HeadDirection.left, reach: 0.7, back: 0.5, after: 0.5, isLook: true),
        (.right, 0.7, 0.5, 1.3, true),
        (.left, 0.5, 0.5, 0.5, false),  // not far enough
        (.up, 0.7, 0.5, 0.5, false),  // nobody is lost in looking up
        (.left, 0.7, 0.25, 0.5, false),  // found too near to its rest
        (.left, 0.7, -0.5, 0.5, false),  // found on the other side
        (.left, 0.7, 0.5, 1.8, false),  // too late
    ])
    func lostTurn(side: HeadDirection, reach: Double, back: Double, after: Double, isLook: Bool) {
        var head = MovingHead(), misses = NearMisses()
        let movement = head.leave(side, to: reach), left = head.time - 0.4
        misses.loseFace(in: movement, head.configuration.rules)
        let found = MovingHead.pose(side, back).offset
        let verdict = misses.comeToRest(found, since: head.time, at: head.time + after, head.thresholds)
        guard isLook else { return #expect(Self.rejection(verdict)?.rule == .notRested) }
        guard case .gesture(.recognised(.look(side), let distance, let duration)) = verdict?.outcome else { return #expect(Bool(false), "\(String(describing: verdict))") }
        #expect(distance == reach && abs(duration - 0.4 - after) < 0.021 && abs((verdict?.journey.began ?? 0) - left) < 0.021)
        let again = misses.comeToRest(found, since: head.time, at: head.time + after, head.thresholds)
        #expect(Self.rejection(again)?.rule == .notRested, "a look is told once")
    }

    @Test("where looks are off such a turn is told as a movement before which the head had not rested")
    func looksOff() {
        var head = MovingHead { $0.discrete = false }, misses = NearMisses()
        misses.loseFace(in: head.leave(.left, to: 0.7), head.configuration.rules)
        let verdict = misses.comeToRest(HeadOffset(left: 0.5, up: 0), since: head.time, at: head.time + 0.5, head.thresholds)
        #expect(Self.rejection(verdict)?.rule == .notRested)
    }
}
