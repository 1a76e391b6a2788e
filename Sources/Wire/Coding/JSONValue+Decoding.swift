import Platform

extension JSONValue {
    /// A typed value of parsed JSON. Its cost grows with the JSON's length alone, and a failure describes nothing: what comes from outside is
    /// read by the bounded parser first, never by `JSONDecoder`.
    /// - Throws: ``Mismatch`` if a field is missing or of another type.
    package func decoded<Value: Decodable>(as type: Value.Type = Value.self) throws -> Value { try ValueDecoder.read(type, of: self) }

    /// The value of one line; `nil` if it is not JSON, or not of this type.
    package static func decoded<Value: Decodable>(_ type: Value.Type = Value.self, from line: some StringProtocol) -> Value? {
        JSONValue.object(line.utf8).flatMap { try? JSONValue.object($0).decoded(as: type) }
    }

    /// A value that is not as its type wants it.
    package struct Mismatch: Error {}
}

/// One value of the tree: the decoder, and its container as a single value.
private struct ValueDecoder: Decoder, SingleValueDecodingContainer {
    let value: JSONValue
    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    static func read<Value: Decodable>(_ type: Value.Type, of value: JSONValue) throws -> Value {
        // The basic types would ask a container for themselves, without end.
        if let whole = type as? any FixedWidthInteger.Type { return try exact(whole, value) }
        let basic: Any? = switch value {
        case .flag(let flag): flag
        case .number(let number): number
        case .text(let text): text
        case .null, .list, .object: nil
        }
        if let basic, let found = basic as? Value { return found }
        if type == Bool.self || type == Double.self || type == Float.self || type == String.self { throw JSONValue.Mismatch() }
        return try Value(from: ValueDecoder(value: value))
    }

    private static func exact<Value>(_ type: any FixedWidthInteger.Type, _ value: JSONValue) throws -> Value {
        guard case .number(let number) = value, let whole = type.init(exactly: number) as? Value else { throw JSONValue.Mismatch() }
        return whole
    }

    func decodeNil() -> Bool { value == .null }
    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try Self.read(type, of: value) }
    func singleValueContainer() -> any SingleValueDecodingContainer { self }

    func container<Key>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        guard let fields = value.fields else { throw JSONValue.Mismatch() }
        return KeyedDecodingContainer(ObjectContainer(fields: fields))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        guard case .list(let list) = value else { throw JSONValue.Mismatch() }
        return ListContainer(list: list)
    }
}

private struct ObjectContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let fields: [String: JSONValue]
    var codingPath: [any CodingKey] { [] }
    var allKeys: [Key] { fields.keys.compactMap { Key(stringValue: $0) } }

    func contains(_ key: Key) -> Bool { fields[key.stringValue] != nil }
    func decodeNil(forKey key: Key) throws -> Bool { try field(key) == .null }
    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value { try ValueDecoder.read(type, of: field(key)) }

    func nestedContainer<Nested>(keyedBy type: Nested.Type, forKey key: Key) throws -> KeyedDecodingContainer<Nested> {
        try ValueDecoder(value: field(key)).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer { try ValueDecoder(value: field(key)).unkeyedContainer() }
    func superDecoder() throws -> any Decoder { throw JSONValue.Mismatch() }
    func superDecoder(forKey key: Key) throws -> any Decoder { throw JSONValue.Mismatch() }

    private func field(_ key: Key) throws -> JSONValue {
        guard let value = fields[key.stringValue] else { throw JSONValue.Mismatch() }
        return value
    }
}

private struct ListContainer: UnkeyedDecodingContainer {
    let list: [JSONValue]
    var currentIndex = 0
    var codingPath: [any CodingKey] { [] }
    var count: Int? { list.count }
    var isAtEnd: Bool { currentIndex >= list.count }

    init(list: [JSONValue]) { self.list = list }

    private mutating func next() throws -> JSONValue {
        guard !isAtEnd else { throw JSONValue.Mismatch() }
        defer { currentIndex += 1 }
        return list[currentIndex]
    }

    mutating func decodeNil() throws -> Bool {
        guard !isAtEnd, list[currentIndex] == .null else { return false }
        currentIndex += 1
        return true
    }

    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try ValueDecoder.read(type, of: next()) }

    mutating func nestedContainer<Nested>(keyedBy type: Nested.Type) throws -> KeyedDecodingContainer<Nested> {
        try ValueDecoder(value: next()).container(keyedBy: type)
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer { try ValueDecoder(value: next()).unkeyedContainer() }
    mutating func superDecoder() throws -> any Decoder { throw JSONValue.Mismatch() }
}
