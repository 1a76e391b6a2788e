import Platform

/// Explains the usual TOML syntax errors to people who do not know TOML.
struct SyntaxHint {
    private let error: TOMLError
    private let lines: [Substring]

    /// The fault for a text that could not be parsed, explained if it is a known one.
    static func fault(_ error: TOMLError, in bytes: some Collection<UInt8>, file: String) -> ConfigurationFault {
        func fault(_ line: Int?, _ problem: String) -> ConfigurationFault {
            ConfigurationFault(file: file, line: line, key: nil, problem: problem)
        }
        if let line = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            .firstIndex(where: { String(validating: $0, as: UTF8.self) == nil }) {
            let isWide = bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF])
            return isWide ? fault(nil, "it is UTF-16 text; save it as UTF-8") : fault(line + 1, "it cannot be read as UTF-8 text")
        }
        let hint = SyntaxHint(error: error, lines: String(decoding: bytes, as: UTF8.self).lines)
        let column = error.column.map { " (column \($0))" } ?? ""
        return fault(error.line, hint.problem ?? error.reason + column)
    }

    private var problem: String? {
        guard let line = error.line, lines.indices.contains(line - 1) else { return nil }
        let text = lines[line - 1]
        return duplicate(line) ?? character(text) ?? value(text)
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

    /// Typographic quotation marks, and characters that look like spaces.
    private func character(_ text: Substring) -> String? {
        guard let column = error.column, let character = text.unicodeScalars.dropFirst(column - 1).first else { return nil }
        switch character {
        case "“", "”", "„", "‟", "‘", "’", "‚", "«", "»", "″", "′":
            return "\(character) is a word processor's quotation mark (column \(column)); expected the straight one: \""
        case _ where character.value >= 0x80 && (character.properties.isWhitespace || character.properties.isDefaultIgnorableCodePoint):
            return "there is an invisible character here, U+\(String(character.value, radix: 16, uppercase: true)) (column \(column)); "
                + "expected a space, or nothing"
        default: return nil
        }
    }

    /// A value without quotes, or in another language's notation.
    private func value(_ text: Substring) -> String? {
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
        if ["true", "false"].contains(value.lowercased()) { return "true and false must be in lower case: \(key) = \(value.lowercased())" }
        guard Self.isWord(value) else { return nil }
        return "text must be in quotes: \(key) = \(String(value).quoted)"
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
}

extension Substring {
    fileprivate var trimmed: Substring {
        var rest = drop(while: \.isWhitespace)
        while rest.last?.isWhitespace == true { rest.removeLast() }
        return rest
    }
}
