// What the manual says of each key.

/// What the manual's comments say of each key. A paragraph of comments belongs to the options right below it; in the part
/// about named tables an entry begins with the key's name, or several, and goes on where it is indented.
struct ManualMeanings {
    private(set) var meanings: [String: String] = [:]

    /// The comment that introduces the named tables, by its first word.
    private static let named = ["Cameras": "cameras", "Filters": "filters", "Outputs": "outputs", "Axes": "axes", "Inputs": "inputs",
                                "Profiles": "profiles"]

    init(_ manual: String) {
        var section = "", paragraph: [String] = [], table: String?, entry: [String] = []
        for line in manual.split(separator: "\n", omittingEmptySubsequences: false) {
            if line.hasPrefix("[") {
                section = String(line.dropFirst().prefix { $0 != "]" })
                table = nil
            } else if line.isEmpty {
                paragraph = []
                table = nil
            } else if let equals = line.firstRange(of: " = "), line.hasPrefix("#"), !line.hasPrefix("# ") {
                meanings["\(section).\(line[..<equals.lowerBound].dropFirst())"] = paragraph.joined(separator: " ")
            } else if line.hasPrefix("#") {
                let text = line.dropFirst()
                let word = text.split { $0 == ":" || $0 == " " }.first
                if paragraph.isEmpty, let name = word.flatMap({ Self.named[String($0)] }) { table = name }
                paragraph.append(String(text.drop { $0 == " " }))
                if let table { take(text, of: table, into: &entry) }
            }
        }
    }

    /// A line of the part about a named table.
    private mutating func take(_ line: Substring, of table: String, into entry: inout [String]) {
        let text = line.dropFirst()
        if text.hasPrefix("   ") {  // the entry goes on
            for name in entry { meanings["\(table).\(name)", default: ""] += " " + text.drop { $0 == " " } }
        } else if let gap = text.firstRange(of: "  ") {
            entry = text[..<gap.lowerBound].split(separator: ",").map { String($0.filter { $0 != " " }) }
            for name in entry { meanings["\(table).\(name)"] = String(text[gap.upperBound...].drop { $0 == " " }) }
        } else {
            entry = []
        }
    }
}
