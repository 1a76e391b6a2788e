/// Measures a look or a hold relative to its own size, so that a ``Card`` can weigh it. For the laboratory it also finds all movements
/// that may be one, at several scales, wherever the head rests.
struct Evidence: Sendable {
    private static var scales: [Double] { SeriesFinder.scales }
    /// Time for which the head is watched after a movement, in seconds.
    static let afterwards = 0.35
    static let before = 0.8

    private var journal = MovementJournal()
    private var turns: [TurningPoints] { series.turns }
    /// Histogram of the head's speed, fading in ten seconds: in thresholds a second.
    private var speeds = SpeedHistogram()
    /// What was found with the last sample.
    private(set) var proposals: [Proposal] = []
    /// Nods and shakes that have just ended.
    private(set) var series = SeriesFinder()
    private var generation = 0
    private var rest = HeadOffset(left: 0, up: 0)

    mutating func reset() {
        journal.reset()
        for index in turns.indices {
            holds[index] = -1
            looksJudged[index] = -1
            looksBeyondJudged[index] = -1
        }
        series.reset()
        speeds = SpeedHistogram()
    }

    mutating func add(_ pose: Pose, at time: Double, lips: Double, generation: Int, _ limits: DistanceLimits) {
        if generation != self.generation || (journal.count > 0 && !journal.follows(time)) { reset() }
        self.generation = generation
        journal.add(MovementJournal.Entry(time: time, pose: pose, lips: lips))
        let number = journal.last
        if number > 0 { speeds.add(journal[number].speed / limits.least, for: time - journal[number - 1].time) }
        series.add(pose.offset, number: number, limits)
    }

    /// Finds nods and shakes that have just ended.
    mutating func findSeries(_ thresholds: EffectiveThresholds) { series.find(journal, restless: speeds.low, thresholds) }

    /// Finds what has just ended or is held, for the laboratory.
    /// - Parameter rest: the calibrated rest, in the journal's coordinates.
    mutating func find(rest: HeadOffset, _ thresholds: EffectiveThresholds) {
        proposals.removeAll(keepingCapacity: true)
        self.rest = rest
        guard journal.count > 4 else { return }
        for axis in Axis.allCases {
            for scale in Self.scales.indices {
                looks(axis, axis.rawValue * Self.scales.count + scale, thresholds)
                hold(axis, axis.rawValue * Self.scales.count + scale, thresholds)
            }
        }
        proposals += series.proposals
    }

    // MARK: - Ways

    private struct Way {
        /// The samples at which the head had left, and had arrived.
        var departure: Int
        var arrival: Int
        var from: Double
        var to: Double
        var size: Double { (to - from).magnitude }
        var sign: Double { to > from ? 1 : -1 }
    }

    /// From 15 to 85 % of the way between two turning points.
    private func way(_ axis: Axis, _ from: TurningPoints.Point, _ to: TurningPoints.Point) -> Way? {
        let size = (to.value - from.value).magnitude
        guard size > 0, from.number >= journal.first, to.number > from.number else { return nil }
        var departure = from.number, arrival = to.number
        for number in from.number...to.number {
            let gone = (axis.along(journal[number].turn) - from.value).magnitude
            if gone <= 0.15 * size { departure = number }
            if gone >= 0.85 * size {
                arrival = number
                break
            }
        }
        return Way(departure: departure, arrival: arrival, from: from.value, to: to.value)
    }

    private func seconds(_ from: Int, _ to: Int) -> Double { journal[to].time - journal[from].time }

    /// What all kinds have in common.
    private func measure(_ axis: Axis, _ features: inout Features, _ start: Int, _ end: Int, bodyUntil: Int, size: Double, turn: Double) {
        let before = journal.number(at: journal[start].time - Self.before, from: journal.first)
        features[.before] = journal.meanSpeed(before, start).map { min(8, $0 / size) }
        features[.after] = journal.meanSpeed(end, journal.last).map { min(8, $0 / size) }
        var across = Moments(), lips = 0.0
        for number in start...end {
            lips = max(lips, journal[number].lips)
            if number <= bodyUntil { across.add(axis.across(journal[number].place)) }
        }
        features[.lips] = lips
        features[.sideways] = min(6, across.range / turn)
        features[.restless] = speeds.low
    }

    // MARK: - Looks and holds

    /// Where an excursion begins: where the swing left its turning point, or where it passed the calibrated rest.
    private func starts(_ axis: Axis, _ way: Way) -> (Int, Int?) {
        let center = axis.along(rest)
        guard way.sign * (way.from - center) < -0.25 * way.size else { return (way.departure, nil) }
        var number = way.departure
        while number < way.arrival, way.sign * (axis.along(journal[number].turn) - center) < 0 { number += 1 }
        return (way.departure, number)
    }

    private func excursion(_ axis: Axis, from start: Int, crossing: Bool, to value: Double, sign: Double) -> Excursion? {
        var origin = rest
        if !crossing {
            let before = journal.number(at: journal[start].time - 0.25, from: journal.first)
            var sum = HeadOffset(left: 0, up: 0)
            for number in before...start { sum = sum + journal[number].turn }
            origin = sum * (1 / Double(start - before + 1))
        }
        let size = sign * (value - axis.along(origin))
        return size > 0 ? Excursion(start: start, origin: origin, size: size, sign: sign) : nil
    }

    /// Looks: out with a swing, back with the next.
    private mutating func looks(_ axis: Axis, _ index: Int, _ thresholds: EffectiveThresholds) {
        let row = turns[index], now = journal[journal.last].time
        guard row.swings > 1 else { return }
        for swing in max(1, row.swings - 3)..<row.swings {
            let (from, peak) = row[swing - 1], back = row[swing].to.value
            guard from.number >= journal.first, now - journal[peak.number].time <= 4 + Self.afterwards else { continue }
            let sign = peak.value > from.value ? 1.0 : -1, center = axis.along(rest)
            // The whole way, and the part beyond the calibrated rest.
            let whole = sign * (peak.value - from.value), beyond = sign * (peak.value - center)
            guard whole >= thresholds[axis.direction(sign)] else { continue }
            let isBack = sign * (back - from.value) <= 0.3 * whole, isBackAtRest = sign * (back - center) <= 0.3 * beyond
            let wantsWhole = isBack && peak.number > looksJudged[index], wantsBeyond = isBackAtRest && peak.number > looksBeyondJudged[index]
            guard wantsWhole || wantsBeyond, let out = way(axis, from, peak) else { continue }
            let (departure, crossing) = starts(axis, out)
            if wantsWhole, look(axis, from: departure, crossing: false, out, peak.number, thresholds) { looksJudged[index] = peak.number }
            if wantsBeyond {
                if let crossing { if look(axis, from: crossing, crossing: true, out, peak.number, thresholds) { looksBeyondJudged[index] = peak.number } }
                else { looksBeyondJudged[index] = peak.number }
            }
        }
    }

    private var looksJudged = [Int](repeating: -1, count: 2 * scales.count)
    private var looksBeyondJudged = [Int](repeating: -1, count: 2 * scales.count)

    /// - Returns: whether it is settled what this was; otherwise the head is not back, or has not been for long enough.
    private mutating func look(_ axis: Axis, from start: Int, crossing: Bool, _ out: Way, _ peak: Int, _ thresholds: EffectiveThresholds) -> Bool {
        guard let excursion = excursion(axis, from: start, crossing: crossing, to: out.to, sign: out.sign) else { return true }
        let direction = axis.direction(out.sign), size = excursion.size, unit = thresholds[direction]
        guard size >= unit else { return true }
        func away(_ number: Int) -> Double { excursion.sign * (axis.along(journal[number].turn) - axis.along(excursion.origin)) }
        var arrival = start
        while arrival < peak, away(arrival) < 0.7 * size { arrival += 1 }
        var leaving = max(arrival, peak)
        while leaving < journal.last, away(leaving) > 0.5 * size { leaving += 1 }
        var end = leaving
        while end < journal.last, away(end) > 0.3 * size { end += 1 }
        guard away(end) <= 0.3 * size, seconds(end, journal.last) >= Self.afterwards else { return false }
        guard seconds(start, end) <= 4, seconds(start, arrival) <= 1.6, isPlausible(start, peak, thresholds.rules) else { return true }
        guard seconds(start, end) >= thresholds.configuration.discreteMin, axis == .horizontal || !isStartle(axis, excursion, peak, end, thresholds.rules)
        else { return true }
        let features = lookFeatures(axis, excursion, arrival, leaving, end: end, peak, unit)
        guard features[.away] ?? 0 > 0 else { return true }  // the way back to rest
        var proposal = Proposal(kind: .look, direction: direction, began: journal[start].time, ended: journal[end].time)
        proposal.features = features
        proposals.append(proposal)
        return true
    }

    /// Whether the head went out far faster than it came back, as it does when somebody is startled.
    private func isStartle(_ axis: Axis, _ excursion: Excursion, _ peak: Int, _ end: Int, _ rules: GestureRules) -> Bool {
        var out = 0.0, back = 0.0
        for number in (excursion.start + 1)...end {
            let way = excursion.sign * (axis.along(journal[number].turn) - axis.along(journal[number - 1].turn))
            let speed = way / max(seconds(number - 1, number), 1e-3)
            if number <= peak { out = max(out, speed) } else { back = max(back, -speed) }
        }
        return out >= rules.reflexSpeed * excursion.size && out > rules.reflexAsymmetry * back
    }

    private func lookFeatures(_ axis: Axis, _ excursion: Excursion, _ arrival: Int, _ leaving: Int, end: Int, _ peak: Int, _ unit: Double) -> Features {
        var features = Features()
        let start = excursion.start
        features[.stay] = seconds(arrival, leaving)
        excursionFeatures(axis, &features, excursion, arrival, end: end, peak, unit)
        let straight = 2 * (journal[peak].turn - excursion.origin).length
        features[.straight] = min(1.1, 0.85 * straight / max(1e-6, journal[end].path - journal[start].path))
        measure(axis, &features, start, end, bodyUntil: peak, size: excursion.size, turn: excursion.size)
        return features
    }

    private func holdFeatures(_ axis: Axis, _ excursion: Excursion, _ arrival: Int, end: Int, _ unit: Double) -> Features {
        var features = Features(), along = Moments()
        // A head that goes on may reach its furthest point less than 0.2 s before the end.
        let settled = min(journal.number(at: journal[arrival].time + 0.2, from: arrival), end)
        for number in settled...end { along.add(axis.along(journal[number].turn)) }
        features[.still] = journal.meanSpeed(settled, end).map { min(5, $0 / excursion.size) }
        features[.wobble] = min(1, along.deviation / excursion.size)
        let way = max(1e-6, journal[arrival].path - journal[excursion.start].path)
        features[.straight] = min(1.1, 0.7 * excursion.size / way)
        excursionFeatures(axis, &features, excursion, arrival, end: end, arrival, unit)
        measure(axis, &features, excursion.start, end, bodyUntil: settled, size: excursion.size, turn: excursion.size)
        return features
    }

    /// The features of a look or a hold that the rules accept; `nil` if it is no longer known.
    func features(of kind: Proposal.Kind, _ direction: HeadDirection, from began: Double, to ended: Double, rest: HeadOffset,
                  _ thresholds: EffectiveThresholds) -> Features? {
        var copy = self
        copy.rest = rest
        return copy.features(of: kind, direction, from: began, to: ended, thresholds)
    }

    private func features(of kind: Proposal.Kind, _ direction: HeadDirection, from began: Double, to ended: Double,
                          _ thresholds: EffectiveThresholds) -> Features? {
        guard journal.count > 4, began > journal[journal.first].time else { return nil }
        let axis: Axis = direction.isHorizontal ? .horizontal : .vertical, unit = thresholds[direction]
        let sign = direction == .left || direction == .up ? 1.0 : -1
        let start = journal.number(at: began - 0.1, from: journal.first), end = journal.number(at: ended, from: start)
        guard end > start + 2 else { return nil }
        var peak = start
        for number in start...end where sign * axis.along(journal[number].turn) > sign * axis.along(journal[peak].turn) { peak = number }
        guard let excursion = excursion(axis, from: start, crossing: false, to: axis.along(journal[peak].turn), sign: sign) else { return nil }
        func away(_ number: Int) -> Double { sign * (axis.along(journal[number].turn) - axis.along(excursion.origin)) }
        var arrival = start
        while arrival < peak, away(arrival) < 0.7 * excursion.size { arrival += 1 }
        if kind == .hold { return holdFeatures(axis, excursion, arrival, end: end, unit) }
        var leaving = max(arrival, peak)
        while leaving < end, away(leaving) > 0.5 * excursion.size { leaving += 1 }
        return lookFeatures(axis, excursion, arrival, leaving, end: end, peak, unit)
    }

    /// Whether a turn explains how the head moved from one sample to another.
    private func isPlausible(_ from: Int, _ to: Int, _ rules: GestureRules) -> Bool {
        BodyMotion(from: journal[from].pose, to: journal[to].pose).isPlausible(rules)
    }

    private func excursionFeatures(_ axis: Axis, _ features: inout Features, _ excursion: Excursion, _ arrival: Int, end: Int, _ peak: Int, _ unit: Double) {
        features[.size] = Logarithm.two(excursion.size / unit)
        var furthest = 0.0, speed = 0.0
        for number in excursion.start...end {
            furthest = max(furthest, (axis.across(journal[number].turn) - axis.across(excursion.origin)).magnitude)
            if number > excursion.start + 1, number <= arrival {
                let way = axis.along(journal[number].turn) - axis.along(journal[number - 2].turn)
                speed = max(speed, excursion.sign * way / max(seconds(number - 2, number), 1e-3))
            }
        }
        features[.across] = min(2, furthest / excursion.size)
        features[.speed] = Logarithm.two(speed / unit + 0.01)
        let to = (journal[peak].turn - rest).length, from = (excursion.origin - rest).length
        features[.away] = max(-1, min(1, (to - from) / excursion.size))
    }

    /// A hold: the open swing has gone out, and the head stays there.
    private mutating func hold(_ axis: Axis, _ index: Int, _ thresholds: EffectiveThresholds) {
        let row = turns[index]
        guard row.swings > 0 else { return }
        let (from, to) = row[row.swings - 1]
        guard holds[index] != from.number, let out = way(axis, from, to) else { return }
        let direction = axis.direction(out.sign), acceptance = thresholds.configuration.acceptance(of: .hold(direction))
        guard seconds(out.arrival, journal.last) >= 0.7 * acceptance else { return }
        let (departure, crossing) = starts(axis, out)
        var isDone = false
        if let crossing { isDone = hold(axis, from: crossing, crossing: true, out, acceptance, thresholds) }
        isDone = hold(axis, from: departure, crossing: false, out, acceptance, thresholds) || isDone
        if isDone { holds[index] = from.number }
    }

    private var holds = [Int](repeating: -1, count: 2 * scales.count)

    /// - Returns: whether it was long enough to be judged.
    private mutating func hold(_ axis: Axis, from start: Int, crossing: Bool, _ out: Way, _ acceptance: Double, _ thresholds: EffectiveThresholds) -> Bool {
        guard let excursion = excursion(axis, from: start, crossing: crossing, to: out.to, sign: out.sign) else { return false }
        let direction = axis.direction(out.sign), size = excursion.size, unit = thresholds[direction], end = journal.last
        guard size >= unit else { return false }
        func away(_ number: Int) -> Double { excursion.sign * (axis.along(journal[number].turn) - axis.along(excursion.origin)) }
        var arrival = start
        while arrival < end, away(arrival) < 0.7 * size { arrival += 1 }
        guard seconds(arrival, end) >= acceptance, seconds(start, arrival) <= 1.6 else { return false }
        for number in arrival...end {
            guard away(number) > 0.5 * size, away(number) >= unit * 0.8 else { return true }
        }
        guard isPlausible(start, end, thresholds.rules) else { return true }
        let features = holdFeatures(axis, excursion, arrival, end: end, unit)
        guard features[.away] ?? 0 > 0 else { return true }
        var proposal = Proposal(kind: .hold, direction: direction, began: journal[start].time, ended: journal[end].time)
        proposal.features = features
        proposals.append(proposal)
        return true
    }
}
