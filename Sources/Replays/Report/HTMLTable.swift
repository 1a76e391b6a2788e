/// A table in a page. Cells are plain text.
struct HTMLTable {
    /// Name of the table for screen readers.
    let label: String
    /// The column names; empty if each row has only a name.
    var columns: [String] = []
    /// The first cell of a row names it.
    let rows: [[String]]

    var html: String {
        let head = columns.isEmpty ? ""
            : "<thead><tr>" + columns.map { "<th scope=\"col\">\($0.htmlEscaped)</th>" }.joined() + "</tr></thead>"
        let body = rows.map { row in
            "<tr>" + row.enumerated().map { column, cell in
                column == 0 ? "<th scope=\"row\">\(cell.htmlEscaped)</th>" : "<td>\(cell.htmlEscaped)</td>"
            }.joined() + "</tr>"
        }
        return ReportPage.region(label, "<table>\(head)<tbody>\(body.joined(separator: "\n"))</tbody></table>")
    }
}
