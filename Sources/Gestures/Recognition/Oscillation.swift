/// Finds nods and shakes as oscillations about a rest, independently of the calibration centre.
///
/// It keeps the head's path since it was last still. When the head is still again, swings are counted about the places where it may have
/// rested: the present place, the first one, and the centre; about the centre soonest.
struct Oscillation: Sendable {
    /// A point of the path, relative to the place where the face was first seen.
    struct Moment {
        var time: Double
        var pose: Pose
    }

    /// Maximum number of samples of the path.
    private static let most = 256

    private var reference: CalibrationCenter?
    private var filter = PoseFilter()
    private var stillness = StillnessDetector()
    private var placeStillness = StillnessDetector()
    private var way: [Moment] = []
    /// Scratch memory for the swings of a path, so that counting them does not allocate.
    private var swings: [Swing] = []
    /// The calibrated rest, relative to the same place.
    private(set) var rest: HeadOffset?
    /// Increases when the place changes to which poses are relative.
    private(set) var generation = 0
    /// Nothing counts until the head is still, because a movement was interrupted.
    private var isBarred = false
    /// A nod or a shake was told, and it may go on: the head has not been still for long enough since.
    private var mayGoOn = false
    /// Whether the path begins at a place where the head was still.
    private var beganCalm = false
    /// A nod or a shake that began earlier is not one, in seconds: a question was asked then.
    private var earliest = -Double.infinity
    /// When the path was last interrupted, in seconds.
    private var restarted = -Double.infinity

    init() {
        way.reserveCapacity(Self.most)
        swings.reserveCapacity(Self.most / 2)
    }

    /// Discards the path; later samples belong to another movement.
    mutating func restart() {
        restarted = way.last?.time ?? restarted
        discard()
    }

    private mutating func discard() {
        if way.count > 1 { way.removeSubrange(0..<(way.count - 1)) }
        beganCalm = false
    }

    /// A nod or a shake was told before it was certain that no swing follows.
    mutating func told() {
        discard()
        mayGoOn = true
    }

    /// Discards the path up to `time`, because it was another gesture.
    mutating func forget(until time: Double) {
        way.removeAll { $0.time < time }
        beganCalm = false
    }

    /// Discards the path so far and its continuation: a nod that has begun is over when the head is still.
    mutating func end(_ rules: GestureRules) {
        restart()
        isBarred = isBarred || !stillness.lasts(rules.restBefore, at: way.last?.time ?? 0)
    }

    /// A question is asked: discards a nod or a shake that has begun, however long it pauses. One that leaves the rest sooner than a
    /// person can react began before, too.
    mutating func ask(at time: Double, _ zone: IdleZone, _ rules: GestureRules) {
        let isUnderWay = way.last.map { last in way.contains { ($0.pose.offset - last.pose.offset).length >= zone.radius } } ?? false
        end(rules)
        isBarred = isBarred || isUnderWay || mayGoOn
        earliest = time + rules.leastReaction
    }

    /// The last sample, smoothed.
    var now: Moment? { way.last }

    /// Discards everything known about the face.
    mutating func reset() {
        generation += 1
        reference = nil
        rest = nil
        way.removeAll(keepingCapacity: true)
        mayGoOn = false
        stillness = StillnessDetector()
        placeStillness = StillnessDetector()
        filter = PoseFilter()
    }

    mutating func add(_ sample: HeadSample, after seconds: Double, zone: IdleZone, _ configuration: GestureConfiguration) {
        if reference?.pose(of: sample) == nil {
            reset()
            reference = CalibrationCenter(of: sample, configuration.pointer)
        }
        guard let measured = reference?.pose(of: sample) else { return }
        let pose = filter.smooth(measured, after: seconds, cutoff: configuration.smoothing, configuration.rules)
        stillness.add(pose.offset, at: sample.time, within: configuration.rules.stillness * zone.radius)
        placeStillness.add(pose.place, at: sample.time, within: configuration.rules.stillness * zone.radius)
        if stillness.lasts(configuration.resolve + configuration.rules.stillnessGrace, at: sample.time) {
            way.removeAll(keepingCapacity: true)
            beganCalm = true
            isBarred = false
            mayGoOn = false
        } else if way.count == Self.most {
            way.removeSubrange(0..<(Self.most / 2))
            beganCalm = false
        }
        way.append(Moment(time: sample.time, pose: pose))
    }

    /// Records the head's offset from the calibrated rest; swings are counted about that rest first.
    mutating func isAway(_ offset: HeadOffset) { rest = way.last.map { $0.pose.offset - offset } }

    /// Whether the head was further away than `distance` from its present place within the last `seconds`.
    func moved(within seconds: Double, by distance: Double) -> Bool {
        guard let last = way.last else { return false }
        return way.contains { last.time - $0.time <= seconds && ($0.pose.offset - last.pose.offset).length > distance }
    }

    /// The nod or shake that has just ended.
    /// - Parameter isOver: no further swing is expected; otherwise the head must be still.
    mutating func verdict(isOver: Bool, _ thresholds: EffectiveThresholds) -> Verdict? {
        guard let verdict = found(isOver: isOver, thresholds) else { return nil }
        guard case .gesture = verdict.outcome, verdict.journey.began < earliest else { return verdict }
        isBarred = true  // until the head is still
        let rejection = Rejection(rule: .interrupted, value: verdict.journey.ended - verdict.journey.began, bound: 0)
        return .rejection(rejection, verdict.journey)
    }

    /// Whether a nod or a shake of this interval may count: no calibration, pause, loss or question came between.
    func admits(_ journey: Journey) -> Bool { !isBarred && journey.began >= max(earliest, restarted) }

    private mutating func found(isOver: Bool, _ thresholds: EffectiveThresholds) -> Verdict? {
        guard !isBarred, let last = way.last, let first = way.first, way.count > 3 else { return nil }
        let rules = thresholds.rules, isCalm = stillness.lasts(rules.shortestWait, at: last.time)
        // A head that is carried on has not ended its nod yet.
        let isSettled = stillness.lasts(rules.stillAtRest, at: last.time) && placeStillness.lasts(rules.stillAtRest, at: last.time)
        guard isOver || isCalm || isSettled, way.contains(where: { ($0.pose.offset - last.pose.offset).length >= thresholds.exit.radius }) else { return nil }
        if let rest, let verdict = verdict(about: rest, thresholds) { return verdict }
        guard isOver || isCalm else { return nil }
        guard rest.map({ !thresholds.exit.contains(last.pose.offset - $0) }) ?? true else { return nil }
        if isCalm, let verdict = verdict(about: last.pose.offset, thresholds) { return verdict }
        return beganCalm ? verdict(about: first.pose.offset, thresholds) : nil
    }

    private mutating func verdict(about rest: HeadOffset, _ thresholds: EffectiveThresholds) -> Verdict? {
        verdict(about: rest, isNod: true, thresholds) ?? verdict(about: rest, isNod: false, thresholds)
    }

    private mutating func verdict(about rest: HeadOffset, isNod: Bool, _ thresholds: EffectiveThresholds) -> Verdict? {
        let configuration = thresholds.configuration, rules = configuration.rules
        guard isNod ? configuration.nod : configuration.shake else { return nil }
        Swing.row(in: way, about: rest, isNod: isNod, thresholds, into: &swings)
        let furthest = swings.reduce(0) { max($0, $1.distance) }
        swings.removeAll { $0.distance < (isNod ? rules.leastSwing : rules.leastShakeSwing) * furthest }
        guard let first = swings.first, let last = swings.last, swings.contains(where: { $0.distance >= thresholds[$0.direction] })
        else { return nil }
        var count = 0
        if isNod {
            guard swings.contains(where: { $0.direction == .down }) else { return nil }
            count = swings.count
        } else {
            count = 1 + zip(swings, swings.dropFirst()).count { $0.direction != $1.direction }
        }
        guard count >= (isNod ? configuration.nodCount : configuration.shakeCount) else { return nil }
        var aside = 0.0
        for moment in way where moment.time >= first.left - rules.longestStep && moment.time <= last.back + rules.longestStep {
            let away = moment.pose.offset - rest
            aside = max(aside, isNod ? away.left.magnitude : away.up.magnitude)
        }
        guard aside <= configuration.offAxisRatio * furthest else { return nil }
        let journey = Journey(began: first.left, ended: last.back, threshold: thresholds[first.direction])
        return .gesture(isNod ? .nod : .shake, swings: count, journey)
    }
}

extension CalibrationCenter {
    /// A sample as the origin of measurements.
    init?(of sample: HeadSample, _ kind: PointerKind) {
        guard let head = sample.head else { return nil }
        self.init(position: head.position, interocularDistance: head.interocularDistance, leftward: head.leftward, height: head.height)
        switch kind.served(by: sample) {
        case .pose: angles = sample.angles
        case .nose: nose = sample.nose
        case .position: break
        }
    }
}
