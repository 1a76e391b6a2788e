import FoundationEssentials

package enum Checkout {
    /// The folder of Package.swift.
    package static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().path()
    package static let clips = root + "../shared/clips"
    package static var hasClips: Bool { FileManager.default.fileExists(atPath: clips) }

    package static func text(_ file: String) throws -> String { try String(contentsOfFile: root + file, encoding: .utf8) }
}
