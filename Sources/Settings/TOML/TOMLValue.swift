/// A key or a table's name, with its value.
package struct TOMLEntry: Equatable, Sendable {
    let name: String
    /// Counted from 1; `nil` for one that is not in a text.
    let line: Int?
    var value: TOMLValue
}

/// The value of a key.
package indirect enum TOMLValue: Equatable, Sendable {
    /// Sorted by name.
    case table([TOMLEntry])
    case list([TOMLValue])
    case text(String)
    case integer(Int)
    case number(Double)
    case flag(Bool)
    /// A date, a time or both: no key takes one.
    case time

    var table: [TOMLEntry]? {
        if case .table(let entries) = self { entries } else { nil }
    }

    package var text: String? {
        if case .text(let text) = self { text } else { nil }
    }
}

extension TOMLValue: CustomStringConvertible {
    /// As TOML, for files.
    package var description: String {
        switch self {
        case .table(let entries):
            entries.isEmpty ? "{}" : "{ \(entries.map { "\($0.name) = \($0.value)" }.joined(separator: ", ")) }"
        case .list(let values): "[\(values.map(\.description).joined(separator: ", "))]"
        case .text(let text): text.literal
        case .integer(let number): "\(number)"
        case .number(let number): "\(number)"
        case .flag(let flag): "\(flag)"
        case .time: "a date or time"
        }
    }
}

extension TOMLValue {
    /// Its beginning, for messages.
    var quoted: String { text?.quoted ?? description.excerpt() }
}

extension TOMLValue: Encodable {
    package func encode(to encoder: any Encoder) throws {
        switch self {
        case .table: try [String]().encode(to: encoder)  // no key's value is a table
        case .list(let values): try values.encode(to: encoder)
        case .text(let text): try text.encode(to: encoder)
        case .integer(let number): try number.encode(to: encoder)
        case .number(let number): try number.encode(to: encoder)
        case .flag(let flag): try flag.encode(to: encoder)
        case .time: try description.encode(to: encoder)
        }
    }
}

extension [TOMLEntry] {
    /// Sets the value of a path of names, or takes its key out.
    mutating func set(_ path: ArraySlice<String>, to value: TOMLValue?) {
        guard let name = path.first else { return }
        let place = firstIndex { $0.name == name }
        if path.count > 1 {
            var inner = place.flatMap { self[$0].value.table } ?? []
            inner.set(path.dropFirst(), to: value)
            if let place {
                self[place].value = .table(inner)
            } else if !inner.isEmpty {
                append(TOMLEntry(name: name, line: nil, value: .table(inner)))
            }
        } else {
            if let place { remove(at: place) }
            if let value { append(TOMLEntry(name: name, line: nil, value: value)) }
        }
        sort { $0.name < $1.name }
    }
}
