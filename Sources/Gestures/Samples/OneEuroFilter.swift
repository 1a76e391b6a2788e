/// The one-euro filter (Casiez, Roussel and Vogel, CHI 2012) on an offset: a low-pass filter whose cut-off rises with the speed, so that a
/// still head does not tremble and a quick one does not lag. It uses the actual time between samples.
struct OneEuroFilter: Sendable {
    /// The filter's numbers, apart from the cut-off at rest.
    struct Numbers: Sendable {
        /// Slope of the cut-off against the speed, in Hz for each unit a second.
        var slope: Double
        /// Cut-off with which the speed is smoothed, in Hz.
        var speedCutoff: Double
        /// A gap between samples after which it restarts, in seconds.
        var gap: Double

        init(slope: Double, speedCutoff: Double, gap: Double) {
            self.slope = slope
            self.speedCutoff = speedCutoff
            self.gap = gap
        }

        /// Those for a head.
        init(_ rules: GestureRules) {
            self.init(slope: rules.smoothingSlope, speedCutoff: rules.smoothingSpeedCutoff, gap: rules.smoothingGap)
        }
    }

    private var last: HeadOffset?
    private var speed = HeadOffset(left: 0, up: 0)

    /// The smoothed offset.
    /// - Parameters:
    ///   - seconds: time since the sample before; the filter restarts if it is 0 or a long gap.
    ///   - cutoff: cut-off for a head at rest, in Hz; 0 for no smoothing.
    mutating func smooth(_ offset: HeadOffset, after seconds: Double, cutoff: Double, _ numbers: Numbers) -> HeadOffset {
        guard let last, cutoff > 0, seconds > 0, seconds < numbers.gap else {
            self.last = offset
            speed = HeadOffset(left: 0, up: 0)
            return offset
        }
        let change = (offset - last) * (1 / seconds)
        speed = speed + (change - speed) * Self.part(numbers.speedCutoff, seconds)
        // One cut-off for both axes; otherwise a straight line would become curved.
        let smoothed = last + (offset - last) * Self.part(cutoff + numbers.slope * speed.length, seconds)
        self.last = smoothed
        return smoothed
    }

    /// Adjusts to an origin that moved by `shift`.
    mutating func shift(by shift: HeadOffset) {
        if let old = last { last = old - shift }
    }

    private static func part(_ cutoff: Double, _ seconds: Double) -> Double {
        let constant = 1 / (2 * Double.pi * cutoff)
        return seconds / (seconds + constant)
    }
}
