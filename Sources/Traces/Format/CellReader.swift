/// Splits a table's text into rows and cells (RFC 4180), whatever separates the cells.
struct CellReader {
    struct Row {
        /// Counted from 1.
        let line: Int
        /// As it is in the file.
        let text: String
        /// Without quotes and the space around.
        let cells: [String]

        /// Whether every cell is empty, or it is a remark.
        var isBlank: Bool { cells.allSatisfy(\.isEmpty) || cells.first?.hasPrefix("#") == true }
    }

    /// In the order in which they are tried: a comma may belong to a number or a remark.
    private static let separators: [Character] = [";", "\t", ","]

    let separator: Character
    private(set) var rows: [Row] = []

    /// - Parameter columns: the least number of cells that show what the separator is.
    init(_ text: String, columns: Int) {
        var lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map(String.init)
        // Excel reads and writes "sep=;" as the first line.
        var separator: Character?
        if let first = lines.first, first.lowercased().hasPrefix("sep="), let character = first.dropFirst(4).first {
            separator = character
            lines[0] = ""
        }
        let sample = lines.first { line in line.contains { !$0.isWhitespace } && line.first != "#" } ?? ""
        self.separator = separator ?? Self.separators.first { Self.split(sample, $0).cells.count >= columns } ?? ","
        var place = 0
        while place < lines.count {
            // A cell in quotes may contain line ends.
            var end = place, row = Self.split(lines[place], self.separator)
            while row.isOpen, end + 1 < lines.count, end < place + 100 {
                end += 1
                row = Self.split(lines[place...end].joined(separator: "\n"), self.separator)
            }
            if row.isOpen {
                end = place
                row = Self.split(lines[place], self.separator)
            }
            rows.append(Row(line: place + 1, text: lines[place], cells: row.cells))
            place = end + 1
        }
    }

    private static func split(_ text: String, _ separator: Character) -> (cells: [String], isOpen: Bool) {
        var cells: [String] = [], cell = "", isQuoted = false, wasQuoted = false
        for character in text {
            switch character {
            case "\"" where isQuoted: (isQuoted, wasQuoted) = (false, true)
            case "\"" where wasQuoted:  // two quotation marks within quotes are one
                cell.append(character)
                (isQuoted, wasQuoted) = (true, false)
            case "\"" where cell.allSatisfy(\.isWhitespace): (isQuoted, cell) = (true, "")
            case separator where !isQuoted:
                cells.append(cell)
                (cell, wasQuoted) = ("", false)
            default: cell.append(character)
            }
        }
        cells.append(cell)
        return (cells.map(trimmed), isQuoted)
    }

    private static func trimmed(_ text: String) -> String {
        func isSpace(_ character: Character) -> Bool {
            character.isWhitespace || character.unicodeScalars.allSatisfy { $0.properties.isDefaultIgnorableCodePoint }
        }
        var rest = text[...].drop(while: isSpace)
        while let last = rest.last, isSpace(last) { rest.removeLast() }
        return String(rest)
    }
}
