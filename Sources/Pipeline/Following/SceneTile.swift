import Glibc

/// History of a tile, in grey levels: what it usually shows, and how much of what it shows now is new.
struct SceneTile {
    /// One weight for each kind of search: for changes, of the whole view (x) and of a part (y); for changes that came to rest, of a part
    /// (z) and of the whole view (w).
    typealias Weights = SIMD4<Float>

    /// Update factors for an elapsed time.
    struct Passed {
        let seconds: Float, learning: Float, habituation: Float, recovery: Float

        init(_ seconds: Double) {
            func part(of time: Double) -> Float { Float(1 - exp(-seconds / time)) }
            self.seconds = Float(seconds)
            (learning, habituation, recovery) = (part(of: 4), part(of: 8), part(of: 2))
        }
    }

    /// Factors for the weights after a search of the whole view, or of a part.
    static let afterWhole = Weights(0.4, 1, 0.8, 0.1), afterPart = Weights(1, 0.4, 0.1, 1)

    /// Noise floor of a difference, and its upper limit.
    private static let noise: Float = 2, most: Float = 40
    /// A difference up to this multiple of the tile's usual one is not new.
    private static let timesHabit: Float = 1.5
    /// Steps from one examined frame to the next: the size of a motion; that of a motion that blurs a face; and that of something arriving
    /// that may come to rest here. The last two also as fractions of the present difference.
    private static let motion: Float = 1.5, blur: (least: Float, part: Float) = (1, 0.25), coming: (least: Float, part: Float) = (3, 0.3)
    /// Something is at rest when steps stay below `most`, or below the fraction `part` of the difference, for `time` seconds.
    private static let rest: (most: Float, part: Float, time: Float) = (1, 0.15, 0.12)
    /// Weight factor of a blurred tile.
    private static let blurred: Float = 0.5
    /// Fraction of the weight lost by searches that is restored per grey level of motion.
    private static let refreshed: Float = 1.0 / 60

    /// Brightness in the last examined frame, and usual brightness.
    private(set) var last: Float
    private(set) var usual: Float
    /// The usual difference from the usual brightness.
    private var habit: Float = 0
    private var timeAtRest: Float = 0
    /// 0…1; 1 means not yet searched. At first nothing has come to rest.
    private var fresh = Weights(1, 1, 0, 0)

    init(showing value: Float) {
        last = value
        usual = value
    }

    /// Updates the tile with its current brightness.
    /// - Parameter light: change of the whole frame's brightness since the last frame, and from the usual one.
    /// - Returns: what is new, for each kind of search.
    mutating func see(_ value: Float, light: (step: Float, usual: Float), _ passed: Passed) -> Weights {
        let step = abs(value - last - light.step), away = min(abs(value - usual - light.usual), Self.most)
        let news = max(0, away - Self.noise - Self.timesHabit * habit)
        if step > max(Self.coming.least, Self.coming.part * away) {
            fresh.z = 1
            fresh.w = 1
            timeAtRest = 0
        } else if step <= max(Self.rest.most, Self.rest.part * away) {
            timeAtRest += passed.seconds
        }
        let recovered = min(1, passed.recovery + (step > Self.motion ? step * Self.refreshed : 0))
        fresh.lowHalf += (1 - fresh.lowHalf) * recovered
        habit += (away - habit) * passed.habituation
        usual += (value - usual) * passed.learning
        last = value
        let sharp = step > max(Self.blur.least, Self.blur.part * away) ? Self.blurred : 1
        let rests: Float = timeAtRest >= Self.rest.time ? 1 : 0
        return fresh * news * Weights(sharp, sharp, rests, rests)
    }

    /// Records that the tile was searched.
    mutating func search(leaving remains: Weights) { fresh *= remains }
}
