import Appliance
import ApplianceSupport
import FoundationEssentials
import Gestures
import Glibc
import Outputs
import People
import Testing
import TestSupport
import Wire

/// A running appliance and whose head it is. Anna is dark, the other person bright.
@Suite("Only my user")
struct PeopleRunTests {
    private static let outputs = """
        [outputs.bell]
        gesture = ["nod", "left"]
        [outputs.lamp]
        gesture = "hold-left"
        action = "level"
        [axes.wheel]
        [outputs.known]
        state = "recognised"
        [outputs.other]
        state = "stranger"
        [outputs.ready]
        state = "ready"

        """
    private static let moves = "nod 2; still 1s; look left; still 1s; hold left 2s; still 1s"

    /// A folder in which Anna is enrolled.
    private static func folder() throws -> TemporaryFolder {
        let folder = try TemporaryFolder(), chip = FaceChip()
        let faces = EnrolmentAngle.allCases.map { EnrolledPerson.EnrolledFace(ScriptedReader.face(1), $0, FaceLight(chip)) }
        try PeopleFolder(path: folder.path + "/people").write(EnrolledPerson("anna", faces))
        return folder
    }

    private static func run(_ script: String, and other: String, _ configuration: String = "person.only = \"anna\"\n",
                            reader: ScriptedReader = .byLight()) throws -> ApplianceHarness {
        try ApplianceHarness(configuration: configuration + outputs, folder: folder(), film: Film(script, and: other), reader: reader)
    }

    private static func fired(_ run: ApplianceHarness) -> [String] {
        run.events.compactMap { if case .gesture(let event) = $0 { event.kind.gesture?.description } else { nil } }
    }

    private static func switched(_ run: ApplianceHarness, _ names: Set<String> = ["bell", "lamp"]) -> Int {
        run.events.count { if case .line(let change) = $0 { names.contains(change.name) } else { false } }
    }

    private static func reports(_ run: ApplianceHarness) -> [PersonReport] {
        run.events.compactMap { if case .person(_, let report) = $0 { report } else { nil } }
    }

    /// An empty half of the picture.
    private static let nobody = "leave; still 60s"

    @Test("without names nobody is recognised, and everybody's head counts")
    func off() throws {
        let reader = ScriptedReader.byLight(), run = try Self.run("still 2s; \(Self.moves)", and: Self.nobody, "", reader: reader)
        run.run(12)
        #expect(reader.count == 0 && Self.reports(run).isEmpty && Self.fired(run).contains("nod"), "\(Self.fired(run))")
        let person = try run.status().person
        #expect(person.flatMap(\.self) == nil)
    }

    @Test("the person who may act is recognised once, and then everything counts")
    func known() throws {
        let reader = ScriptedReader.byLight(), run = try Self.run("still 2s; \(Self.moves)", and: Self.nobody, reader: reader)
        run.run(12)
        #expect(reader.count == 1 && Self.fired(run).contains("nod") && Self.switched(run) > 0, "\(Self.fired(run))")
        #expect(Self.reports(run).count == 2 && Self.switched(run, ["known"]) == 1)
        let status = try run.status()
        #expect((status.person ?? nil)?.name == "anna" && status.state == "ready")
    }

    @Test("nothing that a stranger's head does switches anything: looks, nods, holds, axes, pauses, questions")
    func stranger() throws {
        let run = try Self.run(Self.nobody, and: "still 2s; \(Self.moves); hold up 2s; still 1s; \(Self.moves)", """
            person.only = "anna"
            gestures.pause_gesture = "up"
            gestures.pause_time = 1

            """)
        try run.wait { if case .person(_, .stranger) = $0 { true } else { false } }
        let client = try run.client()
        try client.send(#"{"request":"ask","question":"Really?","timeout":8}"#)
        run.run(18)
        #expect(Self.fired(run).isEmpty && Self.switched(run) == 0, "\(Self.fired(run))")
        #expect(run.events.allSatisfy { if case .axis(let change) = $0 { change.value == 0 } else { true } })
        #expect(try client.next { $0.reply == "ask" }.answer == "none")
        let status = try run.status()
        #expect(status.state == "stranger" && !status.paused && status.outputs["ready"] == 0 && status.outputs["other"] == 1, "\(status)")
    }

    @Test("between two people the one who may act is followed, even when the other is bigger and nods", arguments: [true, false])
    func twoPeople(isNearer: Bool) throws {
        let other = "size \(isNearer ? 140 : 110); still 2s; nod 2; still 1s; look left; still 1s; nod 2; still 2s; nod 2; still 20s"
        let run = try Self.run("size 110; still 9s; nod 2; still 20s", and: other)
        try run.wait { if case .person(_, .recognised(name: "anna", _, _)) = $0 { true } else { false } }
        #expect(Self.fired(run).isEmpty)
        run.run(max(0, 8.8 - run.time))
        #expect(Self.fired(run).isEmpty, "\(Self.fired(run))")
        run.run(4)
        #expect(Self.fired(run) == ["nod"], "\(Self.fired(run))")
    }

    @Test("a stranger in the user's place moves nothing, and when the user is back and still, the user fires within 2 s")
    func insteadOf() throws {
        let film = try Film("still 3s; nod 2; still 12s; nod 2; still 8s", and: "still 8s; nod 2; still 1s; look left; still 30s", takeover: 6..<14)
        let run = try ApplianceHarness(configuration: "person.only = \"anna\"\n" + Self.outputs, folder: Self.folder(), film: film, reader: ScriptedReader.byLight())
        run.run(14)
        #expect(Self.fired(run) == ["nod"], "\(Self.fired(run))")
        run.run(6)
        #expect(Self.fired(run) == ["nod", "nod"], "\(Self.fired(run))")
    }

    @Test("a tracker that slips onto another face without a gap takes the name with it for 2 s at most")
    func slips() throws {
        let film = try Film("size 110; still 60s", and: "size 150; still 9s; nod 2; still 1s; look left; still 30s", takeover: 6..<20, gap: 0)
        let run = try ApplianceHarness(configuration: "person.only = \"anna\"\n" + Self.outputs, folder: Self.folder(), film: film, reader: ScriptedReader.byLight())
        run.run(8)
        #expect(Self.reports(run).contains { if case .recognised(name: "anna", _, _) = $0 { true } else { false } })
        #expect(try run.status().person.flatMap(\.self)?.state != .recognised, "\(Self.reports(run))")
        run.run(8)
        #expect(Self.fired(run).isEmpty, "\(Self.fired(run)), \(Self.reports(run))")
    }

    @Test("a user whose face has become unclear has the bell within 30 s beside a visitor, who never has it")
    func unclearBesideVisitor() throws {
        let reader = ScriptedReader { .success(FaceLight($0).mean < 205 ? ScriptedReader.face(1, unlike: 0.45) : ScriptedReader.face(2)) }
        let visitor = "size 130; still 2s; nod 2; still 6s; nod 2; still 6s; nod 2; still 6s; nod 2; still 60s"
        let run = try Self.run("size 110; still 31s; nod 2; still 20s", and: visitor, reader: reader)
        run.run(30)
        #expect(Self.fired(run).isEmpty, "\(Self.fired(run)), \(Self.reports(run))")
        run.run(6)
        #expect(Self.fired(run) == ["nod"], "\(Self.fired(run)), \(Self.reports(run))")
    }

    @Test("while the file of the one who may act is damaged, nobody counts as a stranger", arguments: [true, false])
    func ownDamaged(accepts: Bool) throws {
        let folder = try TemporaryFolder(), light = FaceLight(FaceChip())
        try PeopleFolder(path: folder.path + "/people").write(EnrolledPerson("ben", [.init(ScriptedReader.face(2), .ahead, light)]))
        _ = try folder.file("people/anna.json", "{")
        let run = try ApplianceHarness(configuration: "person.only = \"anna\"\nperson.unknown = \"\(accepts ? "accept" : "refuse")\"\n" + Self.outputs,
                                       folder: folder, film: Film("still 3s; \(Self.moves)", and: Self.nobody), reader: ScriptedReader.byLight())
        run.run(14)
        #expect(Self.fired(run).isEmpty != accepts, "\(Self.fired(run)), \(Self.reports(run))")
        #expect(!Self.reports(run).contains { if case .stranger = $0 { true } else { false } })
    }

    @Test("a profile does not change while a question is open, and changes after it")
    func profileWaits() throws {
        let folder = try Self.folder()
        _ = try folder.file("annas.toml", Self.outputs)
        let run = try ApplianceHarness(configuration: "[profiles.annas]\nfile = \"annas.toml\"\nperson = \"anna\"\n" + Self.outputs, folder: folder,
                                       film: Film("leave; still 2s; return; still 60s", and: Self.nobody), reader: ScriptedReader.byLight())
        let client = try run.client()
        try client.send(#"{"request":"ask","question":"Really?","timeout":9}"#)
        try run.wait { if case .person(_, .recognised) = $0 { true } else { false } }
        run.run(2)
        #expect(!run.events.contains { if case .configured(_, "annas") = $0 { true } else { false } })
        try run.wait { if case .configured(_, "annas") = $0 { true } else { false } }
        #expect(try client.next { $0.reply == "ask" }.answer == "none")
    }

    @Test("without a recogniser everything counts or nothing, as configured; it is reported once", arguments: [true, false])
    func unavailable(accepts: Bool) throws {
        let run = try Self.run("still 3s; \(Self.moves)", and: Self.nobody, "person.only = \"anna\"\nperson.unknown = \"\(accepts ? "accept" : "refuse")\"\n",
                               reader: ScriptedReader { _ in .failure(FaceReaderFailure("killed by signal 9")) })
        run.run(14)
        #expect(Self.fired(run).isEmpty != accepts, "\(Self.fired(run))")
        #expect(Self.reports(run).last == .unavailable(reason: .failed("killed by signal 9"), counts: accepts))
        #expect(run.events.count { if case .fault(_, .recognitionUnavailable, _) = $0 { true } else { false } } == 1)
    }

    @Test("a recogniser that never answers keeps nobody from the bell for longer than 5 s")
    func hangs() throws {
        let reader = ScriptedReader.byLight()
        reader.hangs = true
        let run = try Self.run("still 8s; nod 2; still 5s", and: Self.nobody, reader: reader)
        run.run(12)
        #expect(Self.fired(run) == ["nod"] && reader.count == 1, "\(Self.fired(run))")
    }

    @Test("a person who is recognised brings a profile with its ranges")
    func profile() throws {
        let folder = try Self.folder()
        _ = try folder.file("annas.toml", "gestures.threshold_left = 0.33\n" + Self.outputs)
        let run = try ApplianceHarness(configuration: "[profiles.annas]\nfile = \"annas.toml\"\nperson = \"anna\"\n" + Self.outputs, folder: folder,
                                       film: Film("still 20s", and: Self.nobody), reader: ScriptedReader.byLight())
        try run.wait { if case .configured(_, "annas") = $0 { true } else { false } }
        #expect(try run.status().profile == "annas")
        run.run(5)
        #expect(run.events.count { if case .configured = $0 { true } else { false } } == 1)
    }

    @Test("a damaged file is a fault at the start, and the others are recognised")
    func damaged() throws {
        let folder = try Self.folder()
        _ = try folder.file("people/ben.json", "{")
        let run = try ApplianceHarness(configuration: "person.only = \"anna\"\n" + Self.outputs, folder: folder,
                                       film: Film("still 20s", and: Self.nobody), reader: ScriptedReader.byLight())
        try run.wait { if case .person(_, .recognised) = $0 { true } else { false } }
        #expect(run.events.contains { if case .fault(_, .peopleDamaged, let detail) = $0 { detail.contains("ben.json") } else { false } })
        let client = try run.client()
        #expect(try client.reply(#"{"request":"people"}"#).contains("ben.json"))
        #expect(try client.reply(#"{"request":"enrol","name":"ben"}"#).contains("--forget ben"))
        #expect(try client.ask(#"{"request":"forget","name":"ben"}"#).ok == true)
        #expect(access(folder.path + "/people/ben.json", F_OK) != 0)
    }
}
