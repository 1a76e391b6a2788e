import FoundationEssentials
import Platform

/// The rows of a label file: CSV with one of several headers, or with none.
package struct LabelRows {
    package struct Row {
        let line: Int
        package let text: String
        package let cells: [String]
        let file: String

        package func fault(_ problem: String) -> LabelError { LabelError(file: file, line: line, problem: problem) }

        /// The start and end of a span in seconds.
        /// - Parameter header: what was expected instead.
        package func span(_ header: String) throws -> (start: Double, end: Double) {
            guard cells.count == header.split(separator: ",").count, let start = Double(cells[0]), let end = Double(cells[1]), start >= 0,
                  end > start, end <= LabelRows.latest
            else { throw fault("\"\(text)\": expected \(header) in seconds") }
            return (start, end)
        }
    }

    /// Latest time allowed in a file, in seconds.
    private static let latest = 1e9

    /// The header; `nil` if the file has none of those that were named.
    package let header: String?
    package let rows: [Row]

    /// - Throws: ``LabelError``.
    package init(file: String, headers: [String]) throws {
        guard let text = try? String(contentsOfFile: file, encoding: .utf8) else {
            throw LabelError(file: file, line: 0, problem: "it cannot be read")
        }
        var header: String?, rows: [Row] = []
        for (number, row) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
            // Spreadsheet programs write a byte order mark at the beginning.
            let row = row.filter { $0 != " " && $0 != "\u{FEFF}" }
            if row.isEmpty { continue }
            if number == 0, headers.contains(row) {
                header = row
            } else {
                let cells = row.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
                rows.append(Row(line: number + 1, text: row, cells: cells, file: file))
            }
        }
        (self.header, self.rows) = (header, rows)
    }
}
