import FoundationEssentials
import Platform
import Testing
import TestSupport

@Suite("JSON from strangers")
struct JSONValueTests {
    @Test("an object is read as RFC 8259 has it; whatever else the bytes are is none", arguments: [
        (" {\"a\" : 1 , \"b\":[ ] }\r\n", ["a": .number(1), "b": .list([])]),
        (#"{"a":-0.5e+2,"b":0,"c":1E-2,"d":true,"e":false,"f":null}"#, ["a": .number(-50), "b": .number(0), "c": .number(0.01), "d": .flag(true), "e": .flag(false), "f": .null]),
        (#"{"a":"\"\\\/\b\f\n\r\tä\u00e4\uD83D\ude00\u0000"}"#, ["a": .text("\"\\/\u{8}\u{C}\n\r\tää😀\0")]),
        (#"{"a":{"b":[{"c":[]},"d"]}}"#, ["a": .object(["b": .list([.object(["c": .list([])]), .text("d")])])]),
        (#"{"a":1,"a":2}"#, ["a": .number(2)]),
        ("", nil), ("{", nil), ("{}}", nil), ("{} x", nil), ("[1]", nil), ("\"a\"", nil), ("1", nil), ("{\"a\"}", nil), ("{\"a\":}", nil), ("{a:1}", nil), ("{1:1}", nil),
        ("{\"a\":1,}", nil), ("{,}", nil), ("{\"a\":[1,]}", nil), ("{\"a\":[1 2]}", nil), ("{\"a\":01}", nil), ("{\"a\":+1}", nil), ("{\"a\":1.}", nil), ("{\"a\":.5}", nil),
        ("{\"a\":1e}", nil), ("{\"a\":-}", nil), ("{\"a\":1e999}", nil), ("{\"a\":NaN}", nil), ("{\"a\":tru}", nil), ("{\"a\":truee}", nil), ("{\"a\":\"b}", nil),
        ("{\"a\":\"\n\"}", nil), (#"{"a":"\x"}"#, nil), (#"{"a":"\u12"}"#, nil), (#"{"a":"\uD800"}"#, nil), (#"{"a":"\uD800\u0041"}"#, nil), (#"{"a":"\uDC00"}"#, nil),
        ("\u{FEFF}{}", nil), ("{\"a\":\"\\", nil),
    ] as [(String, [String: JSONValue]?)])
    func grammar(text: String, fields: [String: JSONValue]?) { #expect(JSONValue.object(text.utf8) == fields, "\(text)") }

    @Test("bytes that are not UTF-8 are no text")
    func encoding() {
        for bytes in [[0xFF], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xC3]] as [[UInt8]] { #expect(JSONValue.object(Array("{\"a\":\"".utf8) + bytes + Array("\"}".utf8)) == nil) }
    }

    @Test("32 objects and lists within each other are read, and no more, without a deep stack")
    func depth() {
        func nested(_ begin: String, _ end: String, _ count: Int) -> String { String(repeating: begin, count: count) + "1" + String(repeating: end, count: count) }
        for (begin, end) in [("{\"a\":", "}"), ("[", "]")] {
            #expect(JSONValue.object("{\"a\":\(nested(begin, end, 31))}".utf8) != nil)
            for count in [32, 500, 100_000] { #expect(JSONValue.object("{\"a\":\(nested(begin, end, count))}".utf8) == nil) }
        }
    }

    @Test("what is written is read again, and damaged text is read as Foundation reads it or not at all", arguments: 0..<20)
    func random(seed: UInt64) {
        var random = SplitMix64(seed)
        for _ in 0..<200 {
            let fields = random.object(within: 0), line = JSONValue.object(fields).line
            #expect(JSONValue.object(line.utf8) == fields, "\(line)")
            var bytes = Array(line.utf8)
            let place = Int.random(in: 0..<bytes.count, using: &random)
            switch Int.random(in: 0...2, using: &random) {
            case 0: bytes[place] = random.element(Array("{}[]\",:\\0e-. ux".utf8))
            case 1: bytes.remove(at: place)
            default: bytes.insert(random.element(Array("{}[]\",:\\0e-. ux".utf8)), at: place)
            }
            guard let read = JSONValue.object(bytes) else { continue }
            #expect((try? JSONDecoder().decode(Slowly.self, from: Data(bytes)))?.value == .object(read), "\(String(decoding: bytes, as: UTF8.self))")
        }
    }
}

/// A JSON value as Foundation reads it.
private struct Slowly: Decodable {
    let value: JSONValue

    init(from decoder: any Decoder) throws {
        let one = try decoder.singleValueContainer()
        if one.decodeNil() { value = .null }
        else if let flag = try? one.decode(Bool.self) { value = .flag(flag) }
        else if let number = try? one.decode(Double.self) { value = .number(number) }
        else if let text = try? one.decode(String.self) { value = .text(text) }
        else if let list = try? one.decode([Slowly].self) { value = .list(list.map(\.value)) }
        else { value = .object(try one.decode([String: Slowly].self).mapValues(\.value)) }
    }
}

/// Random JSON.
extension SplitMix64 {
    fileprivate mutating func element<Element>(_ all: [Element]) -> Element { all[Int.random(in: 0..<all.count, using: &self)] }

    fileprivate mutating func object(within depth: Int) -> [String: JSONValue] {
        var fields: [String: JSONValue] = [:]
        // One damaged byte makes no two of them one name, of which Foundation takes the first.
        for _ in 0..<Int.random(in: 0...3, using: &self) { fields[element(["one", "two", "ä\n\"", ""])] = value(within: depth + 1) }
        return fields
    }

    private mutating func value(within depth: Int) -> JSONValue {
        switch Int.random(in: 0...(depth < 4 ? 6 : 4), using: &self) {
        case 0: return .null
        case 1: return .flag(Bool.random(using: &self))
        case 2: return .number(element([0, -1, 0.25, 1e20, -1.5e-7, 3, 123_456_789]))
        case 3: return .text(element(["", "x", "ä\u{1}\"\\/😀", "\u{2028}", "\u{7F}"]))
        case 4: return .number(Double(Int.random(in: -1000...1000, using: &self)))
        case 5: return .list((0..<Int.random(in: 0...3, using: &self)).map { _ in value(within: depth + 1) })
        default: return .object(object(within: depth))
        }
    }
}
