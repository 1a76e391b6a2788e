/// Reads JSON (RFC 8259) in a time that grows with its length alone, whatever it says.
///
/// Not by `JSONDecoder`: it tells a value's type only by trying one after the other, and each try that fails describes where it was. 2 KB of
/// objects in objects took more than a second of the processor, which a control socket's client must not cost the loop that switches outputs.
struct JSONParser {
    struct Fault: Error {}

    /// Objects and lists within each other. No message comes near it.
    static let deepest = 32

    private let bytes: [UInt8]
    private var place = 0

    init(_ bytes: some Collection<UInt8>) { self.bytes = Array(bytes) }

    /// The value that all the bytes together are.
    mutating func whole() throws(Fault) -> JSONValue {
        let value = try value(within: 0)
        skipSpace()
        guard place == bytes.count else { throw Fault() }
        return value
    }

    private var next: UInt8? { place < bytes.count ? bytes[place] : nil }

    /// - Parameter depth: the number of objects and lists around the value.
    private mutating func value(within depth: Int) throws(Fault) -> JSONValue {
        skipSpace()
        switch next {
        case UInt8(ascii: "{"): return .object(try object(within: depth + 1))
        case UInt8(ascii: "["): return .list(try list(within: depth + 1))
        case UInt8(ascii: "\""): return .text(try text())
        case UInt8(ascii: "t"): return try word("true", .flag(true))
        case UInt8(ascii: "f"): return try word("false", .flag(false))
        case UInt8(ascii: "n"): return try word("null", .null)
        default: return .number(try number())
        }
    }

    private mutating func object(within depth: Int) throws(Fault) -> [String: JSONValue] {
        var fields: [String: JSONValue] = [:]
        try items(within: depth, until: UInt8(ascii: "}")) { parser throws(Fault) in
            guard parser.next == UInt8(ascii: "\"") else { throw Fault() }
            let name = try parser.text()
            parser.skipSpace()
            guard parser.take(UInt8(ascii: ":")) else { throw Fault() }
            fields[name] = try parser.value(within: depth)
        }
        return fields
    }

    private mutating func list(within depth: Int) throws(Fault) -> [JSONValue] {
        var values: [JSONValue] = []
        try items(within: depth, until: UInt8(ascii: "]")) { parser throws(Fault) in values.append(try parser.value(within: depth)) }
        return values
    }

    /// What stands between brackets, with commas in between.
    private mutating func items(within depth: Int, until end: UInt8, _ item: (inout JSONParser) throws(Fault) -> Void) throws(Fault) {
        guard depth <= Self.deepest else { throw Fault() }
        place += 1
        skipSpace()
        if take(end) { return }
        while true {
            try item(&self)
            skipSpace()
            if take(end) { return }
            guard take(UInt8(ascii: ",")) else { throw Fault() }
            skipSpace()
        }
    }

    private mutating func skipSpace() {
        while let byte = next, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { place += 1 }
    }

    private mutating func take(_ byte: UInt8) -> Bool {
        guard next == byte else { return false }
        place += 1
        return true
    }

    private mutating func word(_ word: String, _ value: JSONValue) throws(Fault) -> JSONValue {
        guard bytes[place...].starts(with: word.utf8) else { throw Fault() }
        place += word.utf8.count
        return value
    }

    // MARK: - Numbers

    private mutating func number() throws(Fault) -> Double {
        let start = place
        _ = take(UInt8(ascii: "-"))
        if !take(UInt8(ascii: "0")) { try digits() }
        if take(UInt8(ascii: ".")) { try digits() }
        if take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) {
            _ = take(UInt8(ascii: "+")) || take(UInt8(ascii: "-"))
            try digits()
        }
        guard let number = Double(String(decoding: bytes[start..<place], as: UTF8.self)), number.isFinite else { throw Fault() }
        return number
    }

    private mutating func digits() throws(Fault) {
        let start = place
        while let byte = next, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { place += 1 }
        guard place > start else { throw Fault() }
    }

    // MARK: - Texts

    private mutating func text() throws(Fault) -> String {
        place += 1
        var text: [UInt8] = []
        while let byte = next {
            place += 1
            switch byte {
            case UInt8(ascii: "\""):
                guard let text = String(validating: text, as: UTF8.self) else { throw Fault() }
                return text
            case UInt8(ascii: "\\"): text += try escaped()
            case 0..<0x20: throw Fault()
            default: text.append(byte)
            }
        }
        throw Fault()
    }

    private mutating func escaped() throws(Fault) -> [UInt8] {
        guard let byte = next else { throw Fault() }
        place += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return [byte]
        case UInt8(ascii: "b"): return [0x08]
        case UInt8(ascii: "f"): return [0x0C]
        case UInt8(ascii: "n"): return [0x0A]
        case UInt8(ascii: "r"): return [0x0D]
        case UInt8(ascii: "t"): return [0x09]
        case UInt8(ascii: "u"): return Array(String(Character(try scalar())).utf8)
        default: throw Fault()
        }
    }

    /// The character of `\u`, or of two of them that are a surrogate pair (UTF-16).
    private mutating func scalar() throws(Fault) -> Unicode.Scalar {
        let first = try unit()
        if let scalar = Unicode.Scalar(first) { return scalar }
        guard first < 0xDC00, take(UInt8(ascii: "\\")), take(UInt8(ascii: "u")) else { throw Fault() }
        let second = try unit()
        guard (0xDC00...0xDFFF).contains(second), let scalar = Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00)) else { throw Fault() }
        return scalar
    }

    private mutating func unit() throws(Fault) -> UInt32 {
        var unit: UInt32 = 0
        for _ in 0..<4 {
            guard let byte = next, let digit = Character(Unicode.Scalar(byte)).hexDigitValue else { throw Fault() }
            unit = unit << 4 | UInt32(digit)
            place += 1
        }
        return unit
    }
}
