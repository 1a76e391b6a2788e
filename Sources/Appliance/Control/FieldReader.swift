import Gestures
import Platform
import Settings
import Wire

extension JSONValue {
    /// As a value of the configuration; the inner `nil` is `null`, the outer one a type that no key has.
    fileprivate var setting: TOMLValue?? {
        switch self {
        case .text(let text): .some(.text(text))
        case .number(let number) where number == number.rounded() && number.magnitude < 1e15: .some(.integer(Int(number)))
        case .number(let number): .some(.number(number))
        case .flag(let flag): .some(.flag(flag))
        case .list: texts.map { texts -> TOMLValue? in .list(texts.map { .text($0) }) }
        case .null: .some(nil)
        case .object: nil
        }
    }
}

/// Takes the fields of a message one by one, so that unknown fields are found.
struct FieldReader {
    private var rest: [String: JSONValue]
    private var known = ["request", "id"]

    init(_ fields: [String: JSONValue]) { rest = fields }

    mutating func name() throws(ControlError) -> String {
        guard let name = try text("request") else {
            throw ControlError(.badField, "request is missing; expected \(ControlRequest.names.quoted)")
        }
        return name
    }

    mutating func id() throws(ControlError) -> ControlID? {
        switch take("id") {
        case nil: return nil
        case .text(let text) where text.utf8.count <= 64: return .text(text)
        case .number(let number) where number.magnitude <= 9e15 && number == number.rounded(): return .number(Int(number))
        default: throw ControlError(.badField, "id is too long or has the wrong type; expected a string of at most 64 bytes, or a whole number")
        }
    }

    /// - Parameter longest: bytes.
    mutating func text(_ key: String, longest: Int = ControlMessage.longestText) throws(ControlError) -> String? {
        switch take(key) {
        case nil: return nil
        case .text(let text) where text.utf8.count <= longest: return text
        default: throw ControlError(.badField, "\(key) is too long or has the wrong type; expected a string of at most \(longest) bytes")
        }
    }

    /// One text, or a list of them.
    mutating func texts(_ key: String) throws(ControlError) -> [String]? {
        guard let field = take(key) else { return nil }
        if let texts = field.texts ?? field.text.map({ [$0] }), texts.count <= 40, texts.allSatisfy({ $0.utf8.count <= ControlMessage.longestText }) { return texts }
        throw ControlError(.badField, "\(key) has the wrong type; expected a string or a list of strings")
    }

    mutating func flag(_ key: String) throws(ControlError) -> Bool? {
        switch take(key) {
        case nil: return nil
        case .flag(let flag): return flag
        default: throw ControlError(.badField, "\(key) has the wrong type; expected true or false")
        }
    }

    mutating func number(_ key: String) throws(ControlError) -> Double? {
        switch take(key) {
        case nil: return nil
        case .number(let number): return number
        default: throw ControlError(.badField, "\(key) has the wrong type; expected a number")
        }
    }

    mutating func number(_ key: String, in range: ClosedRange<Double>, _ unit: String) throws(ControlError) -> Double? {
        guard let number = try number(key) else { return nil }
        guard range.contains(number) else {
            throw ControlError(.badField, "\(key) is \(number.shortest); expected \(range.lowerBound.shortest) to \(range.upperBound.shortest) \(unit)")
        }
        return number
    }

    /// The new values of configuration keys; `null` takes a key out.
    mutating func changes(_ key: String) throws(ControlError) -> ConfigurationChanges {
        guard let fields = take(key)?.fields, !fields.isEmpty else {
            throw ControlError(.badField, "\(key) is missing or has the wrong type; expected an object such as {\"gestures.nod\":false}")
        }
        var values: [String: TOMLValue?] = [:]
        for (name, field) in fields {
            guard let value = field.setting else {
                throw ControlError(.badField, "\(name.quoted) has a value of the wrong type; expected a number, a string, true, false, a list of "
                    + "strings, or null for the default")
            }
            values.updateValue(value, forKey: name)
        }
        return ConfigurationChanges(values)
    }

    mutating func movements(_ key: String) throws(ControlError) -> [RangeMovement]? {
        guard let field = take(key) else { return nil }
        if let words = field.texts {
            let movements: [RangeMovement] = words.compactMap { RangeMovement($0) }
            if movements.count == words.count, !words.isEmpty, Set(movements).count == words.count { return movements }
        }
        throw ControlError(.badField, "\(key) is not understood; expected each once of "
            + "[" + RangeMovement.allCases.map(\.description.quoted).joined(separator: ",") + "]")
    }

    /// A remaining field is unknown, and most likely mistyped: the request is refused, because nothing is done by guess.
    func end(of name: String) throws(ControlError) {
        guard let stranger = rest.keys.min() else { return }
        let nearest = NearestWord.to(stranger, among: known).map { "; did you mean \($0)?" } ?? ""
        throw ControlError(.badField, "\(stranger.quoted) is not a field of \(name)\(nearest)")
    }

    private mutating func take(_ key: String) -> JSONValue? {
        known.append(key)
        return rest.removeValue(forKey: key)
    }
}
