/// The explanation of a key, a group of keys or a table, for the sample file and the reference.
///
/// It is written as a literal of any width; its lines are joined and wrapped again. A line that begins with two spaces is a list
/// item: a term and its text, separated by two spaces or more. More deeply indented lines without such a gap continue the item.
package struct Meaning: ExpressibleByStringLiteral, Sendable {
    private enum Block: Sendable {
        case text(String)
        case items([(term: String, text: String)])
    }

    private var blocks: [Block] = []

    /// The same meaning as that of the previous key.
    package static let asAbove = Meaning(stringLiteral: "")

    var isAbove: Bool { blocks.isEmpty }

    package init(stringLiteral text: String) {
        for line in text.split(separator: "\n") { add(line) }
    }

    private mutating func add(_ line: Substring) {
        let text = line.drop { $0 == " " }
        guard line.hasPrefix("  ") else { return add(String(text)) }
        var items: [(term: String, text: String)] = []
        if case .items(let before)? = blocks.last {
            items = before
            blocks.removeLast()
        }
        if let gap = text.firstRange(of: "  ") {
            items.append((String(text[..<gap.lowerBound]), String(text[gap.upperBound...].drop { $0 == " " })))
        } else if let item = items.popLast() {
            items.append((item.term, item.text + " " + text))
        }
        blocks.append(.items(items))
    }

    private mutating func add(_ text: String) {
        if case .text(let before)? = blocks.last {
            blocks[blocks.count - 1] = .text(before + " " + text)
        } else {
            blocks.append(.text(text))
        }
    }

    /// With another sentence, unless that is empty.
    func adding(_ sentence: String) -> Meaning {
        var meaning = self
        if !sentence.isEmpty { meaning.add(sentence) }
        return meaning
    }

    /// As Markdown: paragraphs, and a list of the items.
    var markdown: String {
        blocks.map { block in
            switch block {
            case .text(let text): "\n\(text)\n"
            case .items(let items): "\n" + items.map { "- \($0.term): \($0.text)\n" }.joined()
            }
        }.joined()
    }

    /// As plain text: a line for the sentences, and one for each item.
    var plain: String {
        blocks.flatMap { block in
            switch block {
            case .text(let text): [text]
            case .items(let items): items.map { "\($0.term): \($0.text)" }
            }
        }.joined(separator: "\n").replacing(String.noBreak, with: " ")
    }

    /// As a cell of a Markdown table.
    var cell: String {
        let lines = blocks.flatMap { block in
            switch block {
            case .text(let text): [text]
            case .items(let items): items.map { "\($0.term): \($0.text)" }
            }
        }
        return lines.joined(separator: "<br>").replacing("|", with: "\\|")
    }

    /// As a comment in the sample file: lines of at most 120 columns.
    /// - Parameters:
    ///   - term: the explained word, put before the first line.
    ///   - column: the column at which the text begins after the term, counted from the comment's first word.
    ///   - inset: the indentation of items, in columns.
    func comment(term: String = "", column: Int = 0, inset: Int = 2) -> [String] {
        var lines: [String] = []
        for block in blocks {
            switch block {
            case .text(let text):
                lines += Self.wrap(text, behind: lines.isEmpty ? term : "", at: column)
            case .items(let items):
                let width = items.map(\.term.count).max() ?? 0
                for item in items {
                    let indent = String(repeating: " ", count: column + inset)
                    lines += Self.wrap(item.text, behind: indent + item.term, at: column + inset + width + 2)
                }
            }
        }
        return lines
    }

    private static func wrap(_ text: String, behind term: String, at column: Int) -> [String] {
        let indent = String(repeating: " ", count: column)
        var lines: [String] = []
        var line = term.isEmpty ? indent : term + String(repeating: " ", count: max(column - term.count, 2))
        var isEmpty = true
        for word in text.split(separator: " ") {
            if !isEmpty, "# ".count + line.count + 1 + word.count > 120 {
                lines.append(line)
                line = indent
                isEmpty = true
            }
            line += (isEmpty ? "" : " ") + word
            isEmpty = false
        }
        return (lines + [line]).map { "# " + $0.replacing(String.noBreak, with: " ") }
    }
}

extension String {
    /// A space at which lines are not wrapped.
    static let noBreak = "\u{A0}"
}
