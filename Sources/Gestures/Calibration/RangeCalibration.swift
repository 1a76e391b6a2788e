/// Asks for rest and then for each direction in turn, measures noise and reach, and sets a threshold between them.
///
/// The caller presents ``Step`` to the user, feeds samples, and reads the findings when the step is `done`.
public struct RangeCalibration: Sendable {
    /// The instruction for the user.
    public enum Step: Equatable, Sendable {
        case rest
        /// Out in this direction as far as is comfortable, and back.
        case reach(HeadDirection)
        case done
    }

    /// The result for one direction; distances in IOD.
    public struct Finding: Equatable, Sendable {
        public var direction: HeadDirection
        /// The furthest point.
        public var reach: Double
        /// How far the head goes in this direction while it should rest.
        public var noise: Double
        /// The threshold in between, or `nil` if gestures in this direction cannot be told from rest.
        public var threshold: Double?
        /// What the eyes did meanwhile; ``EyeBehavior/unknown`` if the samples contained none.
        public var eyes: EyeBehavior
        /// The eyes may have stayed, but were not both seen to turn in the head, for example an artificial eye, or the reach was small.
        public var hasUnprovenEyes: Bool

        public init(direction: HeadDirection, reach: Double, noise: Double, threshold: Double?, eyes: EyeBehavior = .unknown,
                    hasUnprovenEyes: Bool = false) {
            self.direction = direction
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
            let found = "\(direction): reaches \(short(reach)) eye distances, moves by \(short(noise)) at rest"
            guard let threshold else { return found + ". Too close together: choose another direction, or a larger movement." }
            let quality = margin >= 5 ? "comfortable" : margin >= 3 ? "enough" : "tight: expect missed or false gestures"
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
    private let directions: [HeadDirection]
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
    private var rangeEyes = RangeEyes()

    /// - Parameters:
    ///   - directions: the directions to measure, in this order.
    ///   - pointer: the pointer by which gestures will be measured.
    ///   - rest: seconds for measuring rest.
    ///   - reach: seconds for measuring each direction.
    ///   - rules: the numbers from which thresholds are computed.
    public init(directions: [HeadDirection] = HeadDirection.allCases, pointer: PointerKind = .pose, rest: Double = 3,
                reach: Double = 4, rules: GestureRules = GestureRules()) {
        self.rules = rules
        self.directions = directions
        kind = pointer
        restTime = rest
        reachTime = reach
        calibration = Calibration(samples: 10, tolerance: 0.06, limit: 8, rules: rules)
    }

    /// The eye condition for looks and holds that the eyes' behaviour allows: `ahead` if they stayed where they were in all usable
    /// reaches in which they were seen, were seen in at least half of them, and are not fixed in the head; otherwise `any`.
    public var eyes: EyeCondition {
        let areFixed = rangeEyes.areFixed(rules)
        let usable = findings.filter { $0.threshold != nil }.map { $0.hasUnprovenEyes && !areFixed ? .ahead : $0.eyes }
        let seen = usable.filter { $0 != .unknown }
        return !seen.isEmpty && 2 * seen.count >= usable.count && seen.allSatisfy { $0 == .ahead } ? .ahead : .any
    }

    /// The measurement of an eye that is needed in the next sample; `nil` if none.
    public var eyeRequest: EyeRequest? {
        guard center != nil, step != .done, let last else { return nil }
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
            if sample.time - began >= restTime { endRest() }
        case .reach(let direction):
            peak = max(peak, offset.reach(direction))
            if sample.time - began >= reachTime { end(direction, at: sample.time) }
        case .done: break
        }
    }

    /// Writes the results into a configuration. A direction that was refused or not measured gets an unreachable threshold.
    public func apply(to configuration: inout GestureConfiguration) {
        for direction in HeadDirection.allCases { configuration.thresholds[direction] = Self.never }
        var least = Double.infinity, noise = 0.0
        configuration.measuredEyes = eyes
        for finding in findings {
            configuration.thresholds[finding.direction] = finding.threshold ?? Self.never
            least = min(least, finding.threshold ?? .infinity)
            noise = max(noise, finding.threshold == nil ? 0 : finding.noise)
        }
        guard least.isFinite else { return }
        // About half the smallest threshold, but at least the noise.
        configuration.idleZoneRadius = min(least * 0.9, max(noise, least * 0.55))
    }

    /// A threshold that no head reaches.
    private static let never = 3.0

    private mutating func watchEyes(_ sample: HeadSample, _ offset: HeadOffset, _ leftward: HeadPoint) {
        if case .reach(let direction) = step {
            rangeEyes.add(sample, reach: offset.reach(direction), leaving: max(noise[direction], rules.rangeReach / 2), leftward: leftward, rules)
        } else {
            rangeEyes.add(sample, reach: nil, leaving: 0, leftward: leftward, rules)
        }
    }

    /// The median of the rest is the centre; the noise is 1.2 times the distance within which the head stays for 95 % of the time.
    private mutating func endRest() {
        let left = offsets.map(\.left).sorted(), up = offsets.map(\.up).sorted()
        let middle = HeadOffset(left: left[left.count / 2], up: up[up.count / 2])
        for direction in HeadDirection.allCases {
            let sorted = offsets.map { ($0 - middle).reach(direction) }.sorted()
            noise[direction] = max(0.01, 1.2 * sorted[Int(Double(sorted.count - 1) * 0.95)])
        }
        begin(after: nil)
    }

    private mutating func end(_ direction: HeadDirection, at time: Double) {
        let noise = noise[direction]
        let isClear = peak >= max(rules.rangeReach, rules.rangeMargin * noise)
        let (eyes, isUnproven) = rangeEyes.end(direction, at: time, rules)
        findings.append(Finding(direction: direction, reach: peak, noise: noise,
                                threshold: isClear ? noise + rules.rangeThreshold * (peak - noise) : nil, eyes: eyes, hasUnprovenEyes: isUnproven))
        begin(after: direction)
    }

    private mutating func begin(after direction: HeadDirection?) {
        let next = direction.map { (directions.firstIndex(of: $0) ?? directions.count) + 1 } ?? 0
        step = next < directions.count ? .reach(directions[next]) : .done
        stepBegan = nil
        peak = 0
    }
}
