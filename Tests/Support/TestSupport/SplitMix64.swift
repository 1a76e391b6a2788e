/// Reproducible random numbers (Steele, Lea and Flood 2014), so that a failure can be repeated.
package struct SplitMix64: RandomNumberGenerator, Sendable {
    private var state: UInt64

    package init(_ seed: some BinaryInteger) { state = UInt64(truncatingIfNeeded: seed) }

    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }

    package mutating func number(_ range: ClosedRange<Double>) -> Double { .random(in: range, using: &self) }

    package mutating func chance(_ part: Double) -> Bool { number(0...1) < part }
}
