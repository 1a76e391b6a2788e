/// Asks for rest and then for each movement in turn, measures noise and reach, and sets a threshold between them.
///
/// The caller presents ``Step`` to the user, feeds samples, and reads the findings when the step is `done`.
public struct RangeCalibration: Sendable {
    /// The instruction for the user.
    public enum Step: Equatable, Sendable {
        case rest
        /// Out as far as is comfortable, and back.
        case reach(RangeMovement)
        case done
    }

    /// The result for one movement, in the unit of ``RangeMovement/thresholdRange``.
    public struct Finding: Equatable, Sendable {
        public var movement: RangeMovement
        /// The furthest point.
        public var reach: Double
        /// How far head or face go that way while they should rest.
        public var noise: Double
        /// The threshold in between, or `nil` if the movement cannot be told from rest.
        public var threshold: Double?
        /// What the eyes did meanwhile; ``EyeBehavior/unknown`` if the samples contained none.
        public var eyes: EyeBehavior
        /// The eyes may have stayed, but were not both seen to turn in the head, for example an artificial eye, or the reach was small.
        public var hasUnprovenEyes: Bool

        public init(_ movement: RangeMovement, reach: Double, noise: Double, threshold: Double?, eyes: EyeBehavior = .unknown,
                    hasUnprovenEyes: Bool = false) {
            self.movement = movement
            self.reach = reach
            self.noise = noise
            self.threshold = threshold
            self.eyes = eyes
            self.hasUnprovenEyes = hasUnprovenEyes
        }

        /// The reach as a multiple of the noise.
        public var margin: Double { noise > 0 ? reach / noise : .infinity }

        /// The finding in plain words.
        public var words: String {
            func short(_ value: Double) -> String {
                let hundredths = Int((value * 100).rounded())
                return "\(hundredths / 100)." + (hundredths % 100 < 10 ? "0" : "") + "\(hundredths % 100)"
            }
            let found = switch movement {
            case .turn, .expression(.mouth): "\(movement): reaches \(short(reach)) eye distances, moves by \(short(noise)) at rest"
            case .tilt: "\(movement): reaches \(short(reach))°, moves by \(short(noise))° at rest"
            case .expression: "\(movement): reaches \(short(reach)) beyond rest, moves by \(short(noise)) at rest"
            }
            guard let threshold else { return found + ". Too close together: choose another \(movement.direction == nil ? "movement" : "direction"), or a larger movement. It stays as it was." }
            let quality = margin >= 5 ? "comfortable" : margin >= 3 ? "enough" : "tight: expect missed or false gestures"
            guard movement.direction != nil else { return found + ". Threshold \(short(threshold)), \(quality)." }
            let eyes = switch self.eyes {
            case .ahead: " The eyes stayed where they were."
            case .along: " The eyes went along."
            case .unclear: " The eyes neither stayed nor went along clearly."
            case .unknown: hasUnprovenEyes ? " Not both eyes were seen to turn in the head." : ""
            }
            return found + ". Threshold \(short(threshold)), \(quality)." + eyes
        }
    }

    /// The current instruction.
    public private(set) var step = Step.rest
    /// The results so far, in the order of the instructions.
    public private(set) var findings: [Finding] = []

    private let rules: GestureRules
    private let movements: [RangeMovement]
    private let restTime: Double
    private let reachTime: Double
    private let kind: PointerKind
    private var calibration: Calibration
    private var center: CalibrationCenter?
    private var filter = OneEuroFilter()
    private var last: Double?
    private var stepBegan: Double?
    private var offsets: [HeadOffset] = []
    private var peak = 0.0
    private var noise = PerDirection(all: 0.0)
    private var tilts: [Double] = []
    /// The tilt at rest and how far it goes meanwhile, in degrees.
    private var upright = (tilt: 0.0, noise: 0.0)
    private var face = RangeFace()
    private var rangeEyes = RangeEyes()

    /// - Parameters:
    ///   - movements: what to measure, in this order.
    ///   - pointer: the pointer by which gestures will be measured.
    ///   - rest: seconds for measuring rest.
    ///   - reach: seconds for measuring each movement.
    public init(_ movements: [RangeMovement] = RangeMovement.turns, pointer: PointerKind = .pose, rest: Double = 3, reach: Double = 4) {
        rules = GestureRules()
        self.movements = movements
        kind = pointer
        restTime = rest
        reachTime = reach
        calibration = Calibration(samples: 10, tolerance: 0.06, limit: 8, rules: rules)
    }

    /// The eye condition for looks and holds that the eyes' behaviour allows: `ahead` if they stayed where they were in all usable
    /// reaches in which they were seen, were seen in at least half of them, and are not fixed in the head; otherwise `any`.
    public var eyes: EyeCondition {
        let areFixed = rangeEyes.areFixed(rules)
        let usable = findings.filter { $0.movement.direction != nil && $0.threshold != nil }.map { $0.hasUnprovenEyes && !areFixed ? .ahead : $0.eyes }
        let seen = usable.filter { $0 != .unknown }
        return !seen.isEmpty && 2 * seen.count >= usable.count && seen.allSatisfy { $0 == .ahead } ? .ahead : .any
    }

    /// Whether it needs the mesh in every frame.
    public var measuresFace: Bool { movements.contains { $0.expression != nil } }

    /// What has got a threshold.
    public var measured: Set<RangeMovement> { Set(findings.filter { $0.threshold != nil }.map(\.movement)) }

    /// The measurement of an eye that is needed in the next sample; `nil` if none.
    public var eyeRequest: EyeRequest? {
        guard center != nil, step != .done, let last, movements.contains(where: { $0.direction != nil }) else { return nil }
        return rangeEyes.request(after: last, rules)
    }

    /// Takes the next sample and updates `step`.
    public mutating func add(_ sample: HeadSample) {
        guard sample.head != nil, step != .done, sample.time.isFinite, last.map({ sample.time > $0 }) ?? true else { return }
        let seconds = last.map { sample.time - $0 } ?? 0
        last = sample.time
        guard let center else {
            self.center = calibration.add(sample, kind: kind)
            return
        }
        guard let pose = center.pose(of: sample) else { return }
        let offset = filter.smooth(pose.offset, after: seconds, cutoff: GestureConfiguration().smoothing, OneEuroFilter.Numbers(rules))
        let began = stepBegan ?? sample.time
        stepBegan = began
        watchEyes(sample, offset, center.leftward)
        switch step {
        case .rest:
            offsets.append(offset)
            tilts.append(pose.tilt * Self.degrees)
            face.rest(sample)
            if sample.time - began >= restTime { endRest() }
        case .reach(let movement):
            let reach: Double? = switch movement {
            case .turn(let direction): offset.reach(direction)
            case .tilt(let shoulder): (pose.tilt * Self.degrees - upright.tilt) * (shoulder == .left ? 1 : -1)
            case .expression(let expression): offset.length <= rules.turnOfExpression ? face.value(expression, sample, rules) : nil
            }
            peak = max(peak, reach ?? 0)
            if sample.time - began >= reachTime { end(movement, at: sample.time) }
        case .done: break
        }
    }

    /// Writes the results into a configuration. What was not measured, and what could not be told from rest, stays as it is.
    /// - Parameters:
    ///   - configuration: what holds now.
    ///   - used: the directions that something uses: that the eyes stay ahead is required of all looks, and so only if they did in each of these.
    public func apply(to configuration: inout GestureConfiguration, used: Set<HeadDirection> = Set(HeadDirection.allCases)) {
        for finding in findings { if let threshold = finding.threshold { configuration[finding.movement] = threshold } }
        let turns = findings.filter { $0.movement.direction != nil && $0.threshold != nil }
        if !turns.isEmpty {
            // About half the smallest threshold, but at least the noise.
            let least = HeadDirection.allCases.map { configuration.thresholds[$0] }.min() ?? 0
            configuration.idleZoneRadius = min(least * 0.9, max(turns.map(\.noise).max() ?? 0, least * 0.55))
            if eyes == .any || used.isSubset(of: turns.compactMap(\.movement.direction)) { configuration.measuredEyes = eyes }
        }
        let least = min(configuration.tilt.left, configuration.tilt.right)
        if least < configuration.tilt.idleZone { configuration.tilt.idleZone = max(GestureConfiguration.Ranges.tiltIdleZone.lowerBound, least * 0.6) }
    }

    private static let degrees = 180 / Double.pi

    private mutating func watchEyes(_ sample: HeadSample, _ offset: HeadOffset, _ leftward: HeadPoint) {
        if case .reach(.turn(let direction)) = step {
            rangeEyes.add(sample, reach: offset.reach(direction), leaving: max(noise[direction], rules.range.reach / 2), leftward: leftward, rules)
        } else {
            rangeEyes.add(sample, reach: nil, leaving: 0, leftward: leftward, rules)
        }
    }

    /// The median of the rest is the centre; the noise is 1.2 times the distance within which the head stays for 95 % of the time.
    private mutating func endRest() {
        let left = offsets.map(\.left).sorted(), up = offsets.map(\.up).sorted()
        let middle = HeadOffset(left: left[left.count / 2], up: up[up.count / 2])
        for direction in HeadDirection.allCases {
            noise[direction] = Self.noise(offsets.map { ($0 - middle).reach(direction) }, least: 0.01)
        }
        let sorted = tilts.sorted(), level = sorted[sorted.count / 2]
        upright = (level, Self.noise(sorted.map { ($0 - level).magnitude }, least: 1))
        face.endRest()
        begin(after: nil)
    }

    /// How far something goes that should rest.
    /// - Parameters:
    ///   - distances: from its level; at least one.
    ///   - part: the part of the time that counts as rest.
    static func noise(_ distances: [Double], part: Double = 0.95, least: Double) -> Double {
        max(least, 1.2 * distances.sorted()[Int(Double(distances.count - 1) * part)])
    }

    private mutating func end(_ movement: RangeMovement, at time: Double) {
        let noise = switch movement {
        case .turn(let direction): noise[direction]
        case .tilt: upright.noise
        case .expression(let expression): face.noise[expression]
        }
        let isClear = peak >= max(movement.leastReach(rules), rules.range.margin * noise)
        let place = movement == .expression(.eyesClosed) ? rules.range.shutThreshold : rules.range.threshold
        let (eyes, isUnproven) = movement.direction.map { rangeEyes.end($0, at: time, rules) } ?? (.unknown, false)
        findings.append(Finding(movement, reach: peak, noise: noise, threshold: isClear ? noise + place * (peak - noise) : nil, eyes: eyes,
                                hasUnprovenEyes: isUnproven))
        begin(after: movement)
    }

    private mutating func begin(after movement: RangeMovement?) {
        let next = movement.map { (movements.firstIndex(of: $0) ?? movements.count) + 1 } ?? 0
        step = next < movements.count ? .reach(movements[next]) : .done
        stepBegan = nil
        peak = 0
    }
}
