import Platform

/// Explains the usual TOML syntax errors to people who do not know TOML.
struct SyntaxHint {
    private let error: TOMLError
    private let lines: [Substring]
    private let row: ([String]) -> ConfigurationRow?

    /// The fault for a text that could not be parsed, explained if it is a known one.
    /// - Parameter row: gives the key with a full path.
    static func fault(_ error: TOMLError, in bytes: some Collection<UInt8>, file: String,
                      row: @escaping ([String]) -> ConfigurationRow?) -> ConfigurationFault {
        func fault(_ line: Int?, _ problem: String) -> ConfigurationFault {
            ConfigurationFault(file: file, line: line, key: nil, problem: problem)
        }
        if let format = ForeignFormat(bytes) { return fault(nil, format.problem) }
        if let line = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            .firstIndex(where: { String(validating: $0, as: UTF8.self) == nil }) {
            return fault(line + 1, "it cannot be read as UTF-8 text")
        }
        let text = bytes.starts(with: TOMLDocument.byteOrderMark) ? Array(bytes.dropFirst(TOMLDocument.byteOrderMark.count)) : Array(bytes)
        let hint = SyntaxHint(error: error, lines: String(decoding: text, as: UTF8.self).lines, row: row)
        let column = error.column.map { " (column \($0))" } ?? ""
        return fault(error.line, hint.problem ?? error.reason + column)
    }

    private var problem: String? {
        guard let line = error.line, lines.indices.contains(line - 1) else { return nil }
        let text = lines[line - 1]
        return duplicate(line) ?? character(text) ?? layout(text.trimmed) ?? value(text, line)
    }

    /// A table or key that occurs a second time; the parser does not give the first place.
    private func duplicate(_ line: Int) -> String? {
        guard let before = try? TOMLDocument(lines[..<(line - 1)].joined(separator: "\n").utf8) else { return nil }
        let text = lines[line - 1]
        let isHeader = text.first { !$0.isWhitespace } == "["
        let header = isHeader ? nil : lines[..<(line - 1)].last { $0.first { !$0.isWhitespace } == "[" }
        guard let part = try? TOMLDocument(((header.map { $0 + "\n" } ?? "") + text).utf8) else { return nil }
        let path = part.entries.firstPath
        guard let first = before.entries.line(ofExactly: path) else { return nil }
        let name = path.joined(separator: ".")
        return isHeader
            ? "the table [\(name)] begins on line \(first) already; expected each table once: put the keys of both below line \(first)"
            : "\(name) is on line \(first) already; expected each key once: keep one of the two lines"
    }

    /// Characters that look like the right ones, and that look like spaces.
    private func character(_ text: Substring) -> String? {
        guard let column = error.column, let character = text.unicodeScalars.dropFirst(column - 1).first else { return nil }
        switch character {
        case "“", "”", "„", "‟", "‘", "’", "‚", "«", "»", "″", "′", "＂":
            return "\(character) is a word processor's quotation mark (column \(column)); expected the straight one: \""
        case "−", "–", "—", "‐", "‑", "－":
            return "\(character) is a printer's dash (column \(column)); expected the one on the keyboard: -"
        case "\u{FF01}"..."\u{FF5E}":
            let plain = Unicode.Scalar(character.value - 0xFEE0).map(String.init) ?? ""
            return "\(character) is a wide character (column \(column)); expected the narrow one: \(plain)"
        case _ where character.value >= 0x80 && (character.properties.isWhitespace || character.properties.isDefaultIgnorableCodePoint):
            return "there is an invisible character here, U+\(String(character.value, radix: 16, uppercase: true)) (column \(column)); "
                + "expected a space, or nothing"
        default: return nil
        }
    }

    /// A line in the notation of something else.
    private func layout(_ text: Substring) -> String? {
        if text.hasPrefix("```") || text.hasPrefix("~~~") { return "\(text.prefix(3)) is a mark of Markdown; expected only the lines between two of them" }
        for mark in [";", "//", "/*", "--", "<!--", "REM "] where text.hasPrefix(mark) {
            return "a comment begins with #, not with \(mark.trimmingSpaces)"
        }
        if text.first == "[" { return header(text) }
        guard let equals = text.firstIndex(of: "=") else {
            let key = text.prefix { Self.isNamePart($0) || $0 == "." }
            let rest = text.dropFirst(key.count).trimmed
            guard !key.isEmpty, !rest.isEmpty, rest.first == ":" || rest.count < text.count - key.count else { return nil }
            let value = rest.first == ":" ? rest.dropFirst().trimmed : rest
            return "a key and its value are joined by an equals sign: \(key) = \(value.isEmpty ? "…" : String(value))"
        }
        let key = text[..<equals].trimmed
        if let wrong = key.first(where: { !$0.isASCII && $0.isLetter }) {
            return "\(wrong) cannot be in a name; expected letters from a to z, digits, - and _"
        }
        let value = text[equals...].dropFirst().prefix { $0 != "#" }.trimmed
        if let last = value.last, last == ";" || last == ",", (try? TOMLDocument("a = \(value.dropLast())".utf8)) != nil {
            return "nothing follows a value; expected it without the \(last): \(key) = \(value.dropLast().trimmed)"
        }
        return nil
    }

    /// A table's header with a name that cannot be one.
    private func header(_ text: Substring) -> String? {
        guard let end = text.lastIndex(of: "]"), !text.contains("\"") else { return nil }
        let name = text[..<end].drop { $0 == "[" }.trimmed
        guard name.first?.isLetter == true, !name.allSatisfy({ Self.isNamePart($0) || $0 == "." }),
              name.allSatisfy({ $0.isLetter || $0.isNumber || "-_. ".contains($0) }) else { return nil }
        let plain = name.lowercased().map { Self.plainLetters[$0] ?? (Self.isNamePart($0) || $0 == "." ? String($0) : "-") }.joined()
        return "a table's name has no spaces and no special letters; expected letters from a to z, digits, - and _: [\(plain)]"
    }

    /// A value in another notation.
    private func value(_ text: Substring, _ line: Int) -> String? {
        guard let equals = text.firstIndex(of: "="), !text[equals...].contains(where: { $0 == "\"" || $0 == "'" }) else { return nil }
        let key = text[..<equals].trimmed
        let value = text[equals...].dropFirst().prefix { $0 != "#" }.trimmed
        guard Self.isWord(key), !value.isEmpty else { return nil }
        if value.first == "[", value.last == "]" {
            let elements = value.dropFirst().dropLast().split(separator: ",").map(\.trimmed)
            guard !elements.isEmpty, elements.allSatisfy(Self.isWord) else { return nil }
            return "each text in a list must be in quotes: \(key) = [\(elements.map { String($0).quoted }.joined(separator: ", "))]"
        }
        let number = value.split(separator: ",", omittingEmptySubsequences: false)
        if number.count == 2, number.allSatisfy({ !$0.isEmpty && $0.allSatisfy(\.isNumber) }) {
            return "a number has a decimal point, not a comma: \(key) = \(number[0]).\(number[1])"
        }
        if let plain = Self.withoutUnit(value) { return "a number has no unit: \(key) = \(plain)" }
        if ["true", "false"].contains(value.lowercased()) { return "true and false must be in lower case: \(key) = \(value.lowercased())" }
        guard Self.isWord(value) || value == "~" else { return nil }
        return word(String(value), of: String(key), row(path(of: key, on: line)))
    }

    /// A bare word where `row` is expected.
    private func word(_ word: String, of key: String, _ row: ConfigurationRow?) -> String {
        let flag = Self.flags[word.lowercased()], isNone = ["none", "null", "nil", "~"].contains(word.lowercased())
        let leaveOut = "; leave the line out for the default, \(row?.value ?? "")"
        switch row?.kind {
        case .boolean: return "\(word) is not understood; expected true or false" + (flag.map { ": \(key) = \($0)" } ?? "")
        case .number, .whole: return "\(word) is not a number; expected \(row?.expectation ?? "a number")\(leaveOut)"
        case .text where isNone, .list where isNone: return "there is no \(word)\(leaveOut)"
        case nil where flag != nil: return "\(word) is not understood; expected true or false, a number, or text in quotes"
        default: return "text must be in quotes: \(key) = \(word.quoted)"
        }
    }

    /// The full path of a key on a line.
    private func path(of key: Substring, on line: Int) -> [String] {
        let header = lines[..<(line - 1)].last { $0.first { !$0.isWhitespace } == "[" }
        let table = header.map { $0.trimmed.drop { $0 == "[" }.prefix { $0 != "]" } }
        return (table.map { ConfigurationText.names(before: $0) } ?? []) + ConfigurationText.names(before: key)
    }

    private static let flags = ["yes": true, "on": true, "y": true, "enabled": true, "no": false, "off": false, "n": false, "disabled": false]
    private static let plainLetters: [Character: String] = ["ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss", "é": "e", "è": "e", "à": "a", "å": "a", "ø": "o"]

    /// "0.5" of "0.5 s" and of "500 ms"; `nil` if it is not a number with a unit.
    private static func withoutUnit(_ text: Substring) -> String? {
        let digits = text.prefix { $0.isASCII && ($0.isNumber || $0 == "." || $0 == "," || $0 == "-") }
        let unit = text.dropFirst(digits.count).trimmed
        guard let number = Double(digits.replacing(",", with: ".")), !unit.isEmpty, unit.count <= 8,
              unit.allSatisfy({ $0.isLetter || "%°/²".contains($0) }), !unit.lowercased().hasPrefix("x") else { return nil }
        switch unit.lowercased() {
        case "ms", "msec", "millis": return (number / 1000).shortest
        case "min", "mins", "minute", "minutes": return (number * 60).shortest
        case "h", "hour", "hours": return (number * 3600).shortest
        default: return String(digits.replacing(",", with: "."))
        }
    }

    private static func isNamePart(_ character: Character) -> Bool {
        character.isASCII && (character.isLetter || character.isNumber || character == "-" || character == "_")
    }

    /// Whether it is a single piece that does not begin like a number.
    private static func isWord(_ text: Substring) -> Bool {
        guard let first = text.first, first.isLetter || first == "/" else { return false }
        return text.allSatisfy { $0.isLetter || $0.isNumber || "-_.:/".contains($0) }
    }
}

extension String {
    fileprivate var lines: [Substring] {
        unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).map(Substring.init)
    }

    fileprivate var trimmingSpaces: String { String(self[...].trimmed) }
}

extension Substring {
    fileprivate var trimmed: Substring {
        var rest = drop(while: \.isWhitespace)
        while rest.last?.isWhitespace == true { rest.removeLast() }
        return rest
    }
}
