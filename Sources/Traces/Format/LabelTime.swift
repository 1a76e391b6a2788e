/// A time in a label file.
enum LabelTime {
    /// Seconds, as people and spreadsheets write them: "3.7", "3,7", "3.7 s", "0:03.7" or "1:02:03". `nil` for anything else.
    static func seconds(_ text: String) -> Double? {
        var text = text.replacing(",", with: ".").lowercased()[...]
        for unit in ["seconds", "sec", "s"] where text.hasSuffix(unit) {
            text = text.dropLast(unit.count)
            break
        }
        while text.last?.isWhitespace == true { text.removeLast() }
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard (1...3).contains(parts.count) else { return nil }
        var seconds = 0.0
        for (place, part) in parts.enumerated() {
            let isLast = place == parts.count - 1
            guard let value = number(part, isWhole: !isLast), parts.count == 1 || value >= 0, place == 0 || value < 60 else { return nil }
            seconds = seconds * 60 + value
        }
        return seconds
    }

    /// A number in decimal digits: Swift also reads "nan", "inf" and "0x1p3".
    private static func number(_ text: Substring, isWhole: Bool) -> Double? {
        guard let first = text.utf8.first, first != UInt8(ascii: "e") else { return nil }
        let known: Set<Character> = isWhole ? Set("0123456789") : Set("0123456789.eE+-")
        guard text.allSatisfy(known.contains), let value = Double(text), value.isFinite else { return nil }
        return value
    }
}
