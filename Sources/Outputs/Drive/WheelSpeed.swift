/// The speed of a wheel: it comes down to rest before it turns the other way, and speeds up only when its line says which way it turns.
package struct WheelSpeed: Equatable, Sendable {
    /// -1 to 1, relative to full speed.
    package private(set) var value = 0.0
    /// Which way its lines must say: 1 forward, -1 back, 0 for none.
    package private(set) var way = 0
    private var lastTime: Double?

    package init() {}

    /// Longest interval between two samples that speeds it up, in seconds. After a longer one the head was not seen.
    private static let longestGap = 0.3

    /// - Parameters:
    ///   - wanted: -1 to 1.
    ///   - line: which way its lines say now.
    ///   - slew: largest change in a second.
    ///   - time: of the sample, in seconds.
    package mutating func follow(_ wanted: Double, line: Int, slew: Double, at time: Double) {
        let seconds = lastTime.map { time - $0 } ?? 0
        lastTime = time
        guard wanted.isFinite else { return stop() }
        if line != way || seconds > Self.longestGap { value = 0 }
        if value == 0 { way = Self.way(wanted) }
        guard way != 0, line == way, seconds > 0, seconds <= Self.longestGap else { return }
        let target = Self.way(wanted) == way ? wanted : 0, change = slew * seconds
        value += min(change, max(-change, target - value))
        if value.magnitude < 1e-9 || Self.way(value) != way { (value, way) = (0, Self.way(wanted)) }
    }

    /// Stops at once.
    package mutating func stop() { self = WheelSpeed() }

    private static func way(_ value: Double) -> Int { value > 0 ? 1 : value < 0 ? -1 : 0 }
}
