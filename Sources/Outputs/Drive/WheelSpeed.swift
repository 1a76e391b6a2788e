import Gestures

/// The speed of a wheel: it comes down to rest before it turns the other way, and speeds up only when its line says which way it turns.
package struct WheelSpeed: Equatable, Sendable {
    /// -1 to 1, relative to full speed.
    package private(set) var value = 0.0
    /// Which way its lines must say: 1 forward, -1 back, 0 for none.
    package private(set) var way = 0
    private var wanted = 0.0
    private var lastTime: Double?
    /// Until when `value` has followed `wanted`.
    private var reached: Double?

    package init() {}

    /// Longest interval between two samples that speeds it up, in seconds. After a longer one the head was not seen.
    private static let longestGap = 0.3

    /// - Parameters:
    ///   - wanted: -1 to 1.
    ///   - line: which way its lines say now.
    ///   - slew: largest change in a second.
    ///   - time: of the sample, in seconds.
    package mutating func follow(_ wanted: Double, line: Int, slew: Double, at time: Double) {
        guard wanted.isFinite else { return stop() }
        if let lastTime, time - lastTime > Self.longestGap { (value, reached) = (0, nil) }
        (self.wanted, lastTime) = (wanted, time)
        approach(line, slew, until: time, mayRise: true)
    }

    /// Goes on between samples, towards what the last one asked for. A sample that is late may be lost: it does not speed up without it.
    package mutating func proceed(line: Int, slew: Double, to time: Double) {
        guard let lastTime else { return }
        approach(line, slew, until: time, mayRise: time <= lastTime + ProportionalAxis.foresight)
    }

    /// Stops at once.
    package mutating func stop() { self = WheelSpeed() }

    private mutating func approach(_ line: Int, _ slew: Double, until time: Double, mayRise: Bool) {
        let seconds = max(0, time - (reached ?? time))
        reached = max(reached ?? time, time)
        if line != way { value = 0 }
        if value == 0, mayRise { way = Self.way(wanted) }
        guard way != 0, line == way, seconds > 0 else { return }
        let target = Self.way(wanted) == way ? wanted : 0, change = slew * seconds
        guard mayRise || target.magnitude < value.magnitude else { return }
        value += min(change, max(-change, target - value))
        if value.magnitude < 1e-9 || Self.way(value) != way { (value, way) = (0, mayRise ? Self.way(wanted) : 0) }
    }

    private static func way(_ value: Double) -> Int { value > 0 ? 1 : value < 0 ? -1 : 0 }
}
