import Outputs

/// How often a servo's pulse changes while a head stays where it is: each change is a buzz.
package struct ServoRest {
    private static let configuration = "[gestures]\nmax_hold = 600\n[axes.pan]\npwm = \"pwmchip0:0\"\n"
    private static let minute = 60.0

    /// What the pulses were to be in a minute, -1 to 1.
    private let values: [Double]

    /// - Parameter aside: where the head stays, in IOD to the left.
    /// - Throws: ``ConfigurationError`` and `ModelError`.
    package init(_ head: inout DriverHead, aside: Double) throws {
        var driven = try DrivenRobot(Self.configuration)
        head.show(until: 4, in: &driven)
        head.aim(left: aside, up: 0)
        head.show(until: 8, in: &driven)
        let before = max(0, driven.pans.count - 1)
        head.show(until: 8 + Self.minute, in: &driven)
        values = Array(driven.pans.dropFirst(before))
    }

    /// - Parameter hysteresis: in µs.
    package func changes(hysteresis: Double) -> Int {
        var target = PWMTarget(), width: Double?, last = 0, count = -1
        target.hysteresis = hysteresis
        for value in values {
            let new = target.pulses.width(value, after: width), nanoseconds = Int((new * 1e9).rounded())
            width = new
            if nanoseconds != last { (last, count) = (nanoseconds, count + 1) }
        }
        return max(0, count)
    }
}
