import Platform

/// Takes fields out of a packet's bytes.
struct FieldParser {
    private let bytes: [UInt8]
    private var place: Int
    private let end: Int

    init(_ bytes: [UInt8]) { (self.bytes, place, end) = (bytes, 0, bytes.count) }

    private init(_ bytes: [UInt8], _ range: Range<Int>) { (self.bytes, place, end) = (bytes, range.lowerBound, range.upperBound) }

    var isEmpty: Bool { place == end }
    var rest: ArraySlice<UInt8> { bytes[place..<end] }

    /// A whole number of some bytes.
    mutating func number(_ count: Int) throws(Ending) -> Int { try take(count).reduce(0) { $0 << 8 | Int($1) } }

    mutating func text() throws(Ending) -> String {
        let count = try number(2)
        guard let text = String(validating: try take(count), as: UTF8.self) else { throw .nonsense }
        return text
    }

    /// The properties of MQTT 5, by their numbers.
    mutating func properties() throws(Ending) -> Properties {
        let length = try variable()
        guard length <= end - place else { throw .nonsense }
        var fields = FieldParser(bytes, place..<(place + length)), found = Properties()
        place += length
        while !fields.isEmpty {
            let number = try fields.number(1)
            switch number {
            case 0x01, 0x17, 0x19, 0x24, 0x25, 0x28, 0x29, 0x2A: found.numbers[number] = try fields.number(1)
            case 0x13, 0x21, 0x22, 0x23: found.numbers[number] = try fields.number(2)
            case 0x02, 0x11, 0x18, 0x27: found.numbers[number] = try fields.number(4)
            case 0x0B: found.numbers[number] = try fields.variable()
            case 0x03, 0x08, 0x12, 0x15, 0x1A, 0x1C, 0x1F: found.texts[number] = try fields.text()
            case 0x09, 0x16: _ = try fields.take(try fields.number(2))
            case 0x26: _ = (try fields.text(), try fields.text())
            default: throw .nonsense
            }
        }
        return found
    }

    struct Properties {
        var numbers: [Int: Int] = [:], texts: [Int: String] = [:]

        /// The broker's own words, for people.
        var reason: String { texts[0x1F].map { " (" + $0.excerpt(200) + ")" } ?? "" }
    }

    private mutating func variable() throws(Ending) -> Int {
        var value = 0
        for shift in stride(from: 0, to: 28, by: 7) {
            let byte = try number(1)
            value |= (byte & 0x7F) << shift
            if byte < 0x80 { return value }
        }
        throw .nonsense
    }

    private mutating func take(_ count: Int) throws(Ending) -> ArraySlice<UInt8> {
        guard count <= end - place else { throw .nonsense }
        defer { place += count }
        return bytes[place..<(place + count)]
    }
}
