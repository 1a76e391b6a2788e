/// A half-cycle of a nod or a shake: out to a side and back.
struct Swing: Sendable {
    var direction: HeadDirection
    /// The furthest distance from rest, in IOD.
    var distance: Double
    /// When it left the rest and when it was back, interpolated between samples, in seconds.
    var left: Double
    var back = Double.infinity
    /// The first sample that shows it outside, in seconds.
    let began: Double
    /// Sum of the two sample intervals in which it began and ended, in seconds.
    var spans: Double
    /// The last sample at rest, and the furthest one.
    let origin: Pose
    var peak: Pose

    var duration: Double { back - left }

    /// The last consecutive swings of a path, as in a nod or a shake; none while another one is under way.
    /// - Parameter swings: is replaced by them.
    static func row(in way: [Oscillation.Moment], about rest: HeadOffset, isNod: Bool, _ thresholds: EffectiveThresholds, into swings: inout [Swing]) {
        swings.removeAll(keepingCapacity: true)
        var row = Row(isNod: isNod, thresholds)
        var current: Swing?
        let longest = thresholds.configuration.rules.longestStep
        for (before, moment) in zip(way, way.dropFirst()) {
            var step = Step()
            step.go(to: before.pose.offset - rest, at: before.time, longest: longest)
            step.go(to: moment.pose.offset - rest, at: moment.time, longest: longest)
            let away = isNod ? step.to.offset.up : step.to.offset.left
            if var swing = current {
                let reach = step.to.offset.reach(swing.direction)
                guard reach <= thresholds.zone.radius else {
                    if reach > swing.distance { (swing.distance, swing.peak) = (reach, moment.pose) }
                    current = swing
                    continue
                }
                swing.back = step.moment(backWithin: thresholds.zone.radius, swing.direction)
                swing.spans += step.span
                row.add(swing, endedAt: moment.time, to: &swings)
                current = nil
            }
            guard away.magnitude > thresholds.exit.radius else { continue }
            let direction: HeadDirection = isNod ? (away > 0 ? .up : .down) : (away > 0 ? .left : .right)
            let left = max(step.moment(beyond: thresholds.exit.radius, direction), moment.time - longest)
            current = Swing(direction: direction, distance: away.magnitude, left: left, began: moment.time, spans: step.span,
                            origin: before.pose, peak: moment.pose)
        }
        if current != nil { swings.removeAll(keepingCapacity: true) }
    }

    /// Consecutive swings.
    private struct Row {
        /// End of the last movement that was not a swing; a movement right after it is not one either.
        private var disturbed = -Double.infinity
        private var lastBack = 0.0
        private let isNod: Bool
        private let thresholds: EffectiveThresholds

        init(isNod: Bool, _ thresholds: EffectiveThresholds) {
            self.isNod = isNod
            self.thresholds = thresholds
        }

        mutating func add(_ swing: Swing, endedAt time: Double, to swings: inout [Swing]) {
            guard swing.distance >= thresholds.swing(swing.direction) else { return }
            let rules = thresholds.configuration.rules
            if let last = swings.last {
                let isSame = last.direction == swing.direction
                let longestPause = isSame ? thresholds.configuration.resolve : rules.longestMiddleStay(after: last.duration)
                if swing.left - lastBack > longestPause { swings.removeAll(keepingCapacity: true) }
                if isNod, !isSame, swing.distance < rules.overshoot * last.distance { return }
            }
            let shortest = thresholds.shortestSwing(isHorizontal: !isNod, spans: swing.spans)
            if swing.duration < shortest - GestureRules.roundoff {
                disturbed = time
                if swing.direction == swings.last?.direction { lastBack = time }
            } else if swing.duration > thresholds.longestSwing(swing.direction, reaching: swing.distance) ?? 0
                || swing.began - disturbed < rules.restBefore - GestureRules.roundoff
                || !BodyMotion(from: swing.origin, to: swing.peak).isPlausible(rules) {
                swings.removeAll(keepingCapacity: true)
                disturbed = time
            } else {
                swings.append(swing)
                lastBack = time
            }
        }
    }
}

extension GestureRules {
    /// How long the head may stay in the middle between two opposite swings, in seconds.
    func longestMiddleStay(after swing: Double) -> Double { max(shortestMiddleStay, middleStay * swing) }
}
