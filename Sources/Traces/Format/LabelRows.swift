import FoundationEssentials
import Platform

/// The rows of a label file: a table as spreadsheets write them, with one of several headers, or with none.
///
/// Cells are separated by commas, semicolons or tabs; numbers may have decimal commas; the columns of a header may come in any order and
/// with others between them; empty rows and remarks (#) are skipped.
package struct LabelRows {
    package struct Row {
        let line: Int
        /// As it is in the file.
        package let text: String
        /// In the order of the header.
        package let cells: [String]
        let file: String

        package func fault(_ problem: String) -> LabelError { LabelError(file: file, line: line, problem: problem) }

        /// The start and end of a span in seconds.
        /// - Parameter header: what was expected instead.
        package func span(_ header: String) throws -> (start: Double, end: Double) {
            func time(_ place: Int) throws -> Double {
                guard let seconds = LabelTime.seconds(cells[place]) else {
                    let what = cells[place].isEmpty ? "the \(place == 0 ? "start" : "end") is missing" : "\(cells[place].quoted) is no time"
                    throw fault("\(text.quoted): \(what); expected \(header) in seconds, for example 3.7 or 0:03.7")
                }
                return seconds
            }
            let start = try time(0), end = try time(1)
            guard start >= 0, end <= LabelRows.latest else { throw fault("\(text.quoted): expected \(header) in seconds from the clip's beginning") }
            guard end > start else { throw fault("\(text.quoted): it ends \(end < start ? "before" : "when") it begins; expected \(header) in seconds") }
            return (start, end)
        }

        /// A cell as a number; `nil` if it is none.
        package func number(_ place: Int) -> Double? { Double(cells[place].replacing(",", with: ".")).flatMap { $0.isFinite ? $0 : nil } }
    }

    /// Latest time allowed in a file, in seconds.
    private static let latest = 1e9

    /// Other names that people give to columns.
    private static let synonyms: [String: Set<String>] = [
        "start": ["begin", "beginning", "from", "onset", "start time", "starttime", "begin time", "t0", "t1", "beginn", "anfang", "von"],
        "end": ["stop", "finish", "to", "until", "offset", "end time", "endtime", "stop time", "ende", "bis"],
        "gesture": ["label", "name", "event", "class", "movement", "action", "type", "geste", "bewegung"],
    ]

    /// The header; `nil` if the file has none of those that were named.
    package let header: String?
    package let rows: [Row]

    /// - Throws: ``LabelError``.
    package init(file: String, headers: [String]) throws {
        let bytes: [UInt8]
        do { bytes = try FileBytes.read(file) } catch { throw LabelError(file: file, line: 0, problem: "it cannot be read: \(error.problem)") }
        guard let text = TextDecoding.text(bytes) else {
            throw LabelError(file: file, line: 0, problem: "it is no text; expected a table in CSV: in your spreadsheet, save it as CSV")
        }
        let columns = headers.map { $0.split(separator: ",").map(String.init) }
        let table = CellReader(text, columns: columns.first?.count ?? 1)
        var all = table.rows.filter { !$0.isBlank }[...]
        var order = columns.first.map { Array($0.indices) } ?? [], header: String?, width = 0
        if let first = all.first {
            let names = first.cells.map(Self.name)
            for (text, wanted) in zip(headers, columns) where header == nil {
                let places = wanted.map { column in names.firstIndex { $0 == Self.name(column) || Self.synonyms[column]?.contains($0) == true } }
                guard !places.contains(nil) else { continue }
                (header, order, width) = (text, places.compactMap { $0 }, first.cells.count)
            }
            if header != nil {
                all = all.dropFirst().filter { $0.cells != first.cells }[...]  // tables that were joined have it again
            } else if first.cells.prefix(2).allSatisfy({ LabelTime.seconds($0) == nil }), first.cells.contains(where: Self.isWord) {
                throw LabelError(file: file, line: first.line, problem: Self.wrongHeader(first, table.separator, headers))
            }
        }
        let expected = header ?? headers.first ?? ""
        let most = width
        rows = try all.map { row in
            guard order.allSatisfy(row.cells.indices.contains) else {
                throw LabelError(file: file, line: row.line, problem: Self.tooFew(row, expected))
            }
            if table.separator == ",", row.cells.count > most, Self.hasDecimalCommas(row) {
                throw LabelError(file: file, line: row.line, problem: "\(row.text.quoted): decimal commas cannot be told from the commas between the "
                    + "columns; expected \(expected) in seconds with decimal points, or with semicolons between the columns")
            }
            return Row(line: row.line, text: row.text, cells: order.map { row.cells[$0] }, file: file)
        }
        self.header = header
    }

    /// A column's name without case and unit: "start" of "Start (s)".
    private static func name(_ cell: String) -> String {
        let words = cell.lowercased().prefix { $0 != "(" && $0 != "[" }.split { $0 == " " || $0 == "_" || $0 == "-" }
        let name = words.joined(separator: " ")
        return name.hasSuffix(" s") || name.hasSuffix(" sec") ? words.dropLast().joined(separator: " ") : name
    }

    private static func isWord(_ cell: String) -> Bool { cell.first?.isLetter == true }

    /// "0,7,3,4,nod": numbers with decimal commas in a table whose columns are separated by commas.
    private static func hasDecimalCommas(_ row: CellReader.Row) -> Bool {
        row.cells.count >= 5 && row.cells.prefix(4).allSatisfy { !$0.isEmpty && $0.allSatisfy { $0.isASCII && $0.isNumber } } && isWord(row.cells[4])
    }

    private static func wrongHeader(_ row: CellReader.Row, _ separator: Character, _ headers: [String]) -> String {
        let expected = headers.joined(separator: " or "), names = row.cells.filter { !$0.isEmpty }
        if names.count < 2 { return "\(row.text.quoted): it is one column; expected the columns \(expected), separated by commas, semicolons or tabs" }
        return "\(row.text.quoted): the columns \(names.joined(separator: ", ").excerpt()) are not known; expected \(expected), in seconds"
    }

    private static func tooFew(_ row: CellReader.Row, _ expected: String) -> String {
        let count = row.cells.count == 1 ? "1 column" : "\(row.cells.count) columns"
        let spaces = row.cells.count == 1 && row.text.split(whereSeparator: \.isWhitespace).count > 2
        return "\(row.text.quoted): it has \(count); expected \(expected) in seconds"
            + (spaces ? ", separated by commas, semicolons or tabs, not by spaces" : "")
    }
}
