/// The text of an embedding in a file: `dlib:` and the bits of each number as eight lower-case hexadecimal digits, so that it comes back exactly.
extension FaceEmbedding {
    package var text: String {
        var text = "\(method.rawValue):"
        text.reserveCapacity(text.utf8.count + 8 * numbers.count)
        for number in numbers {
            let digits = String(number.bitPattern, radix: 16)
            text += String(repeating: "0", count: 8 - digits.count) + digits
        }
        return text
    }

    /// - Throws: ``FaceEmbeddingError`` for everything that ``text`` does not write.
    package init(text: String) throws(FaceEmbeddingError) {
        let parts = text.utf8.split(separator: UInt8(ascii: ":"), maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, let method = RecognitionMethod(rawValue: String(decoding: parts[0].prefix(20), as: UTF8.self)) else {
            let methods = RecognitionMethod.allCases.map { "\"\($0.rawValue):\"" }.joined(separator: " or ")
            throw FaceEmbeddingError("it does not begin with \(methods)")
        }
        let digits = Array(parts[1])
        guard digits.count == 8 * method.count else {
            throw FaceEmbeddingError("it has \(digits.count) digits; expected \(8 * method.count) by \(method.rawValue)")
        }
        var numbers: [Float] = []
        numbers.reserveCapacity(method.count)
        for start in stride(from: 0, to: digits.count, by: 8) {
            var bits: UInt32 = 0
            for place in start..<(start + 8) {
                guard let value = Self.value(ofDigit: digits[place]) else {
                    throw FaceEmbeddingError("digit \(place + 1) is not a lower-case hexadecimal digit")
                }
                bits = bits << 4 | value
            }
            numbers.append(Float(bitPattern: bits))
        }
        try self.init(method, numbers)
    }

    private static func value(ofDigit digit: UInt8) -> UInt32? {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(digit - UInt8(ascii: "0"))
        case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt32(digit - UInt8(ascii: "a") + 10)
        default: nil
        }
    }
}
