/// A file that is no TOML at all, but what another program saved under its name.
struct ForeignFormat {
    /// What it is, and how to save it.
    let problem: String

    private static let asText = "; expected plain text: in your word processor, save it as text (UTF-8), or write it with a simple editor"

    private static let kinds: [(start: [UInt8], name: String)] = [
        (Array(#"{\rtf"#.utf8), "a word processor's text (RTF)"), (Array("PK\u{3}\u{4}".utf8), "a document of a word processor, or an archive"),
        ([0xD0, 0xCF, 0x11, 0xE0], "a document of a word processor"), (Array("%PDF".utf8), "a PDF document"),
        (Array("<!doctype".utf8), "a web page"), (Array("<html".utf8), "a web page"), (Array("<?xml".utf8), "an XML document"),
    ]

    /// - Returns: `nil` if it may be TOML.
    init?(_ bytes: some Collection<UInt8>) {
        if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
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
        guard let kind else { return nil }
        problem = "it is \(kind.name)\(Self.asText)"
    }
}
