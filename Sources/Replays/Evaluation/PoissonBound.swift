import Glibc

/// Upper confidence bound of a Poisson mean.
package enum PoissonBound {
    /// The largest mean for which observing `count` or fewer still has a probability of 5 %: the exact one-sided bound (Garwood 1936), 3.0
    /// for a count of 0.
    package static func upper95(_ count: Int) -> Double {
        var low = Double(count), high = Double(count) + 10 + 4 * Double(count + 1).squareRoot()
        for _ in 0..<60 {
            let middle = (low + high) / 2
            if chance(ofAtMost: count, mean: middle) > 0.05 { low = middle } else { high = middle }
        }
        return (low + high) / 2
    }

    private static func chance(ofAtMost count: Int, mean: Double) -> Double {
        // Computed with logarithms, because exp(-mean) alone underflows to zero from 745 on.
        (0...count).reduce(0) { $0 + exp(Double($1) * log(mean) - mean - lgamma(Double($1) + 1)) }
    }
}
