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

    @Test("boot-config installs a valid file, keeps the previous one, and leaves nothing else behind")
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

    /// Starts the gadget over a folder in place of configfs.
    private func startGadget(_ words: String..., environment: [String] = []) throws {
        // configfs makes the folders in a new folder by itself.
        _ = try folder.program("bin/mkdir", "#!/bin/sh\nexec /bin/mkdir -p \"$@\"\n")
        try? FileManager.default.removeItem(atPath: folder.path + "/gadgets")
        try folder.make("gadgets", [:])
        let all = ["PATH=\(folder.path)/bin:/usr/sbin:/usr/bin:/sbin:/bin", "sh", Checkout.root + "deploy/usb-gadget", "start"] + words + ["port"]
        let status = try ChildProcess("env", all, output: .null, environment: [
            "NODLINE_GADGETS=\(folder.path)/gadgets", "NODLINE_CONFIG=\(folder.path)/etc/nodline.toml",
        ] + environment).wait()
        #expect(status == 0)
    }

    @Test("a USB host gets a number of the board's own that does not tell its machine-id")
    func serial() throws {
        var serials: Set<String> = []
        for id in ["0123456789abcdef0123456789abcdef", "0123456789abffff0123456789abcdef", "0123456789abcdef0123456789abcdef"] {
            let file = try folder.file("machine-id", id + "\n")
            try startGadget(environment: ["NODLINE_MACHINE_ID=\(file)"])
            let serial = try folder.text("gadgets/nodline/strings/0x409/serialnumber")
            #expect(serial.utf8.count == 12 && serial.allSatisfy(\.isHexDigit) && !id.contains(serial.prefix(6)))
            serials.insert(serial)
        }
        #expect(serials.count == 2, "one for each id")
    }

    @Test("the gamepad is there if the configuration or a profile has a part of it, and alone if nothing else goes out over USB", arguments: [
        ("", "", [], ["keyboard", "mouse"]), ("usb = \"space\"\nusb = \"wheel\"\n", "", [], ["keyboard", "mouse"]),
        ("usb = \"gamepad-a\"\nusb = \"stick-x\"\nusb = \"left-trigger\"\n", "", [], ["gamepad"]),
        ("usb = \"stick-rx\"\nusb = \"space\"\n", "", [], ["gamepad", "keyboard", "mouse"]),
        ("usb = \"\"\n[profiles.a]\nfile = \"a.toml\"\n[profiles.b]\nfile = \"b.toml\"\n", "usb = \"gamepad-up\"\n", [], ["gamepad"]),
        ("nonsense\nusb = \"stick-x\"\n", "", [], ["keyboard", "mouse"]), ("", "", ["--gamepad"], ["gamepad", "keyboard", "mouse"]),
    ])
    func gamepad(text: String, profile: String, words: [String], expected: [String]) throws {
        _ = try folder.file("etc/nodline.toml", text)
        _ = try folder.file("etc/b.toml", profile)
        if words.isEmpty { try startGadget() } else { try startGadget(words[0]) }
        let linked = try FileManager.default.contentsOfDirectory(atPath: folder.path + "/gadgets/nodline/configs/c.1").filter { $0.hasPrefix("hid.") }
        #expect(linked.map { String($0.dropFirst(4)) }.sorted() == expected)
    }

    @Test("each USB function's report descriptor is well formed, and its reports have the length that it says")
    func descriptors() throws {
        try startGadget("--gamepad")
        for (name, application, bits) in [("keyboard", 6, 64), ("mouse", 2, 40), ("gamepad", 5, 72)] {
            let function = folder.path + "/gadgets/nodline/functions/hid.\(name)/"
            let descriptor = try Data(contentsOf: URL(fileURLWithPath: function + "report_desc"))
            let report = try HIDReport([UInt8](descriptor))
            #expect(report.usages.first == 0x1_0000 + application && report.bits == bits && report.open == 0, "\(name)")
            #expect(try folder.text("gadgets/nodline/functions/hid.\(name)/report_length") == "\(bits / 8)\n")
        }
    }
}

/// What a report descriptor declares, item by item (HID 1.11, 6.2.2).
private struct HIDReport {
    struct IsCut: Error {}

    private(set) var bits = 0, open = 0
    private(set) var usages: [Int] = []

    init(_ bytes: [UInt8]) throws {
        var rest = bytes[...], page = 0, size = 0, count = 0
        while let head = rest.popFirst() {
            let length = [0, 1, 2, 4][Int(head & 3)]
            guard rest.count >= length else { throw IsCut() }
            let value = rest.prefix(length).reversed().reduce(0) { $0 << 8 | Int($1) }
            rest = rest.dropFirst(length)
            switch head & 0xFC {
            case 0x04: page = value
            case 0x08: usages.append(page << 16 | value)
            case 0x74: size = value
            case 0x94: count = value
            case 0x80: bits += size * count
            case 0xA0: open += 1
            case 0xC0: open -= 1
            default: break
            }
        }
    }
}
