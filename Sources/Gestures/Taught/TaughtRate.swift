/// How often a gesture is expected to fire by itself.
public struct TaughtRate: Equatable, Sendable {
    /// Expected number an hour.
    public var expected: Double
    /// The number an hour that is not exceeded with a probability of 95 %.
    public var upper95: Double
    /// Hours of ordinary movement from which both were computed.
    public var hours: Double

    public init(expected: Double, upper95: Double, hours: Double) {
        self.expected = expected
        self.upper95 = upper95
        self.hours = hours
    }
}

extension TaughtRate {
    /// The rate by recordings that did not serve to choose the limit.
    ///
    /// Nothing in four hours of other people is no promise for this one. So the library gives a rate by all that is somewhat like the gesture
    /// (``OrdinaryTail``), the person's own minutes scale it, movements that no library knows are added, and what fired in the own minutes counts on top:
    /// a gamma distribution of rates, of which the mean and the 95 % quantile are told.
    /// - Parameters:
    ///   - likeness: the gesture's limit.
    ///   - own: the person's own minutes.
    ///   - library: other people's movement; without any, the own minutes alone count.
    init(_ likeness: Double, own: TaughtScan.Share, library: TaughtScan.Share) {
        let hours = own.hours + library.hours, count = Double(own.count(likeness))
        guard hours > 0 else {
            self.init(expected: 0, upper95: Self.unknown, hours: 0)
            return
        }
        guard library.hours > 0 else {
            self.init(expected: count / hours, upper95: Self.quantile(count + 1) / hours, hours: hours)
            return
        }
        let tail = OrdinaryTail(library, at: likeness)
        let ownNear = Double(own.count(tail.widest))
        let restlessness = (Self.people + ownNear) / (Self.people + tail.near * own.hours)
        let known = tail.rate * restlessness
        let mean = known + Self.strange.mean
        let variance = known * known * (tail.variance + Self.spread) + Self.strange.mean * Self.strange.mean / Self.strange.shape
        let shape = mean * mean / variance + count, time = mean / variance + own.hours
        self.init(expected: shape / time, upper95: Self.quantile(shape) / time, hours: hours)
    }

    /// The bound without any recording.
    private static let unknown = 3600.0
    /// Movements that are not in the library: their mean rate an hour and the shape of its distribution over gestures and people. And the relative variance
    /// of people around the library's rate, and the shape of the prior of a person's restlessness. Set by simulated people of two families and by the recorded
    /// people of Tests/traces/high/talking (docs/lab/taught.md).
    private static let strange = (mean: 0.1, shape: 0.15), spread = 0.5, people = 4.0

    /// 95 % quantile of the gamma distribution of scale 1: 3.0 for a shape of 1, which is the bound of a count of 0 (Garwood 1936).
    static func quantile(_ shape: Double) -> Double {
        // Wilson and Hilferty's approximation of 1931 is good from 1 on; below, the quantile is taken between exact ones.
        guard shape < 1 else {
            let part = 1 - 1 / (9 * shape) + 1.6449 / (3 * shape.squareRoot())
            return shape * part * part * part
        }
        let place = min(max(0, shape * 10), 9.999), index = Int(place)
        return exact[index] + (exact[index + 1] - exact[index]) * (place - Double(index))
    }

    /// For shapes of 0, 0.1 … 1.
    private static let exact: [Double] = [0, 0.5804, 1.0305, 1.3723, 1.662, 1.9207, 2.159, 2.3826, 2.5951, 2.799, 2.9957]
}
