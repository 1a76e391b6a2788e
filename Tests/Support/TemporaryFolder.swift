// What tests of several modules need.
import FoundationEssentials
import Testing

/// A folder that is removed with the test.
public final class TemporaryFolder {
    public let path: String

    public init() throws {
        path = FileManager.default.temporaryDirectory.path() + "nodline-test-\(UInt64.random(in: 0...UInt64.max))"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// Writes a file and gives its path.
    public func file(_ name: String, _ bytes: some Sequence<UInt8>) throws -> String {
        let file = path + "/" + name
        try Data(bytes).write(to: URL(filePath: file))
        return file
    }

    /// Writes a text file and gives its path.
    public func file(_ name: String, _ text: String) throws -> String { try file(name, text.utf8) }
}

/// The error that `body` throws; the expectation itself gives it only since Swift 6.1.
public func thrown<Fault: Error>(_ type: Fault.Type, _ body: () throws -> Void) throws -> Fault {
    var fault: Fault?
    do { try body() } catch let error as Fault { fault = error }
    return try #require(fault, "\(type) was expected")
}
