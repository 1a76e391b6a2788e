extension SimulatedPerson {
    /// The ranges from which people are drawn. Other ranges give people with whom the rules were not made.
    package struct Family: Sendable {
        package let name: String
        let dropped, light, wander, sway, cadence: ClosedRange<Double>
        let askew: Double
        let overshoot, outPart: ClosedRange<Double>
        /// Frames a second of their cameras; any from 8 to 30 if it is empty.
        let rates: [Double]
        /// Whether the lower half of the ranges, as factors, is as likely as the upper half.
        let isRangeFactor: Bool
        /// Whether heads that startle go down and forward as often as up and back, and some come back sooner.
        let startlesBothWays: Bool
        let own: OwnMovements

        /// Of the movements that people are taught: the most of each, and the shortest time from one place to the next.
        package struct OwnMovements: Sendable {
            let tremor, wander, wanderTime, out, back, sizeSpread, timeSpread, directionSpread: Double

            package static let wide = Self(tremor: 0.25, wander: 0.7, wanderTime: 4, out: 1.1, back: 1.3, sizeSpread: 0.22, timeSpread: 0.18,
                                           directionSpread: 12)
        }

        package init(_ name: String, dropped: ClosedRange<Double>, light: ClosedRange<Double>, wander: ClosedRange<Double>, sway: ClosedRange<Double>,
                     cadence: ClosedRange<Double>, askew: Double, overshoot: ClosedRange<Double>, outPart: ClosedRange<Double>, rates: [Double] = [],
                     isRangeFactor: Bool = false, startlesBothWays: Bool = false, own: OwnMovements = .wide) {
            self.name = name
            self.dropped = dropped
            self.light = light
            self.wander = wander
            self.sway = sway
            self.cadence = cadence
            self.askew = askew
            self.overshoot = overshoot
            self.outPart = outPart
            self.rates = rates
            self.isRangeFactor = isRangeFactor
            self.startlesBothWays = startlesBothWays
            self.own = own
        }

        /// The people with whom the rules were made.
        package static let tuned = Self(
            "tuned", dropped: 0...0.1, light: 1...4, wander: 0.2...0.6, sway: 0.004...0.02, cadence: 0.7...1.4, askew: 0.25, overshoot: 0...0.2,
            outPart: 0.35...0.6,
            own: OwnMovements(tremor: 0.2, wander: 0.6, wanderTime: 5, out: 1, back: 1.2, sizeSpread: 0.2, timeSpread: 0.15, directionSpread: 10))
    }
}
