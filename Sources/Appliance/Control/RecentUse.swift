import Glibc

/// Recent use with exponential decay: each use counts less the longer ago it was.
package struct RecentUse: Sendable {
    /// Seconds after which a use counts half.
    package static let halfLife = 5.0

    private var sum = 0.0
    private var last = 0.0

    package init() {}

    /// Adds one use.
    package mutating func add(at time: Double) {
        sum = amount(at: time) + 1
        last = time
    }

    package func amount(at time: Double) -> Double { sum * exp2(-max(0, time - last) / Self.halfLife) }
}
