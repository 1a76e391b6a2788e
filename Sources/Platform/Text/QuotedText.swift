extension String {
    /// All of it as a JSON string, which is also a basic string of TOML: for files and programs.
    package var literal: String {
        var text = "\""
        for scalar in unicodeScalars {
            switch scalar {
            case "\"": text += "\\\""
            case "\\": text += "\\\\"
            case "\n": text += "\\n"
            case "\t": text += "\\t"
            case _ where scalar.value < 0x20 || scalar.value == 0x7F: text += scalar.escape
            default: text.unicodeScalars.append(scalar)
            }
        }
        return text + "\""
    }
}

extension StringProtocol {
    /// Its beginning in quotes, for messages: what somebody else wrote may be of any length, and have letters that nobody sees. Every message
    /// quotes by this.
    package var quoted: String {
        let beginning = unicodeScalars.prefix(String.longestQuote)
        let text = String(String.UnicodeScalarView(beginning)) + (beginning.endIndex == unicodeScalars.endIndex ? "" : "…")
        return text.literal.escaping(\.isUnseen)
    }

    /// Its beginning without quotes, for a part of one line: what strangers say must neither fill a journal nor end its lines.
    /// - Parameter most: Unicode characters. (Swift's own have no bound: any number of accents may stand on one letter.)
    package func excerpt(_ most: Int = String.longestQuote) -> String {
        let beginning = unicodeScalars.prefix(most)
        return String(String.UnicodeScalarView(beginning)).printable + (beginning.endIndex == unicodeScalars.endIndex ? "" : "…")
    }
}

extension String {
    /// Unicode characters of a value that a message quotes.
    package static let longestQuote = 60

    /// With some characters as `\u001b`.
    func escaping(_ isEscaped: (Unicode.Scalar) -> Bool) -> String {
        guard unicodeScalars.contains(where: isEscaped) else { return self }
        var text = ""
        for scalar in unicodeScalars {
            if isEscaped(scalar) { text += scalar.escape } else { text.unicodeScalars.append(scalar) }
        }
        return text
    }
}

extension Unicode.Scalar {
    /// Whether it draws nothing of its own, and may hide what does: controls, line ends, and what joins, orders or parts letters. (What chooses
    /// between two pictures of a letter is a part of it.)
    package var isUnseen: Bool {
        switch properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator: true
        default: properties.isDefaultIgnorableCodePoint && !properties.isVariationSelector
        }
    }

    fileprivate var escape: String {
        let digits = String(value, radix: 16)
        return "\\u" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }
}

extension [String] {
    /// "a", "b" or "c".
    package var quoted: String {
        let all = filter { !$0.isEmpty }.map(\.quoted)
        guard let last = all.last, all.count > 1 else { return all.first ?? "" }
        return all.dropLast().joined(separator: ", ") + " or " + last
    }
}
