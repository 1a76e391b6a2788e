/// One repetition of a movement: the samples from a moment before it to a moment after it.
public struct TaughtRepetition: Equatable, Sendable {
    public var samples: [HeadSample]
    /// When the movement began and ended, in seconds.
    public var began: Double
    public var ended: Double

    /// - Parameters:
    ///   - samples: from at least 1 s before the movement to 1 s after it.
    ///   - began: when the movement began, in seconds.
    ///   - ended: when it ended, in seconds.
    public init(samples: [HeadSample], began: Double, ended: Double) {
        self.samples = samples
        self.began = began
        self.ended = ended
    }
}
