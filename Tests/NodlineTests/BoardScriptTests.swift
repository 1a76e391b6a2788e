import FoundationEssentials
import Glibc
import Platform
import Testing
import TestSupport

/// The scripts that root runs on a board, over folders in which the service's user may make whatever it likes.
@Suite("Scripts on the board")
struct BoardScriptTests {
    private let folder: TemporaryFolder
    private static let old = "# old\n[status]\nled = \"ACT\"\n", new = "# new\n"

    init() throws {
        folder = try TemporaryFolder()
        // A file with the word "nonsense" has errors.
        try folder.make("bin", [:])
        _ = try folder.program("bin/nodline", "#!/bin/sh\n! grep -s nonsense \"$3\" >&2 && cat \"$3\"\n")
        try folder.make("boot", [:])
        try folder.make("etc", ["nodline.toml": Self.old])
        try folder.make("lights/ACT", ["trigger": "none [mmc0] timer\n"])
        try folder.make("victim", ["file": "root's own\n", "trigger": "none [text of the attacker] timer\n"])
        try folder.make("victim/empty", [:])
    }

    private func run(_ script: String, _ words: String..., environment: [String] = []) throws -> Int32 {
        try ChildProcess("env", ["PATH=\(folder.path)/bin:/usr/sbin:/usr/bin:/sbin:/bin", "sh", Checkout.root + script] + words, output: .null, environment: [
            "NODLINE_BOOT=\(folder.path)/boot", "NODLINE_ETC=\(folder.path)/etc",
            "NODLINE_LIGHTS=\(folder.path)/lights", "NODLINE_FLICKER=0", "NODLINE_STATE=\(folder.path)/state",
        ] + environment).wait()
    }

    private func offer(_ text: String) throws { _ = try folder.file("boot/nodline.toml", text) }

    private func make(_ name: String, _ kind: String) throws {
        let path = folder.path + "/etc/" + name
        unlink(path)
        switch kind {
        case "link to a folder": #expect(symlink(folder.path + "/victim/empty", path) == 0)
        case "link to a file": #expect(symlink(folder.path + "/victim/file", path) == 0)
        case "link to itself": #expect(symlink(name, path) == 0)
        case "pipe": #expect(mkfifo(path, 0o666) == 0)
        case "folder": try folder.make("etc/" + name, ["inside": "x"])
        default: _ = try folder.file("etc/" + name, "a file\n")
        }
    }

    /// What root could have been led to.
    private func expectUntouched(_ what: String) throws {
        #expect(SysfsFile.names(in: folder.path + "/victim") == ["empty", "file", "trigger"], "\(what)")
        #expect(SysfsFile.names(in: folder.path + "/victim/empty") == [], "\(what)")
        #expect(try folder.text("victim/file") == "root's own\n" && folder.text("victim/trigger").contains("attacker"), "\(what)")
    }

    @Test("boot-config installs a valid file, keeps the former one, and leaves nothing else behind")
    func valid() throws {
        try offer(Self.new)
        #expect(try run("deploy/board/boot-config") == 0)
        #expect(try folder.text("etc/nodline.toml") == Self.new && folder.text("etc/nodline.toml.before") == Self.old)
        #expect(SysfsFile.names(in: folder.path + "/etc") == ["nodline.toml", "nodline.toml.before"])
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path + "/etc").count == 2)
        #expect(SysfsFile.names(in: folder.path + "/boot") == ["nodline.toml.taken", "nodline.txt"])
        try offer("# newer\n")
        #expect(try run("deploy/board/boot-config") == 0)
        #expect(try folder.text("etc/nodline.toml") == "# newer\n" && folder.text("etc/nodline.toml.before") == Self.new)
    }

    @Test("whatever the service's user makes of the names in its folder, boot-config writes nowhere else, and installs the file",
          arguments: ["nodline.toml", "nodline.toml.before", "nodline.toml.new", "nodline.toml.former"],
          ["link to a folder", "link to a file", "link to itself", "pipe", "folder", "file"])
    func links(name: String, kind: String) throws {
        try make(name, kind)
        try offer(Self.new)
        #expect(try run("deploy/board/boot-config") == 0)
        try expectUntouched("\(name): \(kind)")
        var status = stat()
        #expect(lstat(folder.path + "/etc/nodline.toml", &status) == 0 && status.st_mode & S_IFMT == S_IFREG && status.st_nlink == 1)
        #expect(try folder.text("etc/nodline.toml") == Self.new)
        // An invalid one: the same names are only read.
        try make(name, kind)
        try offer("nonsense\n")
        #expect(try run("deploy/board/boot-config") == 0)
        try expectUntouched("\(name): \(kind)")
        #expect(try folder.text("boot/nodline.txt").contains("not valid"))
    }

    @Test("an invalid file lets a light flicker that is a name in the lights' folder, and nothing else", arguments: [
        ("ACT", true), ("../victim", false), ("/../victim", false), ("..", false), (".", false), ("ACT/../../victim", false), ("", false), ("-n", false),
    ])
    func light(name: String, isThere: Bool) throws {
        _ = try folder.file("etc/nodline.toml", "[status]\nled = \"\(name)\"\n")
        if !isThere { try folder.make("lights/PWR", ["trigger": "[default-on] timer\n"]) }
        try offer("nonsense\n")
        #expect(try run("deploy/board/boot-config") == 0)
        try expectUntouched(name)
        #expect(try folder.text("lights/ACT/delay_on") == "60\n" && folder.text("lights/ACT/trigger") == "mmc0\n", "of others the first that boards have")
    }

    @Test("announce-web announces a port, and no text of the configuration", arguments: [
        ("[web]\nport = 8099\n", "8099"), ("[web]\nport = 80</port><x>\n", "8020"), ("[web]\nport = 1\nport = 2\n", "1"), ("nonsense", "8020"),
    ])
    func announcement(text: String, port: String) throws {
        try folder.make("avahi", [:])
        let configuration = try folder.file("web.toml", text)
        #expect(try run("deploy/board/announce-web", "on", environment: ["NODLINE_AVAHI=\(folder.path)/avahi", "NODLINE_CONFIG=\(configuration)"]) == 0)
        #expect(try folder.text("avahi/nodline.service").contains("<port>\(port)</port>"))
    }

    @Test("a USB host gets a number of the board's own that does not tell its machine-id")
    func serial() throws {
        // configfs makes the folders in a new folder by itself.
        _ = try folder.program("bin/mkdir", "#!/bin/sh\nexec /bin/mkdir -p \"$@\"\n")
        var serials: Set<String> = []
        for id in ["0123456789abcdef0123456789abcdef", "0123456789abffff0123456789abcdef", "0123456789abcdef0123456789abcdef"] {
            let file = try folder.file("machine-id", id + "\n")
            try? FileManager.default.removeItem(atPath: folder.path + "/gadgets")
            try folder.make("gadgets/nodline", [:])
            rmdir(folder.path + "/gadgets/nodline")
            #expect(try run("deploy/usb-gadget", "start", "port", environment: ["NODLINE_GADGETS=\(folder.path)/gadgets", "NODLINE_MACHINE_ID=\(file)"]) == 0)
            let serial = try folder.text("gadgets/nodline/strings/0x409/serialnumber")
            #expect(serial.utf8.count == 12 && serial.allSatisfy(\.isHexDigit) && !id.contains(serial.prefix(6)))
            serials.insert(serial)
        }
        #expect(serials.count == 2, "one for each id")
    }
}
