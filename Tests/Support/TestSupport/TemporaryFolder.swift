import FoundationEssentials
import Platform
import Testing

/// A folder that is removed with the test.
package final class TemporaryFolder {
    package let path: String

    package init() throws {
        path = FileManager.default.temporaryDirectory.path() + "nodline-test-\(UInt64.random(in: 0...UInt64.max))"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// Writes a file and gives its path.
    package func file(_ name: String, _ bytes: some Sequence<UInt8>) throws -> String {
        let file = path + "/" + name
        try Data(bytes).write(to: URL(filePath: file))
        return file
    }

    /// Writes a text file and gives its path.
    package func file(_ name: String, _ text: String) throws -> String { try file(name, text.utf8) }

    /// Writes an executable script.
    package func program(_ name: String, _ text: String) throws -> String { try program(name, copying: file(name + ".text", text)) }

    /// Copies a program or script and makes the copy executable. A child process writes it: if this process had it open for writing, a
    /// child that another test starts at that moment would have it open too, and the kernel would refuse to run it (`ETXTBSY`).
    package func program(_ name: String, copying source: String) throws -> String {
        let program = path + "/" + name
        #expect(try ChildProcess("install", ["-D", "-m", "755", source, program]).wait() == 0)
        return program
    }

    /// Makes a folder within this one, with text files.
    package func make(_ name: String, _ files: [String: String]) throws {
        try FileManager.default.createDirectory(atPath: path + "/" + name, withIntermediateDirectories: true)
        for (file, text) in files { _ = try self.file(name + "/" + file, text) }
    }

    /// A file's text.
    package func text(_ name: String) throws -> String { try String(contentsOfFile: path + "/" + name, encoding: .utf8) }
}

/// The error that `body` throws; the expectation itself gives it only since Swift 6.1.
package func thrown<Fault: Error>(_ type: Fault.Type, _ body: () throws -> Void) throws -> Fault {
    var fault: Fault?
    do { try body() } catch let error as Fault { fault = error }
    return try #require(fault, "\(type) was expected")
}
