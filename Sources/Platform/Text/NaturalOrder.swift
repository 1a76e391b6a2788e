/// The order in which people count: "2.jpg" before "10.jpg".
package enum NaturalOrder {
    package static func precedes(_ a: String, _ b: String) -> Bool {
        let left = pieces(a), right = pieces(b)
        for (x, y) in zip(left, right) where x != y {
            guard let first = number(x), let second = number(y) else { return x.lexicographicallyPrecedes(y) }
            if first.count != second.count { return first.count < second.count }
            if first != second { return first.lexicographicallyPrecedes(second) }
        }
        // "01" and "1" are the same number; then the text decides.
        return left.count != right.count ? left.count < right.count : a < b
    }

    /// Runs of digits, and what lies between them.
    private static func pieces(_ text: String) -> [ArraySlice<UInt8>] {
        var pieces: [ArraySlice<UInt8>] = []
        var rest = Array(text.utf8)[...]
        while let first = rest.first {
            let piece = rest.prefix { isDigit($0) == isDigit(first) }
            pieces.append(piece)
            rest = rest.dropFirst(piece.count)
        }
        return pieces
    }

    /// The digits of a number without its leading zeros; `nil` for another text.
    private static func number(_ piece: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        guard let first = piece.first, isDigit(first) else { return nil }
        return piece.drop { $0 == UInt8(ascii: "0") }
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
}
