import Platform

/// A line that is no TOML, put right by the first of a few repairs whose result the parser takes.
package struct SyntaxRepair {
    /// What was wrong.
    let words: String
    /// What is expected in its place, or beside the rest of it.
    package let line: String

    /// For a message: no more than the beginning of a long line.
    var problem: String { "\(words): \(line.excerpt(2 * String.longestQuote))" }

    /// - Parameters:
    ///   - column: where the parser stopped, from 1.
    ///   - row: the key of a name that stands on this line.
    package init?(_ text: Substring, column: Int, row: (Substring) -> ConfigurationRow?) {
        let line = text.trimmed
        let found = Self.unmarked(line) ?? TableNameRepair.header(line) ?? Self.second(text, column) ?? Self.pair(line, row)
        guard let found else { return nil }
        self = found
    }

    /// - Returns: `nil` if the parser does not take the line.
    init?(_ words: String, _ line: String) {
        guard Self.parses(line) else { return nil }
        (self.words, self.line) = (words, line)
    }

    private static func parses(_ line: some StringProtocol) -> Bool { (try? TOMLDocument(line.utf8))?.entries.isEmpty == false }

    /// Without what other programs put before a line: "- ", "> ", "$ ", "12. ".
    private static func unmarked(_ text: Substring) -> SyntaxRepair? {
        let number = text.prefix(while: \.isNumber)
        let rest = text.dropFirst(number.count).drop { "-*>$%+|•·–.):".contains($0) || $0.isWhitespace }
        let mark = text[..<rest.startIndex].trimmed
        return mark.isEmpty || rest.first == "=" ? nil : SyntaxRepair("\(mark.excerpt()) is no part of a configuration", String(rest))
    }

    /// The second of two entries on one line.
    private static func second(_ text: Substring, _ column: Int) -> SyntaxRepair? {
        let scalars = text.unicodeScalars
        guard column > 1, column <= scalars.count, let place = scalars.index(scalars.startIndex, offsetBy: column - 1, limitedBy: scalars.endIndex),
              parses(text[..<place]) else { return nil }
        return SyntaxRepair("there are two on one line; expected each on a line of its own", String(text[place...].trimmed))
    }

    /// A key and its value that are not joined by an equals sign alone, or of which one is in another notation.
    private static func pair(_ text: Substring, _ row: (Substring) -> ConfigurationRow?) -> SyntaxRepair? {
        if let repair = severalNames(text, row) { return repair }
        let key = text.prefix { $0.isNamePart || $0 == "." }
        var joint = text[key.endIndex...].prefix { $0.isWhitespace || "=:<>~".contains($0) }
        if joint.endIndex == text.endIndex, joint.last == "~" { joint.removeLast() }
        let value = text[joint.endIndex...].trimmed
        guard !key.isEmpty, !joint.isEmpty, !value.isEmpty else { return nil }
        let sign = joint.filter { !$0.isWhitespace }
        let repaired = ValueRepair(value, row(key))
        if sign == "=" { return repaired.flatMap { SyntaxRepair($0.words, "\(key) = \($0.value)") } }
        let words = "a key and its value are joined by an equals sign" + (sign.contains("=") ? " alone" : "")
        return SyntaxRepair(words, "\(key) = \(value)") ?? repaired.flatMap { SyntaxRepair(words, "\(key) = \($0.value)") }
    }

    /// A name in several words, as in "max on = 5", or behind a word of a shell, as in "export rate=5".
    private static func severalNames(_ text: Substring, _ row: (Substring) -> ConfigurationRow?) -> SyntaxRepair? {
        guard let equals = text.firstIndex(of: "=") else { return nil }
        let names = text[..<equals].split(whereSeparator: \.isWhitespace), value = text[equals...].dropFirst().trimmed
        guard names.count > 1, let last = names.last else { return nil }
        let joined = names.joined(separator: "_")[...]
        if row(joined) != nil { return SyntaxRepair("a name has no spaces", "\(joined) = \(value)") }
        return ["set", "export", "let", "var", "const"].contains(names[0]) && names.count == 2
            ? SyntaxRepair("nothing stands before a name", "\(last) = \(value)") : nil
    }
}

/// A table's name in another notation.
enum TableNameRepair {
    private static let brackets: Set<Character> = ["[", "]", "(", ")", "{", "}", "<", ">"]
    private static let plainLetters: [String: String] = ["ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss", "é": "e", "è": "e", "à": "a", "å": "a", "ø": "o"]

    /// Of a line that is a header, or a path alone.
    static func header(_ text: Substring) -> SyntaxRepair? {
        let line = text.prefix { $0 != "#" }.trimmed
        guard let first = line.first, !line.contains(where: { "=\"'".contains($0) }) else { return nil }
        guard brackets.contains(first) || line.contains(".") && line.allSatisfy({ $0.isNamePart || $0 == "." }) else { return nil }
        let inner = line.filter { !";,:".contains($0) }
        let names = inner.split { brackets.contains($0) || "./\\".contains($0) }.map(\.trimmed).filter { !$0.isEmpty }
        guard let letter = names.first?.first, letter.isLetter else { return nil }
        let isPlain = names.allSatisfy { $0.allSatisfy(\.isNamePart) }, right = "[\(names.map(plain).joined(separator: "."))]"
        return right == line ? nil : SyntaxRepair(isPlain ? "a table's name stands alone in square brackets, its parts joined by points"
            : "a table's name has no spaces and no special letters; expected letters from a to z, digits, - and _", right)
    }

    /// "my-bell" of "my bell"; NAME of a name that has nothing of the letters from a to z.
    private static func plain(_ name: Substring) -> String {
        let plain = name.map { letter -> String in
            if letter.isNamePart { return String(letter) }
            return plainLetters[letter.lowercased()] ?? (letter.isLetter ? "" : "-")
        }.joined()
        return plain.contains { $0 != "-" } ? plain : "NAME"
    }
}

extension String {
    /// As a key of TOML: in quotes if it must be.
    var tomlKey: String { !isEmpty && allSatisfy(\.isNamePart) ? self : literal }
}

extension Character {
    /// Whether names without quotes may have it.
    var isNamePart: Bool { isASCII && (isLetter || isNumber || self == "-" || self == "_") }
}
