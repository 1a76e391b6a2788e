/// How often axes are told: each at most so many times a second, its newest value, and its rest at once. A value without a clock.
package struct AxisPace: Sendable {
    /// Values of each axis a second; 0 for none.
    private let rate: Double
    private var told: [String: (value: Double, time: Double)] = [:]

    package init(rate: Double) { self.rate = rate }

    /// What to tell of these positions now.
    package mutating func due(_ axes: [String: Double], at time: Double) -> [(name: String, value: Double)] {
        guard rate > 0 else { return [] }
        let news = axes.filter { isDue($0.key, $0.value, at: time) }.sorted { $0.key < $1.key }
        for (name, value) in news { told[name] = (value, time) }
        return news.map { (name: $0.key, value: $0.value) }
    }

    private func isDue(_ name: String, _ value: Double, at time: Double) -> Bool {
        guard let last = told[name] else { return true }
        return value != last.value && (value == 0 || time - last.time >= 1 / rate)
    }

    /// Seconds until a changed value is due.
    package func wait(_ axes: [String: Double], at time: Double) -> Double {
        var wait = Double.infinity
        for (name, value) in axes where rate > 0 {
            if let last = told[name], last.value != value { wait = min(wait, max(0, last.time + 1 / rate - time)) }
        }
        return wait
    }
}
