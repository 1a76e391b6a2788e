import Gestures
import Glibc

/// The parameters in which simulated people, cameras and light differ. Angles in degrees, times in seconds.
package struct SimulatedPerson: Sendable {
    /// Eyes' distance in pixels. A head is 2.4 times as wide: heads of 60 to 260 pixels have 25 to 108.
    package var size: Double
    /// Frames a second, and the fraction of them that is lost.
    package var rate: Double
    var dropped: Double
    /// Standard deviation of a point, in pixels, and of an angle, in degrees, from frame to frame.
    var pointNoise: Double
    var angleNoise: Double
    /// Standard deviation of the angles' slow error.
    var wander: Double
    /// The head's tilt.
    var roll: Double
    /// Amplitude of the head's sway at rest, in IOD.
    package var sway: Double
    /// Speed of movement relative to the usual one.
    package var cadence: Double
    /// Amplitude of a gesture, in IOD.
    package var range: Double
    /// Fraction of a movement that goes sideways.
    package var askew: Double
    /// Overshoot past rest on the way back, as a fraction of the movement.
    package var overshoot: Double
    /// Fraction of a movement's time that is spent on the way out.
    package var outPart: Double
    /// Distance of the camera in IOD.
    var distance: Double
    /// Movements that never stop, of people who cannot keep still; `nil` for none.
    package var unrest: Unrest?
    /// Seed of brows and smile, for a person of whom there are several recordings; `nil` for others of each recording.
    package var shape: UInt64?

    /// Tremor, and slow wandering as in athetosis. Amplitudes in IOD.
    package struct Unrest: Sendable {
        var tremor: Double
        /// In Hz.
        var tremorRate: Double
        var wander: Double
        /// Seconds from one place to the next.
        var wanderTime: Double
    }

    init(_ family: Family, _ random: inout SeededGenerator) {
        func any(_ range: ClosedRange<Double>) -> Double { Double.random(in: range, using: &random) }
        /// Log-uniform: the lower half of a range of factors is as likely as the upper half.
        func anyFactor(_ range: ClosedRange<Double>) -> Double { exp(any(log(range.lowerBound)...log(range.upperBound))) }
        size = any(25...108)
        rate = family.rates.randomElement(using: &random) ?? any(8...30)
        dropped = any(family.dropped)
        // Measured on real clips: 0.1 to 0.2 pixels, 0.06 to 0.2 degrees. Bad light increases this up to five times.
        let light = any(family.light)
        pointNoise = 0.12 * light
        angleNoise = (0.06 + 3 / size) * light
        wander = any(family.wander)
        roll = any(-20...20)
        sway = any(family.sway)
        cadence = anyFactor(family.cadence)
        range = family.isRangeFactor ? anyFactor(0.12...0.8) : any(0.12...0.8)
        askew = any(-family.askew...family.askew)
        overshoot = any(family.overshoot)
        outPart = any(family.outPart)
        distance = any(8...16)
    }
}
