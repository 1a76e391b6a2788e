import FoundationEssentials

/// Any JSON value. A request is read and written anew, so that the appliance reads exactly what was checked here: not a second
/// "request" in the same object, and no second line.
package enum JSONValue: Encodable, Equatable, Sendable {
    case null, flag(Bool), number(Double), text(String), list([JSONValue]), object([String: JSONValue])

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

    /// The texts of a list that has nothing else.
    package var texts: [String]? {
        guard case .list(let list) = self else { return nil }
        let texts = list.compactMap(\.text)
        return texts.count == list.count ? texts : nil
    }

    /// The fields of an object; `nil` if the bytes are not one, or have more than 32 objects and lists within each other. Of two fields of one name the
    /// last counts.
    package static func object(_ bytes: some Collection<UInt8>) -> [String: JSONValue]? {
        var parser = JSONParser(bytes)
        return (try? parser.whole())?.fields
    }

    /// One line.
    package var line: String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? "null"
    }
}
