/// Finds series of swings to and fro, as in nods and shakes, at several scales, wherever the head rests: a large hysteresis sees through weak
/// swings, a small one sees small gestures.
struct SeriesFinder: Sendable {
    /// Hystereses of the turning points, in thresholds.
    static let scales = [0.25, 0.5, 1, 2]
    /// Longest swing from 15 to 85 % of its way, and longest pauses between two of them, in seconds.
    private static let left = 0.15, arrived = 0.85, longestSwing = 1.4, pauses = [0.55, 0.25]
    /// Swings at the ends that are smaller or larger than this part of the median are other movements.
    private static let ends = 0.35...2.2
    /// A shake of so many swings is judged while it goes on.
    private static let leastWhileGoingOn = 8
    /// Smallest median of the swings, in thresholds.
    private static let leastSize = 0.5
    /// Swings of a nod and of a shake, the way out of rest and the way back included.
    static func least(_ axis: Axis, _ configuration: GestureConfiguration) -> Int {
        axis == .vertical ? 2 * configuration.nodCount - 1 : configuration.shakeCount + 1
    }

    private(set) var turns = [TurningPoints](repeating: TurningPoints(), count: 2 * scales.count)
    /// The swing that began at this sample ends a series that was judged.
    private var judged = [Int](repeating: -1, count: 2 * scales.count)
    /// The last swing that was seen to begin.
    private var seen = [Int](repeating: -1, count: 2 * scales.count)
    /// Where the head had arrived on the last swing, by the sample at which it began: a swing that grows arrives later, never sooner.
    private var arrivals = [(from: Int, number: Int)](repeating: (-1, 0), count: 2 * scales.count)
    /// Scratch memory.
    private var swings: [Swing] = []
    private var sizes: [Double] = []
    /// The series that ended with the last sample.
    private(set) var proposals: [Proposal] = []

    init() {
        proposals.reserveCapacity(TurningPoints.most)
        swings.reserveCapacity(TurningPoints.most)
        sizes.reserveCapacity(TurningPoints.most)
    }

    /// A swing from one turning point to the next: its size, and the samples at which the head had left, and had arrived.
    struct Swing: Sendable {
        var size: Double
        var departure: Int
        var arrival: Int
    }

    mutating func reset() {
        for index in turns.indices {
            turns[index].reset()
            judged[index] = -1
            seen[index] = -1
            arrivals[index] = (-1, 0)
        }
    }

    mutating func add(_ offset: HeadOffset, number: Int, _ limits: DistanceLimits) {
        for axis in Axis.allCases {
            let value = axis.along(offset), unit = limits.least(axis)
            for (scale, size) in Self.scales.enumerated() {
                turns[axis.rawValue * Self.scales.count + scale].add(value, number: number, hysteresis: size * unit)
            }
        }
    }

    /// Finds the series that have just ended, because no swing has followed for `Evidence.afterwards`, and long ones that go on.
    /// - Parameter restless: ``MovementFeature/restless``.
    mutating func find(_ journal: MovementJournal, restless: Double?, _ thresholds: EffectiveThresholds) {
        proposals.removeAll(keepingCapacity: true)
        for axis in Axis.allCases {
            let leastOver = Self.least(axis, thresholds.configuration)
            for scale in Self.scales.indices {
                let index = axis.rawValue * Self.scales.count + scale
                guard turns[index].swings >= leastOver, let phase = phase(axis, index, journal) else { continue }
                let row = turns[index], isOver = phase == .over, least = isOver ? leastOver : max(leastOver, Self.leastWhileGoingOn)
                guard row.swings >= (isOver ? least : least + 1) else { continue }
                for pause in Self.pauses {
                    collect(axis, row, journal, pause: pause, isOver: isOver)
                    propose(axis, least, journal, restless, goesOn: !isOver, thresholds)
                }
            }
        }
    }

    private enum Phase { case over, goesOn }

    /// Whether a series is to be judged now: the head has just turned, or has not turned for long enough.
    private mutating func phase(_ axis: Axis, _ index: Int, _ journal: MovementJournal) -> Phase? {
        let from = turns[index].points[turns[index].swings - 1]
        if seen[index] != from.number {
            seen[index] = from.number
            return axis == .horizontal ? .goesOn : nil
        }
        // It arrives after it began.
        guard judged[index] != from.number, from.number >= journal.first, isAfterwards(from.number, journal) else { return nil }
        guard let arrival = arrival(axis, index, from, journal), isAfterwards(arrival, journal) else { return nil }
        judged[index] = from.number
        return .over
    }

    private func isAfterwards(_ number: Int, _ journal: MovementJournal) -> Bool {
        journal[journal.last].time - journal[number].time >= Evidence.afterwards
    }

    /// Where the head has arrived on the last swing; looks only at what is new since the last sample.
    private mutating func arrival(_ axis: Axis, _ index: Int, _ from: TurningPoints.Point, _ journal: MovementJournal) -> Int? {
        let to = turns[index].open, size = (to.value - from.value).magnitude
        guard size > 0, to.number > from.number else { return nil }
        var number = arrivals[index].from == from.number ? arrivals[index].number : from.number
        while number < to.number, (axis.along(journal[number].turn) - from.value).magnitude < Self.arrived * size { number += 1 }
        arrivals[index] = (from.number, number)
        return number
    }

    private func swing(_ axis: Axis, _ from: TurningPoints.Point, _ to: TurningPoints.Point, _ journal: MovementJournal) -> Swing? {
        let size = (to.value - from.value).magnitude
        guard size > 0, from.number >= journal.first, to.number > from.number else { return nil }
        var swing = Swing(size: size, departure: from.number, arrival: to.number)
        for number in from.number...to.number {
            let gone = (axis.along(journal[number].turn) - from.value).magnitude
            if gone <= Self.left * size { swing.departure = number }
            if gone >= Self.arrived * size {
                swing.arrival = number
                break
            }
        }
        return swing
    }

    /// The last swings of a row that follow each other.
    private mutating func collect(_ axis: Axis, _ row: TurningPoints, _ journal: MovementJournal, pause: Double, isOver: Bool) {
        swings.removeAll(keepingCapacity: true)
        for number in (0..<(isOver ? row.swings : row.swings - 1)).reversed() {
            let (from, to) = row[number]
            guard let swing = swing(axis, from, to, journal) else { break }
            if journal[swing.arrival].time - journal[swing.departure].time > Self.longestSwing { break }
            if let next = swings.last, journal[next.departure].time - journal[swing.arrival].time > pause { break }
            swings.append(swing)
        }
        swings.reverse()
    }

    /// Proposes the collected swings, and those without other movements at their ends.
    private mutating func propose(_ axis: Axis, _ least: Int, _ journal: MovementJournal, _ restless: Double?, goesOn: Bool,
                                  _ thresholds: EffectiveThresholds) {
        var range = 0..<swings.count, isTrimmed = false
        while range.count >= least {
            let median = median(of: range)
            guard median >= Self.leastSize * thresholds.limits.least(axis) else { return }
            let first = Self.ends.contains(swings[range.lowerBound].size / median)
            let last = Self.ends.contains(swings[range.upperBound - 1].size / median)
            if !isTrimmed || (first && last) { propose(axis, range, median, journal, restless, goesOn: goesOn, thresholds) }
            if first, last { return }
            isTrimmed = true
            range = first ? range.lowerBound..<(range.upperBound - 1) : (range.lowerBound + 1)..<range.upperBound
        }
    }

    private mutating func propose(_ axis: Axis, _ range: Range<Int>, _ median: Double, _ journal: MovementJournal, _ restless: Double?, goesOn: Bool,
                                  _ thresholds: EffectiveThresholds) {
        let start = swings[range.lowerBound].departure, end = swings[range.upperBound - 1].arrival
        let began = journal[start].time, ended = journal[end].time, seconds = ended - began
        // Coughs follow each other as fast, but are small.
        let isQuick = seconds < 1.5 * thresholds.configuration.discreteMin * Double(range.count)
        guard axis == .horizontal || !isQuick || median >= thresholds.limits.least(axis) else { return }
        guard !proposals.contains(where: { $0.began == began && $0.ended == ended }) else { return }
        for swing in swings[range] {
            let body = BodyMotion(from: journal[swing.departure].pose, to: journal[swing.arrival].pose)
            guard body.isPlausible(thresholds.rules), axis == .horizontal || body.shift <= body.longestReflexShift(thresholds.rules) else { return }
        }
        let unit = thresholds.limits.least(axis), count = Double(range.count)
        var along = Moments(), across = Moments(), sideways = Moments(), tilt = Moments(), inner = Moments(), lips = 0.0, speed = 0.0
        for number in start...end {
            let entry = journal[number]
            along.add(axis.along(entry.turn))
            across.add(axis.across(entry.turn))
            sideways.add(axis.across(entry.place))
            tilt.add(entry.pose.tilt)
            lips = max(lips, entry.lips)
            guard number > start + 1 else { continue }
            let way = axis.along(entry.turn) - axis.along(journal[number - 2].turn)
            speed = max(speed, way.magnitude / max(entry.time - journal[number - 2].time, 1e-3))
        }
        // A head that circles neither nods nor shakes.
        guard across.deviation <= 1.5 * thresholds.configuration.offAxisRatio * along.deviation else { return }
        var ways = 0.0
        for (place, swing) in swings[range].enumerated() {
            ways += swing.size
            if range.count < 4 || (place > 0 && place < range.count - 1) { inner.add(swing.size) }
        }
        ways -= 0.15 * (swings[range.lowerBound].size + swings[range.upperBound - 1].size)
        let before = journal.number(at: began - Evidence.before, from: journal.first)
        var features = Features()
        features[.size] = Logarithm.two(median / unit)
        features[.across] = min(2, across.deviation / max(along.deviation, 1e-6))
        features[.straight] = min(1.1, ways / max(journal[end].path - journal[start].path, 1e-6))
        features[.before] = journal.meanSpeed(before, start).map { min(8, $0 / median) }
        features[.after] = journal.meanSpeed(end, journal.last).map { min(8, $0 / median) }
        features[.sideways] = min(6, sideways.range / max(along.range, 1e-6))
        features[.tilt] = min(3, tilt.range * GestureRules.turnLever / max(along.range, 1e-6))
        features[.lips] = lips
        features[.restless] = restless
        features[.speed] = Logarithm.two(speed / unit + 0.01)
        features[.count] = min(10, count)
        features[.uneven] = min(1, inner.deviation / median)
        features[.pace] = seconds / count
        features[.returned] = min(2, (journal[end].turn - journal[start].turn).length / median)
        var proposal = Proposal(kind: axis == .vertical ? .nod : .shake, direction: axis == .vertical ? .down : .left, began: began, ended: ended)
        proposal.features = features
        proposal.goesOn = goesOn
        proposals.append(proposal)
    }

    private mutating func median(of range: Range<Int>) -> Double {
        sizes.removeAll(keepingCapacity: true)
        for swing in swings[range] { sizes.append(swing.size) }
        sizes.sort()
        return sizes.isEmpty ? 0 : (sizes[(sizes.count - 1) / 2] + sizes[sizes.count / 2]) / 2
    }
}
