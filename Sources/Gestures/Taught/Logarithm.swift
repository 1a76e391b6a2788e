/// Logarithm and power, because the module has no library of functions.
enum Logarithm {
    /// Natural logarithm, by the series of the inverse hyperbolic tangent; 0 for what has none.
    static func natural(_ number: Double) -> Double {
        guard number > 0, number.isFinite else { return 0 }
        let part = (number.significand - 1) / (number.significand + 1), square = part * part
        let series = part * (1 + square * (1 / 3 + square * (1 / 5 + square * (1 / 7 + square / 9))))
        return Double(number.exponent) * 0.693147180559945 + 2 * series
    }

    /// Binary logarithm; 0 for what has none.
    static func two(_ number: Double) -> Double { natural(number) / 0.693147180559945 }

    /// e to a power of at most 0: the beginning of its series for a 1024th of the power, squared ten times.
    static func power(_ exponent: Double) -> Double {
        let small = max(exponent, -700) / 1024
        var power = 1 + small * (1 + small / 2 * (1 + small / 3))
        for _ in 0..<10 { power *= power }
        return power
    }
}
