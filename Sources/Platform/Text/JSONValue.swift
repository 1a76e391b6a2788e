import FoundationEssentials

/// Any JSON value. A request is read and written anew, so that the appliance reads exactly what was checked here: not a second
/// "request" in the same object, and no second line.
package enum JSONValue: Codable, Equatable, Sendable {
    case null, flag(Bool), number(Double), text(String), list([JSONValue]), object([String: JSONValue])

    package init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        if value.decodeNil() { self = .null }
        else if let flag = try? value.decode(Bool.self) { self = .flag(flag) }
        else if let number = try? value.decode(Double.self) { self = .number(number) }
        else if let text = try? value.decode(String.self) { self = .text(text) }
        else if let list = try? value.decode([JSONValue].self) { self = .list(list) }
        else { self = .object(try value.decode([String: JSONValue].self)) }
    }

    package func encode(to encoder: any Encoder) throws {
        var value = encoder.singleValueContainer()
        switch self {
        case .null: try value.encodeNil()
        case .flag(let flag): try value.encode(flag)
        // A whole number stays one: the appliance tells 3 from 3.0 where it wants a whole number.
        case .number(let number) where number == number.rounded() && number.magnitude < 9e15: try value.encode(Int(number))
        case .number(let number): try value.encode(number)
        case .text(let text): try value.encode(text)
        case .list(let list): try value.encode(list)
        case .object(let object): try value.encode(object)
        }
    }

    package var text: String? { if case .text(let text) = self { text } else { nil } }

    package var fields: [String: JSONValue]? { if case .object(let fields) = self { fields } else { nil } }

    /// The fields of an object; `nil` if the bytes are not one.
    package static func object(_ bytes: some Collection<UInt8>) -> [String: JSONValue]? {
        guard case .object(let fields)? = try? JSONDecoder().decode(JSONValue.self, from: Data(bytes)) else { return nil }
        return fields
    }

    /// One line.
    package var line: String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? "null"
    }
}
