import Platform

/// A value in another notation, as TOML has it.
struct ValueRepair {
    /// What was wrong.
    let words: String
    let value: String

    fileprivate init(_ words: String, _ value: some StringProtocol) { (self.words, self.value) = (words, String(value)) }

    /// - Parameters:
    ///   - text: without spaces at its ends; a comment may follow.
    ///   - row: the key that it is for, if that is known.
    /// - Returns: `nil` for a value that is in no known notation.
    init?(_ text: Substring, _ row: ConfigurationRow?) {
        let value = text.prefix { $0 != "#" }.trimmed
        let kind = row?.kind
        let number = kind == .text ? nil : NumberNotation.repair(value, isWhole: kind == .whole)
        let found = Self.ended(text) ?? Self.ended(value) ?? number ?? Self.marked(value) ?? Self.list(value) ?? Self.flag(value, kind) ?? Self.text(value, kind)
        guard let found else { return nil }
        self = found
    }

    /// Without any quotation marks.
    private static func text(_ value: Substring, _ kind: ConfigurationSetting.Kind?) -> ValueRepair? {
        let isText: Bool = switch kind {
        case .text: !value.contains { "\"'[]{}".contains($0) }
        case .boolean, .number, .whole: false
        case nil: isWord(value) && flags[value.lowercased()] == nil
        default: isWord(value)
        }
        return isText && !value.isEmpty && !isNone(value) ? Self("text must be in quotes", String(value).literal) : nil
    }

    /// Why a bare word cannot be the value; `nil` for anything else.
    static func refusal(_ word: Substring, _ row: ConfigurationRow?) -> String? {
        guard isWord(word) || word == "~" else { return nil }
        let shown = word.excerpt(), leaveOut = "; leave the line out for the default, \(row?.value ?? "")"
        switch row?.kind {
        case .boolean: return "\(shown) is not understood; expected true or false"
        case .number, .whole: return "\(shown) is not a number; expected \(row?.expectation ?? "a number")\(leaveOut)"
        case .text where isNone(word): return "there is no \(shown)\(leaveOut)"
        case .list where isNone(word), .choice where isNone(word): return "there is no \(shown); expected no such line, or \(row?.expectation ?? "a list")"
        default: return "\(shown) is not understood; expected true or false, a number, or text in quotes"
        }
    }

    /// Of one that something follows, as in other languages.
    private static func ended(_ text: Substring) -> ValueRepair? {
        guard let last = text.last, last == ";" || last == ",", (try? TOMLDocument("a = \(text.dropLast())".utf8)) != nil else { return nil }
        return Self("nothing follows a value; expected it without the \(last)", text.dropLast().trimmed)
    }

    /// In quotation marks of another kind.
    private static func marked(_ text: Substring) -> ValueRepair? {
        guard text.count > 2, text.first == "`", text.last == "`" else { return nil }
        return Self("text is in straight quotation marks", String(text.dropFirst().dropLast()).literal)
    }

    private static func list(_ text: Substring) -> ValueRepair? {
        let isBracketed = text.first == "[" && text.last == "]"
        let parts = (isBracketed ? text.dropFirst().dropLast() : text).split(separator: ",").map(\.trimmed)
        guard isBracketed ? !parts.isEmpty : parts.count > 1, parts.allSatisfy(isWord) else { return nil }
        return Self("each text in a list must be in quotes", "[\(parts.map { String($0).literal }.joined(separator: ", "))]")
    }

    private static func flag(_ text: Substring, _ kind: ConfigurationSetting.Kind?) -> ValueRepair? {
        let plain = text.lowercased()
        if plain == "true" || plain == "false" { return Self("true and false must be in lower case", plain) }
        guard kind == .boolean, let flag = flags[plain] else { return nil }
        return Self("\(text) is not understood; expected true or false", "\(flag)")
    }

    private static let flags = ["yes": true, "on": true, "y": true, "enabled": true, "no": false, "off": false, "n": false, "disabled": false]

    private static func isNone(_ word: Substring) -> Bool { ["none", "null", "nil", "~"].contains(word.lowercased()) }

    /// Whether it is a single piece that does not begin like a number.
    private static func isWord(_ text: Substring) -> Bool {
        guard let first = text.first, first.isLetter || first == "/" else { return false }
        return text.allSatisfy { $0.isLetter || $0.isNumber || "-_.:/".contains($0) }
    }
}

/// A number in another notation.
private enum NumberNotation {
    /// - Parameter isWhole: it cannot have decimals: a comma then parts thousands.
    static func repair(_ text: Substring, isWhole: Bool) -> ValueRepair? {
        let sign = text.prefix { "+-".contains($0) }, rest = text.dropFirst(sign.count)
        let found = joined(rest, isWhole) ?? pointed(rest) ?? withUnit(rest, isWhole)
        guard sign.count < 2, let found else { return nil }
        return ValueRepair(found.words, sign == "-" ? "-\(found.value)" : found.value)
    }

    /// Whole numbers and what is between them.
    private static func joined(_ text: Substring, _ isWhole: Bool) -> ValueRepair? {
        let numbers = text.split { !isDigit($0) }, joints = Set(text.split(whereSeparator: isDigit).map(\.trimmed))
        guard let first = numbers.first, let start = text.first, let end = text.last, isDigit(start), isDigit(end) else { return nil }
        if numbers.count == 1, first.count > 1, first.first == "0" {
            let plain = first.drop { $0 == "0" }
            return ValueRepair("a number has no zeros before it", plain.isEmpty ? "0" : String(plain))
        }
        guard numbers.count > 1, joints.count == 1, let joint = joints.first, joint.first?.lowercased() != "e" else { return nil }
        let isGrouped = first.count <= 3 && numbers.dropFirst().allSatisfy { $0.count == 3 }
        let values = numbers.compactMap { Double($0) }
        switch joint {
        case "," where numbers.count == 2 && !(isWhole && isGrouped): return ValueRepair("a number has a decimal point, not a comma", "\(first).\(numbers[1])")
        case "." where numbers.count == 2: return nil
        case ",", "", "'", "’", ".": return isGrouped ? ValueRepair("a number has no signs between its thousands", numbers.joined()) : nil
        case "/" where values.count == 2 && values[1] != 0: return ValueRepair("a number is written out", (values[0] / values[1]).shortest)
        case "*", "×", "·": return ValueRepair("a number is written out", values.reduce(1, *).shortest)
        default: return ValueRepair("there is more than one number; expected one", String(first))
        }
    }

    /// "0.5" of ".5", "5.0" of "5."
    private static func pointed(_ text: Substring) -> ValueRepair? {
        guard text.count > 1, text.allSatisfy({ isDigit($0) || $0 == "." }), text.filter({ $0 == "." }).count == 1 else { return nil }
        let words = "a number has digits on both sides of its point"
        if text.first == "." { return ValueRepair(words, "0\(text)") }
        return text.last == "." ? ValueRepair(words, "\(text)0") : nil
    }

    /// "0.5" of "0.5 s" and of "500 ms"; `nil` if it is not a number with a unit.
    private static func withUnit(_ text: Substring, _ isWhole: Bool) -> ValueRepair? {
        let digits = text.prefix { isDigit($0) || $0 == "." || $0 == "," }, unit = text.dropFirst(digits.count).trimmed
        let plain = joined(digits, isWhole)?.value ?? String(digits)
        guard let number = Double(plain), !unit.isEmpty, unit.count <= 8,
              unit.allSatisfy({ $0.isLetter || "%°/²".contains($0) }), !unit.lowercased().hasPrefix("x"), plain.last != "." else { return nil }
        let factor: Double? = switch unit.lowercased() {
        case "ms", "msec", "millis": 0.001
        case "min", "mins", "minute", "minutes": 60
        case "h", "hour", "hours": 3600
        default: nil
        }
        return ValueRepair("a number has no unit", factor.map { ($0 < 1 ? number / 1000 : number * $0).shortest } ?? plain)
    }

    private static func isDigit(_ character: Character) -> Bool { ("0"..."9").contains(character) }
}
