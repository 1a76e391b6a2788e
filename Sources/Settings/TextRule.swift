import Platform

/// What the texts of a key may be. The reader asks it for every text of a configuration.
package struct TextRule: Sendable {
    /// In bytes, as the kernel counts.
    private let longest: Int
    /// Whether it may have line ends and characters that nobody sees.
    private let isFree: Bool

    /// What is shown, drawn or looked for: on one line, and with nothing in it that nobody sees.
    package static let shown = upTo(1000)

    /// An argument of a program, which is anything but a zero: that would end it. The kernel takes 131,071 bytes.
    package static let argument = TextRule(longest: 131_071, isFree: true)

    /// A text that is shown.
    /// - Parameter longest: in bytes.
    package static func upTo(_ longest: Int) -> TextRule { TextRule(longest: longest, isFree: false) }

    /// What is wrong with the first text that is none; `nil` if all are.
    func fault(in texts: [String]) -> String? {
        for text in texts {
            if let wrong = text.unicodeScalars.first(where: { isFree ? $0.value == 0 : $0.isUnseen }) {
                return "\(text.quoted) has \(Self.name(wrong)); expected the text without it"
            }
            if text.utf8.count > longest { return "\(text.quoted) has \(text.utf8.count) bytes; expected at most \(longest)" }
        }
        return nil
    }

    private static func name(_ scalar: Unicode.Scalar) -> String {
        switch scalar {
        case "\n", "\r", "\u{85}", "\u{2028}", "\u{2029}": "a line break"
        case "\t": "a tab"
        default: "a character that nobody sees, U+" + String(scalar.value, radix: 16, uppercase: true)
        }
    }
}
