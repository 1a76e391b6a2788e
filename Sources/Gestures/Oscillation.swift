/// Finds nods and shakes: a head that swings about the place where it rests, wherever that is and whatever was calibrated.
///
/// It keeps the head's way since it last lay calm. When the head lies calm again, the swings are counted about the places where it can
/// have rested: where it is now, where it began, and the centre.
struct Oscillation: Sendable {
    /// A moment of the way, seen from wherever the face was first seen.
    struct Moment {
        var time: Double
        var pose: Pose
    }

    /// Samples of the path that are kept.
    private static let most = 256

    private var reference: CalibrationCenter?
    private var filter = PoseFilter()
    private var stillness = StillnessDetector()
    private var way: [Moment] = []
    /// Room for the swings that are counted in it.
    private var swings: [Swing] = []
    /// The place that is taken for its rest.
    private var rest: HeadOffset?
    /// What ended must be over before anything counts.
    private var isBarred = false
    /// It began where the head lay calm.
    private var beganCalm = false

    init() {
        way.reserveCapacity(Self.most)
        swings.reserveCapacity(Self.most / 2)
    }

    /// Forgets the way; what is seen from now on is another movement.
    mutating func restart() {
        if way.count > 1 { way.removeSubrange(0..<(way.count - 1)) }
        beganCalm = false
    }

    /// Something else came of the way until then.
    mutating func forget(until time: Double) {
        way.removeAll { $0.time < time }
        beganCalm = false
    }

    /// Nothing comes of the way so far, nor of anything that goes on with it: a nod that has begun is over when the head lies calm.
    mutating func end(_ rules: GestureRules) {
        restart()
        isBarred = isBarred || !stillness.lasts(rules.restBefore, at: way.last?.time ?? 0)
    }

    /// Forgets the face.
    mutating func reset() {
        reference = nil
        rest = nil
        way.removeAll(keepingCapacity: true)
        stillness = StillnessDetector()
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
        if stillness.lasts(configuration.resolve + configuration.rules.stillnessGrace, at: sample.time) {
            way.removeAll(keepingCapacity: true)
            beganCalm = true
            isBarred = false
        } else if way.count == Self.most {
            way.removeSubrange(0..<(Self.most / 2))
            beganCalm = false
        }
        way.append(Moment(time: sample.time, pose: pose))
    }

    /// The head lies so far from its rest as far as that is known: swings are counted about that place first.
    mutating func isAway(_ offset: HeadOffset) { rest = way.last.map { $0.pose.offset - offset } }

    /// The head has come to where it is within so many seconds, rather than stayed here.
    func moved(within seconds: Double, by distance: Double) -> Bool {
        guard let last = way.last else { return false }
        return way.contains { last.time - $0.time <= seconds && ($0.pose.offset - last.pose.offset).length > distance }
    }

    /// The nod or shake that is over now.
    /// - Parameter isOver: nothing more is waited for; else the head must lie calm.
    mutating func verdict(isOver: Bool, _ thresholds: EffectiveThresholds) -> Verdict? {
        guard !isBarred, let last = way.last, let first = way.first, way.count > 3 else { return nil }
        let isCalm = stillness.lasts(thresholds.configuration.rules.shortestWait, at: last.time)
        guard isOver || isCalm, way.contains(where: { ($0.pose.offset - last.pose.offset).length >= thresholds.exit.radius }) else { return nil }
        if let rest, let verdict = verdict(about: rest, thresholds) { return verdict }
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
        return .gesture(isNod ? .nod(count: count) : .shake(count: count), journey)
    }
}

extension CalibrationCenter {
    /// A sample as a place from which others are measured.
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
