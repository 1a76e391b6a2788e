/// A text file's bytes as text, in whichever encoding a spreadsheet has written it.
enum TextDecoding {
    /// - Returns: `nil` if it is no text.
    static func text(_ bytes: [UInt8]) -> String? {
        if bytes.starts(with: [0xFF, 0xFE]) { return wide(bytes.dropFirst(2), lowFirst: true) }
        if bytes.starts(with: [0xFE, 0xFF]) { return wide(bytes.dropFirst(2), lowFirst: false) }
        // UTF-16 without its mark: every other byte of plain letters is 0.
        if bytes.count >= 4, bytes[1] == 0, bytes[3] == 0 { return wide(bytes[...], lowFirst: true) }
        if bytes.count >= 4, bytes[0] == 0, bytes[2] == 0 { return wide(bytes[...], lowFirst: false) }
        guard !bytes.contains(0) else { return nil }
        let text = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
        // Windows' own encoding otherwise: only remarks can have such letters.
        return String(validating: text, as: UTF8.self) ?? String(String.UnicodeScalarView(text.map { Unicode.Scalar($0) }))
    }

    private static func wide(_ bytes: ArraySlice<UInt8>, lowFirst: Bool) -> String? {
        let units = stride(from: bytes.startIndex, to: bytes.endIndex - 1, by: 2).map { place in
            UInt16(bytes[place + (lowFirst ? 1 : 0)]) << 8 | UInt16(bytes[place + (lowFirst ? 0 : 1)])
        }
        return units.contains(0) ? nil : String(decoding: units, as: UTF16.self)
    }
}
