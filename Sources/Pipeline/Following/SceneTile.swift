// What one tile of a scene usually shows, and how much of what it shows now is new.
import Glibc

/// A tile's past, in grey levels.
struct SceneTile {
    /// A number for each kind of search: where anything is new, of the whole view (x) and of a part (y); and where what is new
    /// came to rest, of a part (z) and of the whole view (w).
    typealias Weights = SIMD4<Float>

    /// What some seconds do to every tile.
    struct Passed {
        let seconds: Float, learning: Float, habituation: Float, recovery: Float

        init(_ seconds: Double) {
            func part(of time: Double) -> Float { Float(1 - exp(-seconds / time)) }
            self.seconds = Float(seconds)
            (learning, habituation, recovery) = (part(of: 4), part(of: 8), part(of: 2))
        }
    }

    /// What searching the whole view, or a part, leaves of the weights.
    static let afterWhole = Weights(0.4, 1, 0.8, 0.1), afterPart = Weights(1, 0.4, 0.1, 1)

    /// A difference that noise makes, and one that counts no more.
    private static let noise: Float = 2, most: Float = 40
    /// A difference that is so many times the tile's usual one is nothing new.
    private static let timesHabit: Float = 1.5
    /// A step from look to look that is a motion; one that blurs a face and one that only something makes which may come to rest
    /// here, both also as parts of the difference that there is.
    private static let motion: Float = 1.5, blur: (least: Float, part: Float) = (1, 0.25), coming: (least: Float, part: Float) = (3, 0.3)
    /// Something rests where steps are smaller, for so many seconds.
    private static let rest: (most: Float, part: Float, time: Float) = (1, 0.15, 0.12)
    /// What remains of the weight of what is blurred.
    private static let blurred: Float = 0.5
    /// What a grey level of motion gives back of the weight that a search took.
    private static let refreshed: Float = 1.0 / 60

    /// Brightness at the last look, and usually.
    private(set) var last: Float
    private(set) var usual: Float
    /// The usual difference from the usual brightness.
    private var habit: Float = 0
    private var timeAtRest: Float = 0
    /// 0…1: 1 is what has not been searched. Nothing has come to rest yet.
    private var fresh = Weights(1, 1, 0, 0)

    init(showing value: Float) {
        last = value
        usual = value
    }

    /// Takes what the tile shows now.
    /// - Parameter light: by how much the whole picture is lighter than it was, and than it usually is.
    /// - Returns: what is new for each kind of search.
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

    /// It is searched.
    mutating func search(leaving remains: Weights) { fresh *= remains }
}
