/// Spread and range of numbers.
struct Moments {
    private var count = 0.0, sum = 0.0, squares = 0.0
    private var lowest = Double.infinity, highest = -Double.infinity

    mutating func add(_ value: Double) {
        count += 1
        sum += value
        squares += value * value
        lowest = min(lowest, value)
        highest = max(highest, value)
    }

    var deviation: Double { count > 0 ? max(0, squares / count - sum / count * (sum / count)).squareRoot() : 0 }
    var range: Double { count > 0 ? highest - lowest : 0 }
}
