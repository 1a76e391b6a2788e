/// How often a client is told every axis, so that it can rest when it hears nothing.
struct AxisRate {
    private let interval: Double
    /// In seconds on the loop's clock.
    private(set) var next: Double

    /// - Parameter rate: times a second.
    init(_ rate: Double, from now: Double) { (interval, next) = (1 / rate, now) }

    /// Whether it is time; what came too late is not made up for.
    mutating func isDue(at now: Double) -> Bool {
        guard now >= next else { return false }
        next = max(next + interval, now)
        return true
    }
}
