/// Collects head pointers until enough of them lie close together, then returns the calibration centre.
///
/// NodKit's rule: a sample that jumps further than the tolerance from the one before discards all and starts again; when `samples` have
/// been collected, the mean of the last five is the centre. The phase also ends for a head that never rests so well (tremor, athetosis):
/// after two seconds the tolerance is three times the head's own average jump, and at the limit the median of the last samples is the
/// centre.
public struct Calibration: Sendable {
    /// Required number of head pointers in a row.
    public let samples: Int
    /// Greatest distance of a pointer from the one before, in IOD.
    public let tolerance: Double
    /// Seconds after which the phase ends in any case.
    public let limit: Double
    /// Pointers collected since the last jump.
    public private(set) var gathered = 0
    /// The average jump from one sample to the next, in IOD.
    public private(set) var restlessness = 0.0
    /// The phase ended at its limit, with the head still moving.
    public private(set) var isForced = false

    private let rules: GestureRules
    private var recent: [HeadSample] = []
    private var began: Double?
    /// The first of the collected samples.
    private var first: HeadSample?
    /// Time since which the head has rested, in seconds; `nil` if it did not.
    var restedSince: Double? { isForced ? nil : first?.time }
    private var hasMoved = false

    /// - Parameters:
    ///   - samples: how many the phase takes.
    ///   - tolerance: a sample that jumps further from the one before begins it anew, in IOD.
    ///   - limit: its longest time, in seconds.
    public init(samples: Int, tolerance: Double, limit: Double = .infinity) {
        self.init(samples: samples, tolerance: tolerance, limit: limit, rules: GestureRules())
    }

    init(samples: Int, tolerance: Double, limit: Double, rules: GestureRules) {
        self.samples = samples
        self.tolerance = tolerance
        self.limit = limit
        self.rules = rules
        recent.reserveCapacity(rules.medianSamples)
    }

    /// A calibration without samples.
    static let none = Calibration(samples: 0, tolerance: 0)

    init(_ configuration: GestureConfiguration) {
        self.init(samples: configuration.calibrationSamples, tolerance: configuration.calibrationTolerance,
                  limit: configuration.calibrationTimeout, rules: configuration.rules)
    }

    /// Takes the next head pointer; returns the centre when the phase is over, otherwise `nil`.
    public mutating func add(_ head: HeadPointer) -> CalibrationCenter? {
        add(HeadSample(time: 0, head: head), kind: .position)
    }

    /// Takes the next sample with a head in it; returns the centre when the phase is over, otherwise `nil`.
    /// - Parameters:
    ///   - sample: a sample without a head changes nothing.
    ///   - kind: the pointer for which the centre is measured, if the samples contain it.
    public mutating func add(_ sample: HeadSample, kind: PointerKind) -> CalibrationCenter? {
        guard sample.head != nil else { return nil }
        let began = self.began ?? sample.time
        self.began = began
        let waited = sample.time - began
        if let last = recent.last {
            let distance = sample.hasPlace ? sample.shift(from: last) : sample.turn(from: last)
            if distance.isFinite { restlessness += (distance - restlessness) * rules.jumpWeight }
            let allowed = waited > rules.toleranceAdaptsAfter ? max(tolerance, rules.adaptedTolerance * restlessness) : tolerance
            // Negated, so that a NaN discards too. Pointers of different kinds are not comparable.
            if !(distance <= allowed) || kind.served(by: last) != kind.served(by: sample) { gathered = 0 }
            // Small jumps to one side are a movement.
            if let first, !(first.distance(to: sample) <= rules.calibrationSpread * allowed) {
                gathered = 0
                hasMoved = true
            }
            if !distance.isFinite { recent.removeAll(keepingCapacity: true) }
        }
        if recent.count == rules.medianSamples { recent.removeFirst() }
        recent.append(sample)
        if gathered == 0 { first = sample }
        gathered += 1
        let served = kind.served(by: sample)
        // A swinging head stops for a moment at either end.
        let hasRested = !hasMoved || sample.time - (first?.time ?? sample.time) >= rules.restAfterMovement
        if gathered >= samples, hasRested { return mean(of: recent.suffix(rules.centerSamples), served) }
        if waited >= limit, recent.count >= rules.centerSamples {
            isForced = true
            return median(served)
        }
        return nil
    }

    /// Starts again, because the face was lost or another one came.
    public mutating func discard() {
        recent.removeAll(keepingCapacity: true)
        gathered = 0
        began = nil
        first = nil
        hasMoved = false
    }

    /// Root mean square distance of the last samples from a centre, along each of the head's axes, in IOD.
    func spread(around center: CalibrationCenter) -> HeadOffset {
        var left = 0.0, up = 0.0, count = 0.0
        for sample in recent.suffix(max(rules.centerSamples, min(gathered, rules.medianSamples))) {
            guard let pose = center.pose(of: sample) else { continue }
            left += pose.offset.left * pose.offset.left
            up += pose.offset.up * pose.offset.up
            count += 1
        }
        guard count > 0 else { return HeadOffset(left: 0, up: 0) }
        return HeadOffset(left: (left / count).squareRoot(), up: (up / count).squareRoot())
    }

    private func mean(of samples: ArraySlice<HeadSample>, _ kind: PointerKind) -> CalibrationCenter {
        center(kind) { value in
            var sum = 0.0, count = 0.0
            for sample in samples {
                guard let value = value(sample) else { continue }
                sum += value
                count += 1
            }
            return count > 0 ? sum / count : nil
        }
    }

    /// The median of each number: the place to which a restless head returns.
    private func median(_ kind: PointerKind) -> CalibrationCenter {
        center(kind) { value in
            let values = recent.compactMap(value).filter(\.isFinite).sorted()
            return values.isEmpty ? nil : values[values.count / 2]
        }
    }

    private func center(_ kind: PointerKind, _ middle: ((HeadSample) -> Double?) -> Double?) -> CalibrationCenter {
        let axis = HeadPoint(middle { $0.head?.leftward.x } ?? 1, middle { $0.head?.leftward.y } ?? 0)
        let length = (axis * axis).sum().squareRoot()
        var center = CalibrationCenter(
            position: HeadPoint(middle { $0.head?.position.x } ?? 0, middle { $0.head?.position.y } ?? 0),
            interocularDistance: middle { $0.head?.interocularDistance } ?? 1,
            // Axes that cancel out would mean a head turning upside down between two samples.
            leftward: length > 0 ? axis / length : HeadPoint(1, 0),
            height: middle { $0.head?.height })
        if kind == .pose, let yaw = middle({ $0.angles?.yaw }), let pitch = middle({ $0.angles?.pitch }) {
            center.angles = HeadAngles(yaw: yaw, pitch: pitch)
        } else if kind != .position, let left = middle({ $0.nose?.left }), let up = middle({ $0.nose?.up }) {
            center.nose = HeadOffset(left: left, up: up)
        }
        return center
    }
}

extension HeadSample {
    /// How far the head has turned since another sample, in IOD; how far it has moved if the angles are not known.
    fileprivate func distance(to other: HeadSample) -> Double {
        angles != nil && other.angles != nil ? turn(from: other) : shift(from: other)
    }

    /// How far the head has moved since another sample, in IOD of this one.
    fileprivate func shift(from other: HeadSample) -> Double {
        guard let head, let before = other.head else { return 0 }
        let jump = head.position - before.position
        return (jump * jump).sum().squareRoot() / head.interocularDistance
    }

    /// How far the head has turned since another sample, in IOD.
    fileprivate func turn(from other: HeadSample) -> Double {
        guard let now = angles, let before = other.angles else { return 0 }
        return now.distance(to: before) * GestureRules.turnLever * Double.pi / 180
    }
}

extension CalibrationCenter {
    /// Moves a part of the way, 0…1, towards the sample.
    mutating func follow(_ sample: HeadSample, part: Double) {
        guard let head = sample.head else { return }
        position += (head.position - position) * part
        interocularDistance += (head.interocularDistance - interocularDistance) * part
        let axis = leftward + (head.leftward - leftward) * part
        let length = (axis * axis).sum().squareRoot()
        if length > 0 { leftward = axis / length }
        if let old = height, let now = head.height { height = old + (now - old) * part }
        if let old = nose, let now = sample.nose { nose = old + (now - old) * part }
        if let old = angles, let now = sample.angles {
            angles = HeadAngles(yaw: old.yaw + (now.yaw - old.yaw) * part, pitch: old.pitch + (now.pitch - old.pitch) * part)
        }
    }
}
