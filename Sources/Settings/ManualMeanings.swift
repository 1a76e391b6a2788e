/// The comments of `deploy/nodline.toml` on each key.
///
/// A paragraph belongs to the options right below it; one that begins a section and has no options introduces it. In the part
/// about named tables an entry begins with the key's name, or several, and goes on where it is indented. A deeper line of two
/// columns is an item of a list, and begins a line of its own.
struct ManualMeanings {
    private(set) var meanings: [String: String] = [:]
    private(set) var introductions: [String: String] = [:]

    /// The comment that introduces the named tables, by its first word.
    private static let named = ["Cameras": "cameras", "Filters": "filters", "Outputs": "outputs", "Axes": "axes", "Inputs": "inputs",
                                "Profiles": "profiles"]

    init(_ manual: String) {
        var section = "", paragraph: [Substring] = [], table: String?, entry: [String] = [], hasOptions = true
        for line in manual.split(separator: "\n", omittingEmptySubsequences: false) {
            if line.hasPrefix("[") {
                section = String(line.dropFirst().prefix { $0 != "]" })
                table = nil
                hasOptions = false
            } else if line.isEmpty {
                if !hasOptions, !paragraph.isEmpty { introductions[section] = Self.text(of: paragraph) }
                paragraph = []
                table = nil
            } else if let equals = line.firstRange(of: " = "), line.hasPrefix("#"), !line.hasPrefix("# ") {
                meanings["\(section).\(line[..<equals.lowerBound].dropFirst())"] = Self.text(of: paragraph)
                hasOptions = true
            } else if line.hasPrefix("#") {
                let text = line.dropFirst()
                let word = text.split { $0 == ":" || $0 == " " }.first
                if paragraph.isEmpty, let name = word.flatMap({ Self.named[String($0)] }) { table = name }
                paragraph.append(text)
                if let table { take(text, of: table, into: &entry) }
            }
        }
    }

    /// A line of the part about a named table.
    private mutating func take(_ line: Substring, of table: String, into entry: inout [String]) {
        let text = line.dropFirst()
        if text.hasPrefix("   ") {  // the entry goes on
            for name in entry { meanings["\(table).\(name)", default: ""] += Self.item(text) ?? " " + text.drop { $0 == " " } }
        } else if let gap = text.firstRange(of: "  ") {
            entry = text[..<gap.lowerBound].split(separator: ",").map { String($0.filter { $0 != " " }) }
            for name in entry { meanings["\(table).\(name)"] = String(text[gap.upperBound...].drop { $0 == " " }) }
        } else {
            entry = []
        }
    }

    private static func text(of paragraph: [Substring]) -> String {
        paragraph.reduce(into: "") { text, line in
            text += (line.hasPrefix("   ") ? item(line) : nil) ?? (text.isEmpty ? "" : " ") + line.drop { $0 == " " }
        }
    }

    /// A line of two columns, as a line of its own.
    private static func item(_ line: Substring) -> String? {
        let text = line.drop { $0 == " " }
        return text.firstRange(of: "  ").map { "\n\(text[..<$0.lowerBound]): \(text[$0.upperBound...].drop { $0 == " " })" }
    }
}
