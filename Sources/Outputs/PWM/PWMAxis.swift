/// A servo or a motor on a PWM channel. It gets no pulses until it is first moved, and none after this value is deinitialised.
package final class PWMAxis: AxisDevice {
    /// The pulses for a servo or motor, in seconds.
    package struct Pulses: Equatable, Sendable {
        package var period: Double
        /// Width at -1, at rest, and at 1.
        package var low: Double
        package var middle: Double
        package var high: Double
        /// By how much it may be wrong, because a servo that follows every sway of a head buzzes.
        package var hysteresis = 0.0

        package init(period: Double, low: Double, middle: Double, high: Double) {
            self.period = period
            self.low = low
            self.middle = middle
            self.high = high
        }

        /// For hobby servos and the motor controllers of model cars: 50 pulses a second of 1 to 2 ms, 1.5 ms in the middle.
        package static let servo = Pulses(period: 0.02, low: 0.001, middle: 0.0015, high: 0.002)
        /// For a driver of a DC motor, above the audible range: 20 kHz, duty cycle 0 to 100 %. It turns one way only; negative values mean
        /// rest.
        package static let motor = Pulses(period: 0.00005, low: 0, middle: 0, high: 0.00005)

        /// The pulse width for a value of -1 to 1.
        package func width(_ value: Double) -> Double {
            let part = min(1, max(-1, value)), end = part < 0 ? low : high
            return min(period, max(0, middle + part.magnitude * (end - middle)))
        }

        /// The pulse width for a value after another one. The ends and rest are exact.
        package func width(_ value: Double, after last: Double?) -> Double {
            let width = width(value)
            guard let last, value != 0, value.magnitude < 1 else { return width }
            return (width - last).magnitude <= hysteresis ? last : width
        }
    }

    private let pulses: Pulses
    private let channel: PWMChannel
    private var width: Double?

    /// Requests the channel, switched off.
    /// - Parameter root: /sys/class/pwm, or another folder in tests.
    /// - Throws: ``OutputError`` if there is no such channel, if it is in use, or if it refuses the period.
    package init(_ address: PWMChannel.Address, pulses: Pulses, root: String = "/sys/class/pwm") throws(OutputError) {
        self.pulses = pulses
        channel = try PWMChannel(address, period: pulses.period, root: root)
    }

    deinit { try? rest() }

    package func move(value: Double, steps: Int) throws(OutputError) {
        guard value.isFinite else { return try rest() }
        let new = pulses.width(value, after: width)
        try channel.set(width: new)
        width = new
        try channel.enable()
    }

    /// Stops a motor, or moves a servo to its middle.
    package func rest() throws(OutputError) {
        guard channel.isEnabled else { return }
        try channel.set(width: pulses.width(0))
        width = pulses.width(0)
    }
}
