import Appliance
import ApplianceSupport
import Gestures
import Lab
import People
import Pipeline
import Platform
import Testing
import TestSupport

/// Two real people: the photograph's, and one of a recorded clip.
@Suite("Two real faces", .enabled(if: Checkout.hasClips, "../shared/clips is not here"))
struct RealFacesTests {
    private static let outputs = "person.method = \"patterns\"\n[outputs.bell]\ngesture = [\"nod\", \"left\", \"hold-left\"]\n"
    private static let turning = "still 3s; hold left 2s 18deg; still 1s; hold right 2s 18deg; still 1s; hold up 2s 16deg; still 1s; hold down 2s 16deg; still 2s"

    private static func reader() -> ScriptedReader {
        ScriptedReader { chip in
            do { return .success(try LocalBinaryPatterns.embedding(of: chip)) } catch { return .failure(FaceReaderFailure("\(error)")) }
        }
    }

    private static func model(_ picture: String) throws -> PortraitModel {
        try PortraitModel(photograph: picture, runtime: LiteRTRuntime(assets: Assets.standard()))
    }

    @Test("the one who was enrolled is followed and fires beside a bigger one who nods, and the other alone fires nothing")
    func bystander() throws {
        let folder = try TemporaryFolder(), picture = folder.path + "/other.png"
        let ffmpeg = try ChildProcess("ffmpeg", ["-v", "error", "-ss", "1", "-i", Checkout.clips + "/desk.mp4", "-frames:v", "1", picture])
        try #require(ffmpeg.wait() == 0)
        let models = (try Self.model(PortraitModel.photograph()), try Self.model(picture))

        var run = try ApplianceHarness(Self.turning, configuration: Self.outputs, folder: folder, reader: Self.reader())
        var client = try run.client()
        _ = try client.ask(#"{"request":"enrol","name":"anna"}"#)
        run.run(15)
        _ = try client.ask(#"{"request":"enrol","stop":true}"#)
        try run.wait { if case .enrolment(_, _, .done) = $0 { true } else { false } }
        run.end()

        let only = "person.only = \"anna\"\n" + Self.outputs
        func fired() -> [String] { run.events.compactMap { if case .gesture(let event) = $0 { event.kind.gesture?.description } else { nil } } }
        let nodding = "size 140; still 2s; nod 2; still 1s; look left; still 1s; nod 2; still 1s; nod 2; still 1s; nod 2; still 30s"
        run = try ApplianceHarness(configuration: only, folder: folder, film: Film("size 110; still 14s; nod 2; still 20s", and: nodding, gain: 1, models: models),
                                   reader: Self.reader())
        run.run(13.8)
        #expect(fired().isEmpty, "\(fired()), \(run.output)")
        run.run(4)
        #expect(fired() == ["nod"], "\(fired()), \(run.events.filter { if case .person = $0 { true } else { false } })")
        run.end()

        run = try ApplianceHarness(configuration: only, folder: folder, film: Film("leave; still 60s", and: nodding, gain: 1, models: models), reader: Self.reader())
        client = try run.client()
        run.run(20)
        #expect(fired().isEmpty, "\(fired())")
        #expect(try run.status().person.flatMap(\.self)?.state != "recognised")
    }
}
