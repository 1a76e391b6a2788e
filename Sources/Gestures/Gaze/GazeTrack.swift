/// The gaze over time: corrected, smoothed, and remembered for a moment while the eyes are not measured.
struct GazeTrack: Sendable {
    /// Seconds for which the eyes may be unknown, as in a blink. Blinks take 0.1 to 0.4 s.
    static let blink = 0.4
    /// Seconds for which a measurement tells where the user looks now. The eyes are measured at most every 0.055 s.
    static let freshness = 0.15
    /// A gaze this far from its smoothed value, in degrees, twice in a row has jumped: the smoothing starts anew.
    private static let jump = 5.0
    /// 180/π: sines of small angles to degrees.
    private static let degrees = 180 / Double.pi

    private var filter = GazeFilter(.oneEuro)
    /// Whether the last gaze was far from its smoothed value.
    private var isFar = false
    /// The last smoothed look; its time is that of the last sample with a gaze.
    private(set) var last: GazeLook?

    /// Seconds since the gaze was known.
    func age(at time: Double) -> Double { last.map { time - $0.time } ?? .infinity }

    /// Where the user looks, from a point of the screen, as the offset of a head that turned there, in IOD: 10 degrees are 0.21. Zero for the
    /// moment of a blink; `nil` if the gaze is unknown.
    func offset(from middle: GazePoint, at time: Double) -> HeadOffset? {
        guard let look = last else { return nil }
        let age = age(at: time)
        guard age <= Self.freshness else { return age <= Self.blink ? HeadOffset(left: 0, up: 0) : nil }
        let away = look.direction - look.direction(to: middle)  // sines of small angles
        return HeadOffset(left: -away.x, up: away.y) * GestureRules.turnLever
    }

    /// Takes a sample's look.
    /// - Parameter look: not corrected; `nil` if the eyes are unknown.
    /// - Returns: the smoothed look; `nil` if the eyes are unknown.
    mutating func add(_ look: GazeLook?, at time: Double, _ correction: GazeCorrection?) -> GazeLook? {
        guard let correction, var look = look.map(correction.apply), look.isFinite else { return nil }
        if age(at: time) > Self.blink { filter = GazeFilter(.oneEuro) }
        let bare = look.direction * Self.degrees
        var smoothed = filter.smooth(GazePoint(right: bare.x, up: bare.y), at: time)
        let away = bare - SIMD2(smoothed.right, smoothed.up), wasFar = isFar
        isFar = (away * away).sum() > Self.jump * Self.jump
        if isFar, wasFar {
            filter = GazeFilter(.oneEuro)
            smoothed = filter.smooth(GazePoint(right: bare.x, up: bare.y), at: time)
            isFar = false
        }
        look.direction = SIMD2(smoothed.right, smoothed.up) / Self.degrees
        look.time = time
        last = look
        return look
    }

    /// The next look is the first one.
    mutating func forget() { last = nil }
}
