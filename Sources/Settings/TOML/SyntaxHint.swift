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
            return fault(line + 1, "it cannot be read as UTF-8 text; save it as UTF-8")
        }
        let text = bytes.starts(with: TOMLDocument.byteOrderMark) ? Array(bytes.dropFirst(TOMLDocument.byteOrderMark.count)) : Array(bytes)
        let hint = SyntaxHint(error: error, lines: String(decoding: text, as: UTF8.self).lines, row: row)
        let column = error.column.map { " (column \($0))" } ?? ""
        return fault(error.line, hint.problem ?? error.reason + column)
    }

    private var problem: String? {
        guard let line = error.line, lines.indices.contains(line - 1) else { return nil }
        let text = lines[line - 1], column = error.column ?? 1
        return duplicate(line) ?? character(text) ?? layout(text.trimmed)
            ?? SyntaxRepair(text, column: column) { row(path(of: $0, on: line)) }?.problem
            ?? refusal(text, line) ?? TOMLSlip(error.reason, in: text.trimmed, column: column)?.problem
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
        let name = path.joined(separator: ".").excerpt()
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
        case "\n", "\r", "\t": return nil
        case _ where character.isUnseen || character.value >= 0x80 && character.properties.isWhitespace:
            return "there is an invisible character here, U+\(String(character.value, radix: 16, uppercase: true)) (column \(column)); "
                + "expected a space, or nothing"
        default: return nil
        }
    }

    /// A line of something else.
    private func layout(_ text: Substring) -> String? {
        if text.hasPrefix("```") || text.hasPrefix("~~~") { return "\(text.prefix(3)) is a mark of Markdown; expected only the lines between two of them" }
        for mark in ["<<<<<<<", "=======", ">>>>>>>"] where text.hasPrefix(mark) {
            return "it is a mark of two versions that were merged; keep one of them, and remove the marks"
        }
        for mark in [";", "//", "/*", "--", "<!--", "REM "] where text.hasPrefix(mark) {
            return "a comment begins with #, not with \(mark.trimmingSpaces)"
        }
        guard text.first != "[", let equals = text.firstIndex(of: "="), let wrong = text[..<equals].first(where: { !$0.isASCII && $0.isLetter }) else { return nil }
        return "\(String(wrong).excerpt(4)) cannot be in a name; expected letters from a to z, digits, - and _"
    }

    /// A bare word that cannot be the value of its key.
    private func refusal(_ text: Substring, _ line: Int) -> String? {
        guard let equals = text.firstIndex(of: "=") else { return nil }
        let key = text[..<equals].trimmed, value = text[equals...].dropFirst().prefix { $0 != "#" }.trimmed
        guard key.allSatisfy({ $0.isNamePart || $0 == "." }) else { return nil }
        return ValueRepair.refusal(value, row(path(of: key, on: line)))
    }

    /// The full path of a key on a line.
    private func path(of key: Substring, on line: Int) -> [String] {
        let header = lines[..<(line - 1)].last { $0.first { !$0.isWhitespace } == "[" }
        let table = header.map { $0.trimmed.drop { $0 == "[" }.prefix { $0 != "]" } }
        return (table.map { ConfigurationText.names(before: $0) } ?? []) + ConfigurationText.names(before: key)
    }
}

extension String {
    fileprivate var lines: [Substring] {
        unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).map(Substring.init)
    }

    fileprivate var trimmingSpaces: String { String(self[...].trimmed) }
}

extension Substring {
    /// Without white space at both ends.
    var trimmed: Substring {
        var rest = drop(while: \.isWhitespace)
        while rest.last?.isWhitespace == true { rest.removeLast() }
        return rest
    }
}
