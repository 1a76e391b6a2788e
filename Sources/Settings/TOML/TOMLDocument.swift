import CTOML
import Platform

/// A TOML text as a tree, with the place of each entry.
struct TOMLDocument {
    /// What may stand before the text: U+FEFF in UTF-8.
    static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

    let entries: [TOMLEntry]

    /// - Throws: ``TOMLError`` with the first syntax error.
    init(_ bytes: some Collection<UInt8>) throws(TOMLError) {
        var document: OpaquePointer?
        var error = nodline_toml_error()
        let isRead = Array(bytes).withUnsafeBytes { buffer in
            nodline_toml_parse(buffer.baseAddress?.assumingMemoryBound(to: CChar.self), buffer.count, &document, &error)
        }
        guard isRead, let document else { throw TOMLError(error) }
        defer { nodline_toml_free(document) }
        var count = 0
        let first = nodline_toml_entries(document, &count)
        var flat = UnsafeBufferPointer(start: first, count: count)[...]
        entries = Self.take(from: &flat, depth: 0)
    }

    /// The entries of one depth, up to the next one of a smaller depth.
    private static func take(from flat: inout Slice<UnsafeBufferPointer<nodline_toml_entry>>, depth: Int32) -> [TOMLEntry] {
        var entries: [TOMLEntry] = []
        while let next = flat.first, next.depth == depth {
            flat.removeFirst()
            let value: TOMLValue = switch next.type {
            case NODLINE_TOML_TABLE: .table(take(from: &flat, depth: depth + 1))
            case NODLINE_TOML_LIST: .list(take(from: &flat, depth: depth + 1).map(\.value))
            case NODLINE_TOML_TEXT: .text(String(next.text))
            case NODLINE_TOML_INTEGER: .integer(Int(next.integer))
            case NODLINE_TOML_NUMBER: .number(next.number)
            case NODLINE_TOML_FLAG: .flag(next.flag)
            default: .time
            }
            entries.append(TOMLEntry(name: String(next.name), line: Int(next.line), value: value))
        }
        return entries
    }
}

extension [TOMLEntry] {
    /// What a path leads to, if all its parts exist.
    func entry(_ path: [String]) -> TOMLEntry? {
        var entries = self, found: TOMLEntry?
        for name in path {
            found = entries.first { $0.name == name }
            guard let found else { return nil }
            entries = found.value.table ?? []
        }
        return found
    }

    /// The line of a path, if all its parts exist.
    func line(ofExactly path: [String]) -> Int? { entry(path)?.line }

    /// The path from the root to the first entry that contains nothing.
    var firstPath: [String] {
        var path: [String] = [], entries = self
        while let first = entries.first {
            path.append(first.name)
            entries = first.value.table ?? []
        }
        return path
    }

    /// The line of a path of names, or of the nearest table around it.
    func line(of path: [String]) -> Int? {
        var entries = self, line: Int?
        for name in path {
            guard let entry = entries.first(where: { $0.name == name }) else { break }
            line = entry.line
            entries = entry.value.table ?? []
        }
        return line
    }
}

/// The first syntax error in a TOML text.
struct TOMLError: Error {
    /// Counted from 1; `nil` if the error has no single place.
    let line: Int?
    /// Counted from 1 in characters; `nil` if the error has no single place.
    let column: Int?
    let reason: String

    fileprivate init(_ error: nodline_toml_error) {
        line = error.line > 0 ? Int(error.line) : nil
        column = error.column > 0 ? Int(error.column) : nil
        let bytes = withUnsafeBytes(of: error.reason) { Array($0.prefix { $0 != 0 }) }
        // The parser quotes the text that it read, including line ends.
        reason = String(decoding: bytes.map { $0 < 0x20 ? UInt8(ascii: " ") : $0 }, as: UTF8.self)
    }
}

extension String {
    fileprivate init(_ text: nodline_toml_text) {
        self.init(decoding: UnsafeRawBufferPointer(start: text.bytes, count: text.count), as: UTF8.self)
    }
}
