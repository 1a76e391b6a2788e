// Where the checkout is.
import FoundationEssentials

enum Checkout {
    /// The folder of Package.swift.
    static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().path()
    static let clips = root + "../shared/clips"
    static var hasClips: Bool { FileManager.default.fileExists(atPath: clips) }

    static func text(_ file: String) throws -> String { try String(contentsOfFile: root + file, encoding: .utf8) }
}
