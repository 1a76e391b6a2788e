import Gestures

/// Ordinary movement of simulated people who talk, look around, lean, cough, chew and startle, and tremble and wander meanwhile: what a taught gesture
/// must not take for itself. It is generated when it is needed, one person after the other, from a fixed seed.
package struct OrdinaryMovement: Sequence, Sendable {
    /// A person's share of it, in seconds.
    private static let share = 600.0
    private let seed: UInt64
    private let people: Int

    /// - Parameter hours: of movement, of six people each.
    package init(seed: UInt64 = 22, hours: Double = 4) {
        self.seed = seed
        people = Int((hours * 3600 / Self.share).rounded(.up))
    }

    package func makeIterator() -> AnyIterator<[HeadSample]> {
        var simulation = TraceSimulation(.tuned, seed: seed), left = people
        return AnyIterator {
            guard left > 0 else { return nil }
            left -= 1
            let person = simulation.limited()
            return simulation.ordinary(of: person, seconds: Self.share).trace.marks.map(\.sample)
        }
    }
}
