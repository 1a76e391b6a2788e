import Platform

/// Writes a value as one JSON object on one line, its keys in the order in which it encodes them.
///
/// JSONEncoder guarantees no order of keys, and people read the events too. Numbers have at most three decimals; a number that JSON
/// cannot represent is `null`. The keys of dictionaries are sorted.
package enum JSONLine {
    package static func text(_ value: some Encodable) -> String {
        let writer = LineWriter()
        try? writer.write(value)  // the writer itself throws nothing
        return writer.text
    }
}

/// Appends to one text. It is the container of lists and of single values, which differ only in their commas.
private final class LineWriter: Encoder, UnkeyedEncodingContainer, SingleValueEncodingContainer {
    let codingPath: [any CodingKey] = []
    let userInfo: [CodingUserInfoKey: Any] = [:]
    let count = 0
    private(set) var text = ""
    /// The closing bracket of the value that is being written, once it is known to be an object or a list.
    private var closing = ""

    func write(_ value: some Encodable) throws {
        let outer = closing
        closing = ""
        if let object = value as? [String: any Encodable] {
            let fields = Fields<Name>(writer: self)
            open("{", "}")
            for (key, value) in object.sorted(by: { $0.key < $1.key }) { try fields.encode(value, forKey: Name(stringValue: key)) }
        } else if let number = value as? any BinaryInteger {
            text += "\(number)"
        } else {
            try value.encode(to: self)
        }
        text += closing
        closing = outer
    }

    func add(key: any CodingKey) {
        separate()
        text += key.stringValue.literal + ":"
    }

    private func separate() {
        switch text.utf8.last {
        case nil, UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: ":"), UInt8(ascii: ","): break
        default: text += ","
        }
    }

    /// A value that encodes its parts one by one asks more than once.
    private func open(_ opening: String, _ closing: String) {
        guard self.closing.isEmpty else { return }
        text += opening
        self.closing = closing
    }

    private func add(_ value: String) {
        separate()
        text += value
    }

    func container<Key>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        open("{", "}")
        return KeyedEncodingContainer(Fields(writer: self))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        open("[", "]")
        return self
    }

    func singleValueContainer() -> any SingleValueEncodingContainer { self }

    func encodeNil() { add("null") }
    func encode(_ value: Bool) { add(value ? "true" : "false") }
    func encode(_ value: String) { add(value.literal) }
    func encode(_ value: Double) { add(NumberFormat.text(value)) }
    func encode(_ value: Float) { encode(Double(value)) }
    func encode(_ value: Int) { add("\(value)") }

    func encode<Value: Encodable>(_ value: Value) throws {
        separate()
        try write(value)
    }

    // The types that are written here nest without nested containers: these are never called.
    func nestedContainer<Key>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> { container(keyedBy: type) }
    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { self }
    func superEncoder() -> any Encoder { self }

    private struct Name: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }
}

private struct Fields<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let writer: LineWriter
    var codingPath: [any CodingKey] { [] }

    func encodeNil(forKey key: Key) {
        writer.add(key: key)
        writer.encodeNil()
    }

    func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
        writer.add(key: key)
        try writer.write(value)
    }

    func nestedContainer<Nested>(keyedBy type: Nested.Type, forKey key: Key) -> KeyedEncodingContainer<Nested> { writer.container(keyedBy: type) }
    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer { writer }
    func superEncoder() -> any Encoder { writer }
    func superEncoder(forKey key: Key) -> any Encoder { writer }
}
