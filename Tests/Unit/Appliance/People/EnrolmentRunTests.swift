import Appliance
import ApplianceSupport
import FoundationEssentials
import Glibc
import People
import Testing
import TestSupport
import Wire

@Suite("Enrolling a person in a running appliance")
struct EnrolmentRunTests {
    private static let turning = "still 3s; hold left 2s 18deg; still 1s; hold right 2s 18deg; still 1s; hold up 2s 16deg; still 1s; hold down 2s 16deg; still 30s"

    private static func steps(_ run: ApplianceHarness) -> [EnrolmentReport] {
        run.events.compactMap { if case .enrolment(_, "anna", let report) = $0 { report } else { nil } }
    }

    private static func run(_ script: String = turning, folder: TemporaryFolder? = nil, film: Film? = nil,
                            reader: ScriptedReader = ScriptedReader { _ in .success(ScriptedReader.face(1)) }) throws -> ApplianceHarness {
        try ApplianceHarness(script, configuration: "[outputs.bell]\ngesture = [\"left\", \"hold-left\", \"nod\"]\n", folder: folder, film: film, reader: reader)
    }

    @Test("a head that turns to all sides is learned from all of them, nothing fires meanwhile, and only numbers are kept")
    func learns() throws {
        let run = try Self.run(), client = try run.client()
        #expect(try client.ask(#"{"request":"enrol","name":"anna"}"#).ok == true)
        #expect(try run.status().state == "enrolling")
        #expect(try client.reply(#"{"request":"calibrate"}"#).contains("being enrolled"))
        try run.wait { if case .enrolment(_, _, .done) = $0 { true } else { false } }
        let steps = Self.steps(run), taken = steps.compactMap { if case .took(let angle, _) = $0 { angle } else { nil } }
        #expect(Set(taken) == Set(EnrolmentAngle.allCases), "\(taken)")
        #expect(!run.events.contains { if case .line = $0 { true } else { false } })
        guard case .done(let result) = steps.last else {
            Issue.record("\(steps)")
            return
        }
        #expect(result.all == taken.count && result.lights == 1 && result.words.contains("in another light"))
        let (people, faults) = PeopleFolder(path: run.folder.path + "/people").read()
        #expect(faults.isEmpty && people.map(\.name) == ["anna"] && people[0].faces.count == taken.count)
        let list = try client.reply(#"{"request":"people"}"#)
        #expect(list.contains(#""people":[{"name":"anna","faces":\#(taken.count),"lights":1,"method":"dlib","counts":true}]"#), "\(list)")
        #expect(try client.ask(#"{"request":"forget","name":"anna"}"#).ok == true)
        #expect(try FileManager.default.contentsOfDirectory(atPath: run.folder.path + "/people").isEmpty)
        #expect(try client.reply(#"{"request":"forget","name":"anna"}"#).contains("is not enrolled; nobody is"))
    }

    @Test("an enrolment ends without a trace when its client leaves, it is paused, it is cancelled, or the recogniser fails", arguments: [
        "leaves", "pause", "cancel", "fails",
    ])
    func cancelled(how: String) throws {
        let failure = FaceReaderFailure("killed by signal 9")
        let run = try Self.run(reader: ScriptedReader { _ in how == "fails" ? .failure(failure) : .success(ScriptedReader.face(1)) })
        var client: HarnessClient? = try run.client()
        _ = try client?.ask(#"{"request":"enrol","name":"anna"}"#)
        run.run(2)
        switch how {
        case "leaves": client = nil
        case "pause": _ = try client?.ask(#"{"request":"pause"}"#)
        case "cancel": _ = try client?.ask(#"{"request":"calibrate","cancel":true}"#)
        default: break
        }
        try run.wait { if case .enrolment(_, _, .cancelled) = $0 { true } else { false } }
        #expect(access(run.folder.path + "/people", F_OK) != 0)
        #expect(try run.status().state != "enrolling")
    }

    @Test("a full disk is said, and nothing half-written is left")
    func fullDisk() throws {
        let folder = try TemporaryFolder()
        // The place of the unfinished file is taken by a device that is always full.
        #expect(mkdir(folder.path + "/people", 0o700) == 0 && mkdir(folder.path + "/people/anna.json.new", 0o700) == 0)
        let run = try Self.run(folder: folder), client = try run.client()
        _ = try client.ask(#"{"request":"enrol","name":"anna"}"#)
        run.run(4)
        _ = try client.ask(#"{"request":"enrol","stop":true}"#)
        try run.wait { if case .enrolment(_, _, .cancelled(let reason)) = $0 { reason.contains("could not be written") } else { false } }
        #expect(access(folder.path + "/people/anna.json", F_OK) != 0)
        #expect(try client.reply(#"{"request":"people"}"#).contains(#""people":[]"#))
    }

    @Test("while the card that should keep a person hangs, gestures count, and whoever enrols or forgets somebody is told to wait")
    func slowCard() throws {
        let folder = try TemporaryFolder(), unfinished = folder.path + "/people/anna.json.new"
        // A pipe that nobody reads: opening it for writing waits as a card does that does not answer.
        #expect(mkdir(folder.path + "/people", 0o700) == 0 && mkfifo(unfinished, 0o600) == 0)
        let run = try Self.run("still 8s; nod 2; still 30s", folder: folder), client = try run.client()
        _ = try client.ask(#"{"request":"enrol","name":"anna"}"#)
        run.run(4)
        _ = try client.ask(#"{"request":"enrol","stop":true}"#)
        run.run(4)
        #expect(try run.status().state == "ready")
        run.run(4)
        #expect(run.events.contains { if case .line(let change) = $0 { change.name == "bell" && change.value } else { false } })
        for request in [#"{"request":"enrol","name":"ben"}"#, #"{"request":"forget","name":"anna"}"#] {
            let reply = try client.reply(request)
            #expect(reply.contains("still being written") || reply.contains("is not enrolled"), "\(reply)")
        }
        let reader = open(unfinished, O_RDONLY)  // now it goes on, and fails, because a pipe cannot be kept
        defer { close(reader) }
        try run.wait { if case .enrolment(_, "anna", .cancelled(let reason)) = $0 { reason.contains("could not be written") } else { false } }
        #expect(try client.ask(#"{"request":"enrol","name":"ben"}"#).ok == true)
    }

    @Test("while a second face is in the picture none is taken")
    func company() throws {
        let run = try Self.run(film: Film("size 120; still 30s", and: "size 120; still 30s")), client = try run.client()
        _ = try client.ask(#"{"request":"enrol","name":"anna"}"#)
        run.run(6)
        #expect(Self.steps(run).contains(.waits(.company)), "\(Self.steps(run))")
        #expect(Self.steps(run).count { if case .took = $0 { true } else { false } } <= 1)
    }
}
