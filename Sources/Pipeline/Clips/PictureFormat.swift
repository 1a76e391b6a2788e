/// What a picture's file is by its first bytes, whatever its name says.
enum PictureFormat: Equatable {
    case jpeg
    case png
    case empty
    /// Something else, with its article: "a WebP picture".
    case foreign(String)

    init(_ bytes: [UInt8]) {
        if bytes.isEmpty {
            self = .empty
        } else if bytes.starts(with: [0xFF, 0xD8]) {
            self = .jpeg
        } else if bytes.starts(with: [0x89] + Array("PNG".utf8)) {
            self = .png
        } else {
            let known = Self.others.first { bytes.dropFirst($0.offset).starts(with: $0.word.utf8) }
            self = .foreign(known?.name ?? "no picture that is known here")
        }
    }

    private static let others: [(offset: Int, word: String, name: String)] = [
        (8, "WEBP", "a WebP picture"), (0, "GIF8", "a GIF picture"), (0, "BM", "a BMP picture"), (0, "II*", "a TIFF picture"),
        (0, "MM\0*", "a TIFF picture"), (4, "ftyphei", "a HEIC picture"), (4, "ftypmif", "a HEIC picture"), (4, "ftypavif", "an AVIF picture"),
    ]
}
