import Glibc

/// Tremor, and the slow wandering of athetosis: a head that goes from place to place and never rests.
package struct SimulatedUnrest: Sendable {
    private let unrest: SimulatedPerson.Unrest
    private var random: SeededGenerator
    private let phases: [Double]
    /// The tremor's strength comes and goes.
    private let waxing: Double
    private var from = SIMD4<Double>.zero, to = SIMD4<Double>.zero
    private var began = 0.0, ends = 0.0

    package init(_ unrest: SimulatedPerson.Unrest, seed: UInt64) {
        self.unrest = unrest
        var random = SeededGenerator(seed: seed)
        phases = (0..<4).map { _ in Double.random(in: 0...(2 * .pi), using: &random) }
        waxing = Double.random(in: 0.05...0.2, using: &random)
        self.random = random
    }

    package mutating func move(_ state: inout HeadState, at time: Double) {
        while time >= ends {
            (from, began) = (to, ends)
            to = SIMD4(random.normal(), random.normal(), random.normal(), random.normal()) * unrest.wander
            ends = began + unrest.wanderTime * Double.random(in: 0.5...1.5, using: &random)
        }
        let place = from + (to - from) * TraceSimulation.reach((time - began) / (ends - began))
        let strength = unrest.tremor * (1 + 0.6 * sin(2 * .pi * waxing * time + phases[3]))
        func tremor(_ index: Int) -> Double { strength * sin(2 * .pi * unrest.tremorRate * time + phases[index]) }
        state.yaw += TraceSimulation.degrees(place.x + tremor(0))
        state.pitch += TraceSimulation.degrees(place.y + tremor(1))
        state.roll += TraceSimulation.degrees(place.z + 0.5 * tremor(2)) / 2
        state.left += place.w * 0.5
    }
}
