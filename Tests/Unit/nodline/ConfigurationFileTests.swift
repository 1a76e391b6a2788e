import ApplianceSupport
import FoundationEssentials
import Glibc
import Outputs
import Testing
import TestSupport

/// Something other than a configuration in its place.
struct WrongFile: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// Part of the expected message.
    let expected: String
    let put: @Sendable (_ path: String) throws -> Void

    private static func text(_ name: String, _ expected: String, _ bytes: @escaping @Sendable () -> [UInt8]) -> WrongFile {
        WrongFile(testDescription: name, expected: expected) { path in try Data(bytes()).write(to: URL(filePath: path)) }
    }

    static let all: [WrongFile] = [
        text("a key of 200,000 parts", ":1: a key has more than 16 parts") { Array((String(repeating: "a.", count: 200_000) + "a=1").utf8) },
        text("deep lists", ":1: brackets are nested more than 16 deep") { Array(("a = " + String(repeating: "[", count: 200_000)).utf8) },
        text("deep tables", ":1: brackets are nested more than 16 deep") { Array(("a = " + String(repeating: "{a=", count: 200_000)).utf8) },
        text("NUL", ":2: ") { Array("[camera]\nrate = 10\0\n".utf8) },
        text("no UTF-8", ":2: it cannot be read as UTF-8 text") { Array("[camera]\nuse = \"".utf8) + [0xE9, 0x22, 0x0A] },
        text("an empty file", "it is empty, as a full disk or a power cut leaves a file") { [] },
        text("UTF-16", "it is UTF-16 text; save it as UTF-8") { [0xFF, 0xFE, 0x5B, 0x00] },
        text("more than 1 MB", "bytes; expected a configuration, of at most 1048576") { [UInt8](repeating: 0x23, count: 1 << 21) },
        WrongFile(testDescription: "a folder", expected: "it is a folder") { try #require(mkdir($0, 0o755) == 0) },
        WrongFile(testDescription: "a pipe", expected: "it is a pipe or a device") { try #require(mkfifo($0, 0o644) == 0) },
        WrongFile(testDescription: "/dev/zero", expected: "it is a pipe or a device") { try #require(symlink("/dev/zero", $0) == 0) },
        WrongFile(testDescription: "no file", expected: "there is no such file") { _ in },
    ]
}

@Suite("Files that are not configurations")
struct ConfigurationFileTests {
    @Test("check and run refuse them with status 2 and a reason; safe uses the configuration of the last run", arguments: WrongFile.all)
    func refused(wrong: WrongFile) throws {
        let folder = try TemporaryFolder()
        let file = folder.path + "/nodline.toml"
        try wrong.put(file)
        try #require(mkdir(folder.path + "/configuration", 0o755) == 0)
        _ = try folder.file("configuration/main.toml", "[outputs.a]\nline = \"GPIO-last\"\ngesture = \"nod\"\n")
        for command in ["check", "run"] {
            let run = try Program([command, "--config", file], environment: ["STATE_DIRECTORY=\(folder.path)/none"])
            #expect(run.status == 2 && run.errors.contains(file) && run.errors.contains(wrong.expected) && run.output.isEmpty, "\(run)")
        }
        let safe = try Program(["safe", "--config", file], environment: ["STATE_DIRECTORY=\(folder.path)"])
        #expect(safe.errors.contains(wrong.expected) && safe.errors.contains("using the configuration of the last run"))
        // This machine has no such line, so the attempt is reported with its name.
        #expect(safe.status == 1 && safe.errors.contains("line GPIO-last"), "\(safe)")
    }

    @Test("a damaged copy of the last configuration does not keep safe from using the other copies")
    func damagedCopy() throws {
        let folder = try TemporaryFolder()
        try #require(mkdir(folder.path + "/configuration", 0o755) == 0)
        _ = try folder.file("configuration/profile-b.toml", "[outputs.a]\nline = \"GPIO-last\"\ngesture = \"nod\"\n")
        for (index, wrong) in WrongFile.all.enumerated() { try wrong.put(folder.path + "/configuration/profile-\(index).toml") }
        let safe = try Program(["safe", "--config", folder.path + "/none.toml"], environment: ["STATE_DIRECTORY=\(folder.path)"])
        #expect(safe.status == 1 && safe.errors.contains("line GPIO-last"), "\(safe)")
    }

    @Test("a running appliance refuses them on a reload and works on")
    func reload() throws {
        let appliance = try LiveAppliance("[outputs.one]\nstate = \"camera-on\"\n")
        _ = try appliance.wait { $0.name == "one" && $0.value == 1 }
        for wrong in WrongFile.all {
            try? FileManager.default.removeItem(atPath: appliance.file)
            try wrong.put(appliance.file)
            appliance.send(SIGHUP)
            let fault = try appliance.wait { $0.isFault }
            #expect(fault.what == "configuration-refused" && fault.detail?.contains(wrong.expected) == true)
        }
        #expect(!appliance.events.contains { $0.event == "configured" })
        // A camera that stalls, on a machine without a processor for it, is off.
        #expect(!appliance.events.contains { $0.name == "one" && $0.value == 0 } || appliance.events.contains { $0.what == "camera-stalled" })
        try? FileManager.default.removeItem(atPath: appliance.file)
        try appliance.edit("[outputs.two]\nstate = \"camera-on\"\n")
        appliance.send(SIGHUP)
        _ = try appliance.wait { $0.name == "two" && $0.value == 1 }
        #expect(try appliance.end() == 0)
    }
}
