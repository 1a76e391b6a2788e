/// Mouth, lids and brows in a range calibration: their measures at rest, and how far they go beyond.
struct RangeFace: Sendable {
    private var resting = PerExpression(all: [Double]())
    private var level = PerExpression(all: nil as Double?)
    /// How far each goes while it should rest, in the unit of ``ExpressionLimits``.
    private(set) var noise = PerExpression(all: 0.0)
    /// The last values of an expression, with their times.
    private var recent: [(seenAt: Double, value: Double)] = []
    private var asked: FacialExpression?

    /// Takes a sample at rest.
    mutating func rest(_ sample: HeadSample) {
        for expression in FacialExpression.allCases {
            if let (measured, _) = sample.measure(of: expression), measured.isFinite { resting[expression].append(measured) }
        }
    }

    /// The median of the rest is the level. Lids blink meanwhile for up to a sixth of the time, which is no noise.
    mutating func endRest() {
        for expression in FacialExpression.allCases where !resting[expression].isEmpty {
            let sorted = resting[expression].sorted(), middle = sorted[sorted.count / 2]
            level[expression] = middle
            noise[expression] = RangeCalibration.noise(sorted.map { max(0, expression.value($0, rest: middle)) },
                                                       part: expression == .eyesClosed ? 0.8 : 0.95, least: 0.01)
        }
        resting = PerExpression(all: [])
    }

    /// How far the face has been beyond its rest since two measurements ago, because a single one may be an error; lids since longer than a blink.
    /// `nil` if that is not known.
    mutating func value(_ expression: FacialExpression, _ sample: HeadSample, _ rules: GestureRules) -> Double? {
        guard let (measured, seenAt) = sample.measure(of: expression), measured.isFinite, let level = level[expression] else { return nil }
        if asked != expression { (asked, recent) = (expression, []) }
        guard recent.last.map({ seenAt > $0.seenAt }) ?? true else { return nil }
        recent.append((seenAt, expression.value(measured, rest: level)))
        let needed = expression == .eyesClosed ? rules.blink : 0
        guard let enough = recent.dropLast().lastIndex(where: { seenAt - $0.seenAt >= needed }) else { return nil }
        recent.removeSubrange(..<enough)
        return recent.map(\.value).min()
    }
}
