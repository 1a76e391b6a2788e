/// The times of pictures that were taken regularly, but stamped when they arrived: browsers' recordings of a web camera.
///
/// A camera's own clock does not jitter like noise. Where the stamps do, they say when a picture was delivered; a movement measured by them
/// would seem to stop and jump. Clips that really have a variable rate keep their times: their gaps have a pattern, or last.
struct RegularTimes {
    /// Fewer pictures prove nothing.
    private static let fewest = 60
    /// Less jitter than this changes nothing, in seconds.
    private static let harmless = 0.003

    private let stamps: [Double]
    private let start: Double
    private let interval: Double

    /// - Parameter stamps: of all pictures, in any order, in seconds.
    /// - Returns: `nil` if the pictures were not taken regularly, or their stamps are good.
    init?(stamps: [Double]) {
        let stamps = stamps.sorted(), count = Double(stamps.count)
        guard stamps.count >= Self.fewest, let first = stamps.first else { return nil }
        let gaps = zip(stamps, stamps.dropFirst()).map { $1 - $0 }
        let mean = gaps.reduce(0, +) / Double(gaps.count)
        let away = gaps.map { $0 - mean }
        /// How much a gap says about the one that many places later, from -1 to 1.
        func likeness(_ distance: Int) -> Double {
            zip(away, away.dropFirst(distance)).reduce(0) { $0 + $1.0 * $1.1 }
        }
        let power = likeness(0)
        guard power / count > Self.harmless * Self.harmless else { return nil }
        // Noise on each stamp makes the gap before it longer and the one behind it shorter, and no other.
        guard (-0.7 ... -0.3).contains(likeness(1) / power), abs(likeness(2) / power) < 0.25 else { return nil }
        // The straight line through all stamps.
        let middle = (count - 1) / 2, average = stamps.reduce(0) { $0 + ($1 - first) } / count
        var slope = 0.0, spread = 0.0
        for (index, stamp) in stamps.enumerated() {
            let offset = Double(index) - middle
            slope += offset * (stamp - first - average)
            spread += offset * offset
        }
        interval = slope / spread
        start = max(0, first + average - interval * middle)
        self.stamps = stamps
        let step = interval, begin = start
        guard step > 0, stamps.enumerated().allSatisfy({ abs($1 - begin - Double($0) * step) < step }) else { return nil }
    }

    /// When the picture with this stamp was taken, in seconds.
    func time(_ stamp: Double) -> Double {
        var low = 0, high = stamps.count
        while low < high {
            let middle = (low + high) / 2
            if stamps[middle] < stamp - 1e-4 { low = middle + 1 } else { high = middle }
        }
        guard low < stamps.count, abs(stamps[low] - stamp) < 1e-4 else { return stamp }
        return start + Double(low) * interval
    }
}
