// What the appliance's tests need: the checkout, its program, simulated clips.
import FoundationEssentials
import Glibc
import Pipeline
import Testing

import Appliance

enum Checkout {
    /// The folder of Package.swift.
    static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().path()
    static let clips = root + "../shared/clips"
    static var hasClips: Bool { FileManager.default.fileExists(atPath: clips) }

    static func text(_ file: String) throws -> String { try String(contentsOfFile: root + file, encoding: .utf8) }
}

/// A folder that is removed with the test.
final class TemporaryFolder {
    let path: String

    init() throws {
        path = FileManager.default.temporaryDirectory.path() + "nodline-test-\(UInt64.random(in: 0...UInt64.max))"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    func file(_ name: String, _ text: String) throws -> String {
        try Data(text.utf8).write(to: URL(filePath: path + "/" + name))
        return path + "/" + name
    }
}

/// The error that `body` throws; the expectation itself gives it only since Swift 6.1.
func thrown<Fault: Error>(_ type: Fault.Type, _ body: () throws -> Void) throws -> Fault {
    var fault: Fault?
    do { try body() } catch let error as Fault { fault = error }
    return try #require(fault, "\(type) was expected")
}
