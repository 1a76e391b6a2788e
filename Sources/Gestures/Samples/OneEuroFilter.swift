/// The one-euro filter (Casiez, Roussel and Vogel, CHI 2012) on an offset: a low pass whose cut-off rises with the speed,
/// so that a still head does not tremble and a quick one is not late. It goes by the real time between samples.
struct OneEuroFilter: Sendable {
    private var last: HeadOffset?
    private var speed = HeadOffset(left: 0, up: 0)

    /// The smoothed offset.
    /// - Parameters:
    ///   - seconds: since the sample before; a long gap or none starts afresh.
    ///   - cutoff: of a head at rest, in Hz; 0 for no smoothing.
    mutating func smooth(_ offset: HeadOffset, after seconds: Double, cutoff: Double, _ rules: GestureRules) -> HeadOffset {
        guard let last, cutoff > 0, seconds > 0, seconds < rules.smoothingGap else {
            self.last = offset
            speed = HeadOffset(left: 0, up: 0)
            return offset
        }
        let change = (offset - last) * (1 / seconds)
        speed = speed + (change - speed) * Self.part(rules.smoothingSpeedCutoff, seconds)
        // One cut-off for both axes: a straight line would come out bent otherwise.
        let smoothed = last + (offset - last) * Self.part(cutoff + rules.smoothingSlope * speed.length, seconds)
        self.last = smoothed
        return smoothed
    }

    /// Follows an origin that moved by `shift`.
    mutating func shift(by shift: HeadOffset) {
        if let old = last { last = old - shift }
    }

    private static func part(_ cutoff: Double, _ seconds: Double) -> Double {
        let constant = 1 / (2 * Double.pi * cutoff)
        return seconds / (seconds + constant)
    }
}
