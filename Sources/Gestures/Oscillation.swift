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

    /// After the quickest swing the next one is still waited for so long, in seconds.
    private static let shortestWait = 0.3
    /// A head that lies calm for so much longer than a swing is waited for has ended its movement, in seconds.
    private static let grace = 0.1
    /// A swing of less than this part of the furthest one is an overshoot: of a nod, and of a shake, which does end in one.
    private static let least = (nod: 0.4, shake: 0.2)
    /// So much of the way is kept.
    private static let most = 256

    private var reference: CalibrationCenter?
    private var filter = PoseFilter()
    private var calm = Calm()
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
    mutating func end() {
        restart()
        isBarred = isBarred || !calm.lasts(Excursion.restBefore, at: way.last?.time ?? 0)
    }

    /// Forgets the face.
    mutating func reset() {
        reference = nil
        rest = nil
        way.removeAll(keepingCapacity: true)
        calm = Calm()
        filter = PoseFilter()
    }

    mutating func add(_ sample: HeadSample, after seconds: Double, zone: IdleZone, _ configuration: GestureConfiguration) {
        if reference?.pose(of: sample) == nil {
            reset()
            reference = CalibrationCenter(of: sample, configuration.pointer)
        }
        guard let measured = reference?.pose(of: sample) else { return }
        let pose = filter.smooth(measured, after: seconds, cutoff: configuration.smoothing)
        calm.add(pose.offset, at: sample.time, zone: zone)
        if calm.lasts(configuration.resolve + Self.grace, at: sample.time) {
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
    mutating func verdict(isOver: Bool, _ bounds: Bounds) -> Verdict? {
        guard !isBarred, let last = way.last, let first = way.first, way.count > 3 else { return nil }
        let isCalm = calm.lasts(Self.shortestWait, at: last.time)
        guard isOver || isCalm, way.contains(where: { ($0.pose.offset - last.pose.offset).length >= bounds.exit.radius }) else { return nil }
        if let rest, let verdict = verdict(about: rest, bounds) { return verdict }
        guard rest.map({ !bounds.exit.contains(last.pose.offset - $0) }) ?? true else { return nil }
        if isCalm, let verdict = verdict(about: last.pose.offset, bounds) { return verdict }
        return beganCalm ? verdict(about: first.pose.offset, bounds) : nil
    }

    private mutating func verdict(about rest: HeadOffset, _ bounds: Bounds) -> Verdict? {
        verdict(about: rest, isNod: true, bounds) ?? verdict(about: rest, isNod: false, bounds)
    }

    private mutating func verdict(about rest: HeadOffset, isNod: Bool, _ bounds: Bounds) -> Verdict? {
        let configuration = bounds.configuration
        guard isNod ? configuration.nod : configuration.shake else { return nil }
        Swing.row(in: way, about: rest, isNod: isNod, bounds, into: &swings)
        let furthest = swings.reduce(0) { max($0, $1.distance) }
        swings.removeAll { $0.distance < (isNod ? Self.least.nod : Self.least.shake) * furthest }
        guard let first = swings.first, let last = swings.last, swings.contains(where: { $0.distance >= bounds.thresholds[$0.direction] })
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
        for moment in way where moment.time >= first.left - Step.longest && moment.time <= last.back + Step.longest {
            let away = moment.pose.offset - rest
            aside = max(aside, isNod ? away.left.magnitude : away.up.magnitude)
        }
        guard aside <= configuration.offAxisRatio * furthest else { return nil }
        let journey = Journey(began: first.left, ended: last.back, threshold: bounds.thresholds[first.direction])
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
