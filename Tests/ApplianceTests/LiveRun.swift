// `nodline run` on a simulated clip, with the fake camera, for some seconds.
import Appliance
import FoundationEssentials
import Glibc
import Platform
import Testing
import TestSupport

extension EventRecord {
    static func read(_ lines: [some StringProtocol]) throws -> [EventRecord] {
        try lines.map { try JSONDecoder().decode(EventRecord.self, from: Data($0.utf8)) }
    }
}

extension EventRecord.Value: ExpressibleByIntegerLiteral, ExpressibleByStringLiteral {
    public init(integerLiteral number: Int) { self = .number(Double(number)) }
    public init(stringLiteral word: String) { self = .word(word) }
}

/// What a run said.
struct LiveRun {
    let status: Int32
    let events: [EventRecord]

    func all(_ event: String) -> [EventRecord] { events.filter { $0.event == event } }

    /// The figures of the seconds between two moments.
    func stats(_ range: ClosedRange<Double>) -> [EventRecord] { all("stats").filter { range.contains($0.t) } }

    /// - Parameters:
    ///   - script: the clip; what comes after its end is its last picture.
    ///   - rate: what the camera does with rates, see Tests/FakeCamera.
    ///   - load: CPU milliseconds that each frame costs in addition, from a second on.
    init(_ script: String, seconds: Double, rate: String = "keeps", load: (milliseconds: Double, from: Double) = (0, 0), configuration: String) throws {
        let folder = try TemporaryFolder()
        let clip = folder.path + "/c.y4m"
        try #require(try Program("simulate", "--script", script, "-o", clip).status == 0)
        let file = try folder.file("c.toml", configuration)
        let child = try ChildProcess(Checkout.root + ".build/release/nodline", ["run", "--json", "--config", file],
                                     input: .null, output: .pipe,
                                     environment: ["NODLINE_FAKE_CLIP=\(clip)", "NODLINE_FAKE_STAYS=1", "NODLINE_FAKE_RATE=\(rate)",
                                                   "RUNTIME_DIRECTORY=\(folder.path)", "NODLINE_FAKE_LOAD=\(load.milliseconds)", "NODLINE_FAKE_FAULTS=load@\(load.from)"])
        // Its output is read while it runs: a full pipe would hold it up.
        let output = child.takeOutput()
        defer { close(output) }
        var bytes: [UInt8] = [], buffer = [UInt8](repeating: 0, count: 65536)
        let end = MonotonicClock.now + seconds
        var hasAsked = false
        while true {
            var wait = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
            let rest = end - MonotonicClock.now
            if rest <= 0, !hasAsked {
                hasAsked = true
                kill(child.identifier, SIGTERM)
            }
            guard poll(&wait, 1, rest > 0 ? Int32(rest * 1000) + 1 : 10_000) > 0 else {
                if hasAsked { break }
                continue
            }
            let count = read(output, &buffer, buffer.count)
            if count <= 0 { break }
            bytes += buffer[..<count]
        }
        status = child.wait()
        events = try EventRecord.read(String(decoding: bytes, as: UTF8.self).split(separator: "\n"))
    }

    /// A configuration with the fake camera.
    static func configuration(_ camera: String = "", _ more: String = "") throws -> String {
        "[camera]\nobject = \"\(try FakeCamera.object.get())\"\n\(camera)\n\(more)\n"
    }
}
