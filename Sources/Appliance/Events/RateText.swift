import Platform

/// Rates and hours for people: two digits that matter.
enum RateText {
    static func text(_ value: Double) -> String { NumberFormat.text(value, decimals: value < 0.95 ? 2 : value < 9.5 ? 1 : 0) }
}
