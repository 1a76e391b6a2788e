/// A file that is no TOML at all, but what another program saved under its name.
struct ForeignFormat {
    /// What it is, and how to save it.
    let problem: String

    private static let asText = "; expected plain text: in your word processor, save it as text (UTF-8), or write it with a simple editor"

    private static let kinds: [(start: [UInt8], name: String)] = [
        (Array(#"{\rtf"#.utf8), "a word processor's text (RTF)"), (Array("PK\u{3}\u{4}".utf8), "a document of a word processor, or an archive"),
        ([0xD0, 0xCF, 0x11, 0xE0], "a document of a word processor"), (Array("%PDF".utf8), "a PDF document"),
        (Array("<!doctype".utf8), "a web page"), (Array("<html".utf8), "a web page"), (Array("<?xml".utf8), "an XML document"),
        ([0x1F, 0x8B], "a compressed file (gzip)"), (Array("{".utf8), "JSON, or another program's settings"),
    ]

    /// - Returns: `nil` if it may be TOML.
    init?(_ bytes: some Collection<UInt8>) {
        if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) || Self.isWide(bytes.prefix(2)) {
            problem = "it is UTF-16 text; save it as UTF-8"
            return
        }
        let isMarked = bytes.starts(with: TOMLDocument.byteOrderMark)
        let start = bytes.dropFirst(isMarked ? TOMLDocument.byteOrderMark.count : 0).prefix(16).map { byte in
            (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
        }
        let kind = Self.kinds.first { kind in
            start.starts(with: kind.start.map { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) ? $0 | 0x20 : $0 })
        }
        guard let kind, start.first != UInt8(ascii: "{") || !Self.isBraced(bytes) else { return nil }
        problem = "it is \(kind.name)\(Self.asText)"
    }

    /// Whether the first line is a table's name in the wrong brackets: "{outputs.bell}".
    private static func isBraced(_ bytes: some Collection<UInt8>) -> Bool {
        let line = Array(bytes.prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") })
        return line.last == UInt8(ascii: "}") && line.count > 2 && !line.contains(UInt8(ascii: ":")) && !line.contains(UInt8(ascii: "\""))
    }

    /// Whether one of two bytes is empty, as in UTF-16 text that does not say so at its beginning.
    private static func isWide(_ bytes: some Collection<UInt8>) -> Bool {
        bytes.count == 2 && bytes.contains(0) && bytes.contains { $0 != 0 }
    }
}
