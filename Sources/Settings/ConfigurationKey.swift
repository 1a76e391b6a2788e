import GestureNames
import Platform

/// A key of a table whose values are stored in `Root`. Reading, checking, printing, the sample file and the reference all use it, so
/// that they cannot disagree.
package struct ConfigurationKey<Root>: Sendable {
    /// The type and range of the value, and its place in `Root`.
    package enum Value: Sendable {
        case number(ClosedRange<Double>, unit: String, WritableKeyPath<Root, Double> & Sendable)
        case integer(ClosedRange<Int>, WritableKeyPath<Root, Int> & Sendable)
        case flag(WritableKeyPath<Root, Bool> & Sendable)
        case text(WritableKeyPath<Root, String> & Sendable)
        case texts(WritableKeyPath<Root, [String]> & Sendable)
        /// One of several words.
        case word([String], get: @Sendable (Root) -> String, set: @Sendable (inout Root, String) -> Void)
        /// Some of several words. One that ends in "NAME" stands for every word with another name in its place.
        case words([String], get: @Sendable (Root) -> [String], set: @Sendable (inout Root, [String]) -> Void)
    }

    /// The name in the file, within its table.
    package let name: String
    package let value: Value
    /// Without the range, which the sample file and the reference add.
    package let meaning: Meaning
    /// The effect of leaving the key out, if its default does not say it: "always".
    package let without: String?
    /// Whether the sample file gives the range.
    package let showsRange: Bool
    /// What its texts may be.
    package let rule: TextRule
    /// How a page offers it.
    package let offer: PageOffer
    /// What other programs call it, for whoever writes that.
    package let aliases: [String]

    /// Why the key has no effect with the other keys' values; `nil` if it has one. It is then refused unless it has its default.
    package let misplaced: @Sendable (Root) -> String?

    package init(_ name: String, _ value: Value, _ meaning: Meaning, without: String? = nil, showsRange: Bool = true, rule: TextRule = .shown, offer: PageOffer = PageOffer(),
                 aliases: [String] = [],
                 misplaced: @escaping @Sendable (Root) -> String? = { _ in nil }) {
        self.name = name
        self.value = value
        self.meaning = meaning
        self.without = without
        self.showsRange = showsRange
        self.rule = rule
        self.offer = offer
        self.aliases = aliases
        self.misplaced = misplaced
    }

    /// The type of its value.
    package var kind: ConfigurationSetting.Kind {
        switch value {
        case .number: .number
        case .integer: .whole
        case .flag: .boolean
        case .text: .text
        case .word: .choice
        case .texts, .words: .list
        }
    }

    /// The expected value, for error messages: "a number from 0.05 to 10 s".
    package var expectation: String {
        switch value {
        case .number: "a number from \(range ?? "")"
        case .integer: "a whole number from \(range ?? "")"
        case .flag: "true or false"
        case .text: "text in quotes"
        case .texts: "a list: [\"…\", \"…\"]"
        case .word(let words, _, _): "one of \(words.quoted)"
        case .words(let words, _, _): "one or a list of \(words.quoted)"
        }
    }

    /// The range of a number with its unit: "0.05 to 10 s".
    package var range: String? {
        switch value {
        case .number(let range, let unit, _):
            "\(range.lowerBound.shortest) to \(range.upperBound.shortest)\(unit.isEmpty ? "" : " \(unit)")"
        case .integer(let range, _): "\(range.lowerBound) to \(range.upperBound)"
        default: nil
        }
    }

    /// The value in `root`, as TOML.
    package func toml(in root: Root) -> String {
        switch value {
        case .number(_, _, let path): root[keyPath: path].shortest
        case .integer(_, let path): "\(root[keyPath: path])"
        case .flag(let path): "\(root[keyPath: path])"
        case .text(let path): root[keyPath: path].literal
        case .texts(let path): Self.list(root[keyPath: path])
        case .word(_, let get, _): get(root).literal
        case .words(_, let get, _): Self.list(get(root))
        }
    }

    /// Why the key is refused; `nil` if it has an effect, or its default.
    func refusal(in root: Root, default standard: Root) -> String? {
        guard let reason = misplaced(root), toml(in: root) != toml(in: standard) else { return nil }
        return reason
    }

    /// Whether a word is one of several, or fits one that ends in "NAME" with a name in its place.
    static func isKnown(_ word: String, among words: [String]) -> Bool {
        words.contains { known in
            guard known.hasSuffix(anyName) else { return known == word }
            let start = known.dropLast(anyName.count)
            return known != word && word.hasPrefix(start) && GivenName.normal(word.dropFirst(start.count)) != nil
        }
    }

    /// Whether a table can have this name. It is also a part of keys, topics and services, and keeps to the letters of all.
    package static func isName(_ text: some StringProtocol) -> Bool { (1...32).contains(text.utf8.count) && text.allSatisfy(\.isNamePart) }

    private static var anyName: String { "NAME" }

    private static func list(_ texts: [String]) -> String {
        "[" + texts.map(\.literal).joined(separator: ", ") + "]"
    }
}

extension ConfigurationKey.Value {
    /// One word of an enumeration.
    package static func word<Word: RawRepresentable & CaseIterable & Sendable>(_ path: WritableKeyPath<Root, Word> & Sendable) -> Self
    where Word.RawValue == String {
        .word(Word.allCases.map(\.rawValue), get: { $0[keyPath: path].rawValue },
              set: { $0[keyPath: path] = Word(rawValue: $1) ?? $0[keyPath: path] })
    }

    /// One word of an enumeration, or none: "".
    package static func word<Word: RawRepresentable & CaseIterable & Sendable>(_ path: WritableKeyPath<Root, Word?> & Sendable) -> Self
    where Word.RawValue == String {
        .word([""] + Word.allCases.map(\.rawValue), get: { $0[keyPath: path]?.rawValue ?? "" },
              set: { $0[keyPath: path] = Word(rawValue: $1) })
    }

    /// Some words of an enumeration.
    package static func words<Word: RawRepresentable & CaseIterable & Sendable>(_ path: WritableKeyPath<Root, [Word]> & Sendable) -> Self
    where Word.RawValue == String {
        .words(Word.allCases.map(\.rawValue), get: { $0[keyPath: path].map(\.rawValue) },
               set: { $0[keyPath: path] = $1.compactMap { Word(rawValue: $0) } })
    }
}
