/// How often a value lay where, for `status`. Its memory is allocated once.
package struct Histogram: Codable, Equatable, Sendable {
    /// Upper bounds, rising; a value on a bound belongs to it.
    package let bounds: [Double]
    /// How many values lay below each bound and above the one before it; the last number counts those above all bounds.
    package private(set) var counts: [Int]
    package private(set) var sum = 0.0

    package init(bounds: [Double]) {
        self.bounds = bounds
        counts = [Int](repeating: 0, count: bounds.count + 1)
    }

    package mutating func add(_ value: Double) {
        guard value.isFinite else { return }
        var place = 0
        while place < bounds.count, value > bounds[place] { place += 1 }
        counts[place] += 1
        sum += value
    }
}
