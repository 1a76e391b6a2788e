/// A movement that a person has taught: its course, and how far a movement may differ from it. Bound as `my-NAME`.
public struct TaughtGesture: Equatable, Sendable {
    /// Newest version of the text format. A template is written in the oldest one that knows its channels, so that older programs read it.
    public static let version = 2
    /// Number of points that a template may have: at most 4 seconds.
    public static let mostPoints = 80
    /// Points a second.
    public static let rate = 20.0

    /// How far a movement may differ from the template.
    public struct Limits: Equatable, Sendable {
        /// Least likeness, 0…1; 1 is the same course. Cosine of the angle between the two courses.
        public var likeness: Double
        /// Duration, in seconds.
        public var duration: ClosedRange<Double>
        /// Size as a multiple of the template's.
        public var size: ClosedRange<Double>

        public init(likeness: Double, duration: ClosedRange<Double>, size: ClosedRange<Double>) {
            self.likeness = likeness
            self.duration = duration
            self.size = size
        }
    }

    public var name: GestureName
    /// The channels that carry the movement.
    public internal(set) var channels: [TaughtChannel]
    public var limits: Limits
    /// The number of repetitions from which it was made.
    public internal(set) var repetitions: Int
    /// How often it is expected to fire by itself.
    public internal(set) var rate: TaughtRate
    /// The course, ``rate`` points a second, relative to where the movement began.
    var points: [TaughtPoint]
    /// The amount by which each channel differs between repetitions and at rest; its reciprocal weighs the channel. Zero for a channel that was
    /// not measured.
    var tolerance: TaughtPoint
    /// The course as it was taught, which bounds how far it may adapt.
    var taught: [TaughtPoint]

    init(name: GestureName, channels: [TaughtChannel], limits: Limits, repetitions: Int, rate: TaughtRate, points: [TaughtPoint], tolerance: TaughtPoint) {
        self.name = name
        self.channels = channels
        self.limits = limits
        self.repetitions = repetitions
        self.rate = rate
        self.points = points
        self.tolerance = tolerance
        taught = points
    }

    /// The name of a gesture to teach: letters and digits of any script, `-` and `_`, at most 32 bytes.
    /// - Returns: `nil` for any other text.
    public static func name(_ text: some StringProtocol) -> GestureName? {
        GestureName(taught: text)
    }

    /// Duration of the template, in seconds.
    public var duration: Double { Double(max(0, points.count - 1)) / Self.rate }
}
