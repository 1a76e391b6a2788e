/// Plain words for slips of the pen that toml++ names in its own.
struct TOMLSlip {
    /// What is wrong, and what was expected.
    let problem: String

    /// - Parameters:
    ///   - reason: the parser's.
    ///   - text: the line, without spaces at its ends.
    ///   - column: where the parser stopped, from 1.
    /// - Returns: `nil` for what has no words here.
    init?(_ reason: String, in text: Substring, column: Int) {
        let parts = text.split(separator: "=", maxSplits: 1)
        let key = parts.first?.trimmed ?? "", value = parts.count == 2 ? parts[1].trimmed : ""
        if reason.contains("after '\\r'") {
            problem = "its lines end with carriage returns alone, as on old Macs; save it with Unix or Windows line ends"
        } else if reason.contains("escape sequence") {
            problem = "\\ has a meaning of its own between \" \" (column \(column)); expected single quotes, which leave it alone: '…'"
        } else if reason.contains("parsing string"), value.first == "\"" || value.first == "'" {
            problem = "the text has no end; expected a \(value.prefix(1)) behind it, on the same line"
        } else if reason.contains("parsing array"), reason.contains("expected comma") {
            problem = "the values of a list have commas between them; expected one before column \(column)"
        } else if reason.contains("inline table"), reason.contains("saw '\\n'") || reason.contains("saw '\\r") {
            problem = "a table in { } stays on one line; expected it there, or as a table of its own: [NAME], with its keys below"
        } else if reason.contains("expected a comment or whitespace, saw ','") {
            problem = "several values stand in a list; expected \(key.excerpt()) = [\(value.excerpt())]"
        } else if reason.contains("expected a comment or whitespace, saw '/'") || reason.contains("expected a comment or whitespace, saw ';'") {
            problem = "a comment begins with #; expected that in place of what stands at column \(column)"
        } else if reason.contains("could not be interpreted as a value") || reason.contains("too long to identify") {
            problem = "the number is too large or too long"
        } else if reason.contains("into existing inline table") {
            problem = "what is in { } takes no more; expected a table of its own in its place: [NAME], with its keys below"
        } else if reason.contains("dangling comma") {
            problem = "nothing follows the last comma in { }; expected it without (column \(column))"
        } else if reason.contains("expected keys, tables") || reason.contains("expected '=', saw") || reason.contains("key-value pair: encountered end") {
            problem = "this line is no entry; expected KEY = VALUE, or [TABLE]"
        } else {
            return nil
        }
    }
}
