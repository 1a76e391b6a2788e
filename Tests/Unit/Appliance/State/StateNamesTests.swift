import Appliance
import ApplianceSupport
import Gestures
import Glibc
import Platform
import Testing
import TestSupport
import Traces
import Wire

/// The state folder may have been copied, restored, damaged, or filled by somebody else.
@Suite("Names in the state folder")
struct StateNamesTests {
    private let folder: TemporaryFolder
    private var rest: RestFolder { RestFolder(state: folder.path, profile: "") }
    private static let trace = HeadTrace(marks: (0..<100).map { HeadMark(time: Double($0) / 10, face: nil) })

    init() throws {
        folder = try TemporaryFolder()
        for name in ["rest/main", "taught/main", "people", "recordings", "configuration"] { try folder.make(name, [:]) }
    }

    @Test("ordinary minutes are written, counted and forgotten next to a file with any number in its name", arguments: [
        "rest-9223372036854775807-1", "rest-9223372036854775806-1", "rest-9223372036854775808-1", "rest--9223372036854775808-1", "rest-999999-1",
        "rest-1000000-1", "rest-1-9223372036854775807", "rest-1-1e300", "rest-nan-inf", "rest-", "rest--", "rest---", "rest-1", "rest-1-2-3", "rest-0-0",
        "rest-+7-+7", "rest-\u{663}-1", "rest-1-1\n", "rest-\u{1B}[2J-1", "rest-1-" + String(repeating: "9", count: 200),
    ])
    func numbers(name: String) throws {
        _ = try folder.file("rest/main/\(name).heads", "t\n")
        let there = try rest.begin()
        #expect((0...120).contains(there))
        try rest.write(Self.trace, seconds: 10)
        try rest.write(Self.trace, seconds: 20)
        #expect(rest.amount.seconds == there + 30, "nothing was overwritten")
        #expect(rest.samples { _ in }.filter { $0.count == 100 }.count == 2)
        try rest.forget()
        #expect(SysfsFile.names(in: folder.path + "/rest/main") == [])
    }

    @Test("what only looks like a file is left out: a folder, a link, a pipe, a name that is no text")
    func kinds() throws {
        let path = folder.path + "/rest/main/"
        try folder.make("rest/main/rest-4-100.heads", [:])
        #expect(symlink("/dev/zero", path + "rest-5-100.heads") == 0 && symlink("rest-5-100.heads", path + "rest-6-100.heads") == 0)
        #expect(mkfifo(path + "rest-7-100.heads", 0o600) == 0)
        let bytes = path.utf8.map { CChar(bitPattern: $0) } + "rest-8-".utf8.map { CChar(bitPattern: $0) } + [-1, -2] + ".heads".utf8.map { CChar(bitPattern: $0) } + [0]
        close(open(bytes, O_CREAT | O_WRONLY, 0o600))
        var faults: [String] = []
        #expect(try rest.begin() == 0 && rest.amount.bytes == 0)
        #expect(rest.samples { faults.append($0) } == [] && faults == [])
        try rest.write(Self.trace, seconds: 10)
        #expect(SysfsFile.names(in: path).contains("rest-1-10.heads"))
    }

    @Test("a saved state that is a pipe, a folder or endless does not keep the appliance from starting")
    func state() throws {
        for kind in ["state.json", "state.json.new"] {
            for make in [{ mkfifo($0, 0o600) }, { mkdir($0, 0o700) }, { symlink("/dev/zero", $0) }] as [(String) -> Int32] {
                let folder = try TemporaryFolder()
                #expect(make(folder.path + "/" + kind) == 0)
                #expect(StateStore(folder: folder.path, boot: "a").saved == SavedState())
            }
        }
    }

    @Test("no names end or stop the appliance, and the people's own files are used", arguments: 0..<40)
    func randomly(seed: UInt64) throws {
        var random = SeededDice(seed)
        let parts = ["rest-", "clip-", "profile-", "main", "anna", "-", ".", "..", "9", "9223372036854775807", "18446744073709551616", "-1", "\n", "\t", " ", "ä", "\u{202E}",
                     "*", "%s", "$(reboot)", "\\", "'", "\"", "~", "_", "0", String(repeating: "x", count: 90)]
        let endings = [".heads", ".taught", ".json", ".y4m", ".csv", ".toml", ".part", ".new", ""]
        for place in ["rest/main", "taught/main", "people", "recordings", "configuration"] {
            for _ in 0..<12 {
                var name = (0...random.next(4)).map { _ in parts[random.next(parts.count)] }.joined() + endings[random.next(endings.count)]
                if name == "." || name == ".." || name.isEmpty { name = "x" }
                var path = Array("\(folder.path)/\(place)/\(name.prefix(200))".utf8.map { CChar(bitPattern: $0) }) + [0]
                if random.next(5) == 0 { path[path.count - 2] = -1 }  // no UTF-8
                switch random.next(6) {
                case 0: mkdir(path, 0o700)
                case 1: mkfifo(path, 0o600)
                case 2: symlink(["/dev/zero", "/etc/passwd", "nowhere", "."][random.next(4)], path)
                default:
                    let file = open(path, O_CREAT | O_WRONLY | O_TRUNC | O_NONBLOCK, 0o600)
                    let text = ["", "t,certain\n1,2\n", "{}", "YUV4MPEG2 W999999999 H999999999 F1:1\n", "[outputs.a]\n", "\u{1B}]0;x\u{7}"][random.next(6)]
                    _ = write(file, text, text.utf8.count)
                    close(file)
                }
            }
        }
        let before = rest.amount.seconds
        try rest.write(Self.trace, seconds: 10)
        #expect(abs(rest.amount.seconds - before - 10) < 0.001)
        #expect(rest.samples { _ in }.contains { $0.count == 100 })
        _ = TaughtFolder(state: folder.path, profile: "").read()
        let people = try #require(PeopleFolder(state: folder.path))
        #expect(people.read().people.isEmpty)
        _ = KeptConfiguration(state: folder.path).all
        let run = try ApplianceHarness(configuration: "[outputs.bell]\ngesture = \"left\"\n", folder: folder), client = try run.client()
        for request in ["recordings", "people", "rest", "taught"] { _ = try client.reply("{\"request\":\"\(request)\"}") }
        #expect(try client.ask(#"{"request":"status"}"#).ok == true)
        run.end()
        try rest.forget()
        #expect(rest.amount.seconds == 0)
    }
}

/// Numbers from a seed.
private struct SeededDice {
    private var state: UInt64

    init(_ seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 &+ 1 }

    mutating func next(_ sides: Int) -> Int {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return Int(state >> 33) % sides
    }
}
