import FoundationEssentials
import Platform
import Testing
import TestSupport

@Suite("A configuration on the boot partition")
struct BootConfigTests {
    /// Runs the script over a folder in place of the partition.
    private func run(_ files: [String: String]) throws -> (boot: [String], installed: String?, answer: String) {
        let folder = try TemporaryFolder()
        try folder.make("boot", files)
        try folder.make("etc", [:])
        // By `env`, because variables that are added to ours do not replace ours.
        let script = try ChildProcess("env", ["PATH=\(Checkout.root).build/release:/usr/sbin:/usr/bin:/sbin:/bin", "NODLINE_BOOT=\(folder.path)/boot",
                                              "NODLINE_ETC=\(folder.path)/etc", "NODLINE_LIGHTS=/nonexistent", "NODLINE_FLICKER=0",
                                              "sh", Checkout.root + "deploy/board/boot-config"], input: .null, output: .null, errors: .pipe)
        #expect(script.wait() == 0, "\(script.takeErrorLines())")
        return (try FileManager.default.contentsOfDirectory(atPath: folder.path + "/boot").sorted(), try? folder.text("etc/nodline.toml"),
                (try? folder.text("boot/nodline.txt")) ?? "")
    }

    private static let valid = "[outputs.bell]\nline = \"GPIO17\"\ngesture = \"nod\"\n", wrong = "[outputs.bell]\nline = GPIO17\n"

    @Test("Windows hides endings: nodline.toml.txt is taken like nodline.toml", arguments: ["nodline.toml", "nodline.toml.txt"])
    func taken(name: String) throws {
        let result = try run([name: Self.valid])
        #expect(result.boot == ["nodline.toml.taken", "nodline.txt"] && result.installed == Self.valid)
        #expect(result.answer.hasPrefix("\(name) is valid and is now in use."))
    }

    @Test("a wrong file stays, whichever of the two names it has, and the answer names it", arguments: ["nodline.toml", "nodline.toml.txt"])
    func refused(name: String) throws {
        let result = try run([name: Self.wrong])
        #expect(result.boot == [name, "nodline.txt"] && result.installed == nil)
        #expect(result.answer.hasPrefix("\(name) is not valid") && result.answer.contains("text must be in quotes"))
    }

    @Test("of two files the one with the right name counts; of none, nothing happens")
    func both() throws {
        let result = try run(["nodline.toml": Self.valid, "nodline.toml.txt": Self.wrong])
        #expect(result.boot == ["nodline.toml.taken", "nodline.toml.txt", "nodline.txt"] && result.installed == Self.valid)
        #expect(try run(["nodline.toml.taken": Self.valid, "config.txt": ""]).boot == ["config.txt", "nodline.toml.taken"])
    }
}
