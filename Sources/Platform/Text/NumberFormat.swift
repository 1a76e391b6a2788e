/// Numbers as short text, for JSON, tables and messages.
package enum NumberFormat {
    /// A number with at most so many decimals; `null` for a number that JSON cannot represent.
    /// - Parameter decimals: a negative number counts as 0.
    package static func text(_ value: Double, decimals: Int = 3) -> String {
        guard value.isFinite, value.magnitude < 1e12 else { return "null" }
        var scale = 1.0
        for _ in 0..<max(0, decimals) { scale *= 10 }
        let scaled = (value * scale).rounded()
        return (scaled == 0 ? 0 : scaled / scale).shortest
    }
}

extension Double {
    /// With at most two decimals, for people.
    package var short: String { NumberFormat.text(self, decimals: 2) }

    /// The shortest text that reads back as the same number, without ".0" on whole ones.
    package var shortest: String {
        let text = "\(self)"
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }
}
