import FoundationEssentials
import Glibc
import Platform
import Testing
import TestSupport

@Suite("Files that a command writes where the user says")
struct ResultFileTests {
    private static let contents: [(kind: ResultFile.Kind, text: String)] = [
        (.clip, "YUV4MPEG2 XDRAWN W2 H2 F30:1\n"), (.labels, "start,end,gesture\n1,2,nod\n"), (.report, "<!doctype html>\n<html>"), (.trace, "t,found\n0,0\n"),
    ]

    private func text(_ file: String) throws -> String { try String(contentsOfFile: file, encoding: .utf8) }

    @Test("a file is replaced only by one of its own kind: whatever else has the name stays as it is",
          arguments: contents.map(\.kind), contents.map(\.text) + ["", "YUV4MPEG2 W2 H2 F30:1\n", "\u{0}\u{0}\u{0} ftypisom", "# nodline heads 1\n", "[outputs.bell]\n"])
    func kinds(kind: ResultFile.Kind, old: String) throws {
        let folder = try TemporaryFolder(), file = folder.path + "/a file"
        try Data(old.utf8).write(to: URL(filePath: file))
        let own = try #require(Self.contents.first { $0.kind == kind }).text
        let mayReplace = old.isEmpty || old == own || kind == .trace && old.hasPrefix("# nodline heads")
        do {
            try ResultFile(file, kind).write(Array(own.utf8))
            #expect(mayReplace)
        } catch {
            #expect(!mayReplace && "\(error)".contains("not written over another file"), "\(error)")
        }
        #expect(try text(file) == (mayReplace ? own : old))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["a file"])
    }

    @Test("what is not finished leaves the old file, and nothing else")
    func unfinished() throws {
        let folder = try TemporaryFolder(), file = folder.path + "/r.html"
        try ResultFile(file, .report).write(Array("<!doctype html>old".utf8))
        do {
            let result = try ResultFile(file, .report), descriptor = try result.open()
            try descriptor.write(Array("<!doctype".utf8))
        }
        #expect(try text(file) == "<!doctype html>old")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["r.html"])
    }

    @Test("a link stays one, and the file behind it is replaced")
    func link() throws {
        let folder = try TemporaryFolder(), link = folder.path + "/link", file = folder.path + "/file"
        try ResultFile(file, .report).write(Array("<!doctype html>old".utf8))
        #expect(symlink("file", link) == 0)
        try ResultFile(link, .report).write(Array("<!doctype html>new".utf8))
        #expect(try text(file) == "<!doctype html>new")
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == "file")
    }

    @Test("where nothing can be written is said before there is something to write", arguments: [
        ("/nowhere/r.html", "No such file or directory"), ("/", "Is a directory"),
    ])
    func refused(path: String, reason: String) {
        #expect(throws: ResultFileError.self) { try ResultFile(path, .report) }
        do { _ = try ResultFile(path, .report) } catch { #expect("\(error)" == "\(path): the report cannot be written: \(reason)") }
    }

    @Test("a device takes what is written")
    func device() throws { try ResultFile("/dev/null", .trace).write([1]) }
}
