// Smoothing that is strong at rest and weak in movement.

/// The one-euro filter (Casiez, Roussel and Vogel, CHI 2012) on an offset: a low pass whose cut-off rises with the speed,
/// so that a still head does not tremble and a quick one is not late. It goes by the real time between samples.
struct OneEuroFilter: Sendable {
    /// How much the cut-off rises with the speed, in Hz for an IOD a second.
    private static let slope = 6.0
    /// Cut-off for the speed itself, in Hz.
    private static let speedCutoff = 2.0

    private var last: HeadOffset?
    private var speed = HeadOffset(left: 0, up: 0)

    /// The smoothed offset.
    /// - Parameters:
    ///   - seconds: since the sample before; a long time or none starts anew.
    ///   - cutoff: of a head at rest, in Hz; 0 for no smoothing.
    mutating func smooth(_ offset: HeadOffset, after seconds: Double, cutoff: Double) -> HeadOffset {
        guard let last, cutoff > 0, seconds > 0, seconds < 0.5 else {
            self.last = offset
            speed = HeadOffset(left: 0, up: 0)
            return offset
        }
        let change = (offset - last) * (1 / seconds)
        speed = speed + (change - speed) * Self.part(Self.speedCutoff, seconds)
        // Both axes alike: a smoothed line bends otherwise.
        let smoothed = last + (offset - last) * Self.part(cutoff + Self.slope * speed.length, seconds)
        self.last = smoothed
        return smoothed
    }

    /// The measure moved by `shift`: so did what is remembered.
    mutating func shift(by shift: HeadOffset) {
        if let old = last { last = old - shift }
    }

    private static func part(_ cutoff: Double, _ seconds: Double) -> Double {
        let constant = 1 / (2 * Double.pi * cutoff)
        return seconds / (seconds + constant)
    }
}
