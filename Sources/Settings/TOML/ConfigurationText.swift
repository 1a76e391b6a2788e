/// The text of a configuration file, in which single keys are changed. Comments, order and line ends stay.
///
/// The lines of keys and tables come from the parser. A value may span lines: its end is the first line with which it can be parsed.
package struct ConfigurationText {
    /// Why a key cannot be changed.
    package struct Problem: Error, Equatable, CustomStringConvertible {
        package let description: String
    }

    /// The most lines of one value.
    private static let longestValue = 200

    /// The byte order mark that some editors put before the text. It belongs to no line.
    private let mark: [UInt8]
    /// Without their newlines; a carriage return stays.
    private var lines: [String]

    /// - Parameter bytes: a valid file.
    package init(_ bytes: [UInt8]) {
        mark = bytes.starts(with: TOMLDocument.byteOrderMark) ? TOMLDocument.byteOrderMark : []
        lines = bytes.dropFirst(mark.count).split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map { String(decoding: $0, as: UTF8.self) }
    }

    package var bytes: [UInt8] { mark + Array(lines.joined(separator: "\n").utf8) }

    /// Sets a key to a value, or takes it or a table out.
    /// - Parameter path: its table's names and its own.
    package mutating func set(_ path: [String], to value: TOMLValue?) throws(Problem) {
        let document = try document()
        if value == nil, let entries = document.entries.entry(path)?.value.table {
            try removeTable(path, entries)
        } else if let line = document.entries.line(ofExactly: path) {
            let extent = try extent(of: path, from: line - 1)
            if let value { replace(extent, value) } else { remove(extent) }
        } else if let value {
            try insert(path, value, document)
        }
    }

    private func document() throws(Problem) -> TOMLDocument {
        do { return try TOMLDocument(bytes) } catch { throw Problem(description: error.reason) }
    }

    // MARK: - A table that is in the file

    /// Takes out each of its keys, then its header. Comments stay.
    private mutating func removeTable(_ path: [String], _ entries: [TOMLEntry]) throws(Problem) {
        for entry in entries { try set(path + [entry.name], to: nil) }
        guard let header = try document().entries.line(ofExactly: path) else { return }  // it had none: its keys were dotted
        guard isHeader(header - 1, of: path) else {
            throw Problem(description: "line \(header): \(path.joined(separator: ".")) is inside braces; expected a table of its own")
        }
        let isAlone = header >= 2 && isBlank(header - 2) && (header >= lines.count || isBlank(header))
        remove(header - 1..<header)
        // Of the blank lines around it one stays.
        if isAlone, isBlank(header - 2), lines.count > 1 { lines.remove(at: header - 2) }
    }

    private func isBlank(_ place: Int) -> Bool { lines.indices.contains(place) && lines[place].allSatisfy(\.isWhitespace) }

    // MARK: - A key that is in the file

    /// The lines of a key and its value.
    private func extent(of path: [String], from first: Int) throws(Problem) -> Range<Int> {
        for end in (first + 1)..<(first + 1 + Self.longestValue) where end <= lines.count {
            guard let part = Self.document(lines[first..<end].joined(separator: "\n")) else { continue }
            let names = part.entries.firstPath
            // An inline table has the same path as a dotted key, but its names are not all before the equals sign.
            guard path.suffix(names.count) == names[...], Self.names(before: lines[first]) == names else { break }
            return first..<end
        }
        throw Problem(description: "line \(first + 1): \(path.joined(separator: ".")) is inside braces; expected a line of its own")
    }

    /// A part of the file by itself; a carriage return needs its newline.
    private static func document(_ text: String) -> TOMLDocument? { try? TOMLDocument((text + "\n").utf8) }

    /// The names before an equals sign: ["gestures", "nod"] of `gestures.nod = true`.
    static func names(before line: some StringProtocol) -> [String] {
        line.prefix { $0 != "=" }.split(separator: ".").map { String($0.filter { !$0.isWhitespace && $0 != "\"" && $0 != "'" }) }
    }

    private mutating func replace(_ extent: Range<Int>, _ value: TOMLValue) {
        let line = lines[extent.lowerBound], equals = line.firstIndex(of: "=") ?? line.startIndex
        let head = String(line[...equals])
        guard extent.count == 1 else {  // the lines may contain comments
            for place in extent { lines[place] = "#" + lines[place] }
            lines.insert(ended("\(head) \(value)"), at: extent.upperBound)
            return
        }
        let gap = line[equals...].dropFirst().prefix { $0 == " " || $0 == "\t" }
        lines[extent.lowerBound] = ended(head + gap + value.description + comment(of: line))
    }

    private mutating func remove(_ extent: Range<Int>) {
        if extent.count == 1, comment(of: lines[extent.lowerBound]).isEmpty {
            lines.remove(at: extent.lowerBound)
        } else {
            for place in extent { lines[place] = "#" + lines[place] }
        }
    }

    /// The comment behind a value, with the space before it.
    private func comment(of line: String) -> Substring {
        let text = line.unicodeScalars.last == "\r" ? String(String.UnicodeScalarView(line.unicodeScalars.dropLast())) : line
        for place in text.indices where text[place] == "#" {
            guard (try? TOMLDocument(text[..<place].utf8)) != nil else { continue }  // it is part of a text
            let space = text[..<place].reversed().prefix { $0 == " " || $0 == "\t" }.count
            return Substring(String(text[text.index(place, offsetBy: -space)...]))
        }
        return ""
    }

    // MARK: - A new key

    private mutating func insert(_ path: [String], _ value: TOMLValue, _ document: TOMLDocument) throws(Problem) {
        let table = Array(path.dropLast()), name = path.last ?? ""
        if let header = document.entries.line(ofExactly: table), isHeader(header - 1, of: table) {
            let place = place(for: name, behind: header - 1)
            lines.insert(ended("\(place.indent)\(name) = \(value)"), at: place.line)
        } else if let sibling = document.entries.line(ofExactly: table), !isHeader(sibling - 1), sibling <= lines.count,
                  case let names = Self.names(before: lines[sibling - 1]), names.count > 1, names.starts(with: table) {
            // The table is written by dotted keys: a header would be refused.
            let extent = try extent(of: names, from: sibling - 1)
            lines.insert(ended("\(Self.path(path)) = \(value)"), at: extent.upperBound)
        } else {
            if lines.last?.isEmpty == true { lines.removeLast() }
            lines += ["", "[\(Self.path(table))]", "\(name) = \(value)"].map(ended) + [""]
        }
    }

    private static func path(_ names: [String]) -> String { names.map(\.tomlKey).joined(separator: ".") }

    /// Whether a line is a table's header, of this table if one is given.
    private func isHeader(_ place: Int, of table: [String]? = nil) -> Bool {
        guard lines.indices.contains(place), lines[place].first(where: { !$0.isWhitespace }) == "[" else { return false }
        guard let table else { return true }
        return Self.document(lines[place])?.entries.firstPath == table
    }

    /// Where a new key goes: below its commented default, else below the last key of its table.
    private func place(for name: String, behind header: Int) -> (line: Int, indent: Substring) {
        var last = header
        for place in (header + 1)..<max(lines.count, header + 1) {
            if isHeader(place) { break }
            let text = lines[place].drop(while: \.isWhitespace), indent = lines[place].prefix { $0 == " " || $0 == "\t" }
            if text.first == "#" {
                let rest = text.dropFirst().drop { $0 == " " }
                if Self.names(before: String(rest)) == [name], Self.document(String(rest)) != nil { return (place + 1, indent) }
            } else if !text.isEmpty {
                last = place
            }
        }
        return (last + 1, "")
    }

    /// A line with the file's line end.
    private func ended(_ line: String) -> String { lines.first?.unicodeScalars.last == "\r" ? line + "\r" : line }
}
