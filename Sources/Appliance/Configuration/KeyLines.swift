// On which line of a TOML file a key stands.

/// Finds keys' lines, because the TOML library gives positions for faults of syntax only. The text is known to be valid
/// TOML; keys inside inline tables and multi-line strings are not found, and nobody writes those here.
struct KeyLines {
    private var lines: [String: Int] = [:]

    init(_ text: String) {
        var table = ""
        for (number, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
            let line = line.drop { $0 == " " || $0 == "\t" }
            if line.first == "[" {
                table = Self.path(line.drop { $0 == "[" }.prefix { $0 != "]" })
                lines[table] = lines[table] ?? number + 1
            } else if let equals = line.firstIndex(of: "="), line.first != "#" {
                let key = Self.path(line[..<equals])
                lines[table.isEmpty ? key : table + "." + key] = number + 1
            }
        }
    }

    /// The line of a key, or of the nearest table around it.
    subscript(path: String) -> Int? {
        var path = path[...]
        while true {
            if let line = lines[String(path)] { return line }
            guard let dot = path.lastIndex(of: ".") else { return nil }
            path = path[..<dot]
        }
    }

    private static func path(_ text: Substring) -> String {
        String(text.filter { !" \t\"'\r".contains($0) })
    }
}
