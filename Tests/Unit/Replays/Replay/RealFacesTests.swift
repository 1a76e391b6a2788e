import Appliance
import ApplianceSupport
import Gestures
import Glibc
import People
import Pipeline
import Platform
import Replays
import Testing
import TestSupport

/// Two real people: the photograph's, and one of a recorded clip. `./test --people` also runs these with dlib's network: NODLINE_PEOPLE names a program
/// that has it.
@Suite("Two real faces", .serialized, .enabled(if: Checkout.hasClips, "../shared/clips is not here"))
struct RealFacesTests {
    /// How faces are told apart, and `person.unknown`.
    struct Way: Sendable, CustomTestStringConvertible {
        let method: RecognitionMethod
        let unknown: String

        var testDescription: String { "\(method.rawValue), \(unknown)" }

        static var all: [Way] {
            let methods: [RecognitionMethod] = Environment.variable("NODLINE_PEOPLE") == nil ? [.patterns] : [.patterns, .dlib]
            return methods.flatMap { method in ["accept", "refuse"].map { Way(method: method, unknown: $0) } }
        }

        var configuration: String {
            "person.method = \"\(method.rawValue)\"\nperson.unknown = \"\(unknown)\"\n[outputs.bell]\ngesture = [\"nod\", \"left\", \"hold-left\"]\n"
        }

        /// The test's clock stands still meanwhile: an answer comes at once.
        func reader() -> ScriptedReader {
            guard method == .dlib else {
                return ScriptedReader { chip in
                    do { return .success(try LocalBinaryPatterns.embedding(of: chip)) } catch { return .failure(FaceReaderFailure("\(error)")) }
                }
            }
            let process = RecognitionProcess(.installed(.dlib))
            return ScriptedReader { chip in
                process.read(chip)
                var lifted: pid_t?
                while true {
                    if let outcome = process.take() { return outcome }
                    if let number = process.process, number != lifted {
                        giveRight(to: number)
                        lifted = number
                    }
                    usleep(1000)
                }
            }
        }
    }

    private static let turning = "still 3s; hold left 2s 18deg; still 1s; hold right 2s 18deg; still 1s; hold up 2s 16deg; still 1s; hold down 2s 16deg; still 2s"

    private static func model(_ picture: String) throws -> PortraitModel {
        try PortraitModel(photograph: picture, runtime: LiteRTRuntime(assets: Assets.standard()))
    }

    /// The person of the photograph, and the other one.
    private static func models(_ folder: TemporaryFolder) throws -> (PortraitModel, PortraitModel) {
        let picture = folder.path + "/other.png"
        let ffmpeg = try ChildProcess("ffmpeg", ["-v", "error", "-ss", "1", "-i", Checkout.clips + "/desk.mp4", "-frames:v", "1", picture])
        try #require(ffmpeg.wait() == 0)
        return (try model(PortraitModel.photograph()), try model(picture))
    }

    /// Anna, of the photograph, is enrolled.
    private static func enrol(_ way: Way, _ folder: TemporaryFolder) throws {
        let run = try ApplianceHarness(turning, configuration: way.configuration, folder: folder, reader: way.reader())
        defer { run.end() }
        let client = try run.client()
        _ = try client.ask(#"{"request":"enrol","name":"anna"}"#)
        run.run(15)
        _ = try client.ask(#"{"request":"enrol","stop":true}"#)
        try run.wait { if case .enrolment(_, _, .done) = $0 { true } else { false } }
    }

    private static func fired(_ run: ApplianceHarness) -> [String] {
        run.events.compactMap { if case .gesture(let event) = $0 { event.kind.gesture?.description } else { nil } }
    }

    private static func reports(_ run: ApplianceHarness) -> [PersonReport] {
        run.events.compactMap { if case .person(_, let report) = $0 { report } else { nil } }
    }

    @Test("the one who was enrolled is followed and fires beside a bigger one who nods, and the other alone fires nothing", arguments: Way.all)
    func bystander(way: Way) throws {
        let folder = try TemporaryFolder(), models = try Self.models(folder)
        try Self.enrol(way, folder)
        let only = "person.only = \"anna\"\n" + way.configuration
        let nodding = "size 140; still 2s; nod 2; still 1s; look left; still 1s; nod 2; still 1s; nod 2; still 1s; nod 2; still 30s"
        var run = try ApplianceHarness(configuration: only, folder: folder, film: Film("size 110; still 14s; nod 2; still 20s", and: nodding, gain: 1, models: models),
                                       reader: way.reader())
        run.run(13.8)
        #expect(Self.fired(run).isEmpty, "\(Self.fired(run)), \(run.output)")
        run.run(4)
        #expect(Self.fired(run) == ["nod"], "\(Self.fired(run)), \(Self.reports(run))")
        run.end()

        run = try ApplianceHarness(configuration: only, folder: folder, film: Film("leave; still 60s", and: nodding, gain: 1, models: models), reader: way.reader())
        let client = try run.client()
        run.run(20)
        #expect(Self.fired(run).isEmpty, "\(Self.fired(run)), \(Self.reports(run))")
        #expect(try run.status().person.flatMap(\.self)?.state != .recognised)
        _ = client
    }

    @Test("another one in the place of the one who was enrolled fires nothing, and the latter fires within 2 s of being back", arguments: Way.all)
    func insteadOf(way: Way) throws {
        let folder = try TemporaryFolder(), models = try Self.models(folder)
        try Self.enrol(way, folder)
        let film = try Film("size 110; still 3s; nod 2; still 12s; nod 2; still 8s", and: "size 110; still 8s; nod 2; still 1s; look left; still 30s", gain: 1,
                            takeover: 6..<14, models: models)
        let run = try ApplianceHarness(configuration: "person.only = \"anna\"\n" + way.configuration, folder: folder, film: film, reader: way.reader())
        run.run(14)
        #expect(Self.fired(run) == ["nod"], "\(Self.fired(run)), \(Self.reports(run))")
        run.run(6)
        #expect(Self.fired(run) == ["nod", "nod"], "\(Self.fired(run)), \(Self.reports(run))")
    }
}
