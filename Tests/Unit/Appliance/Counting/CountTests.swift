import Appliance
import ApplianceSupport
import FoundationEssentials
import Glibc
import Platform
import Testing
import TestSupport
import Wire

@Suite("Counts by day")
struct CountTests {
    private static let configuration = "[outputs.bell]\ngesture = \"nod\"\n"

    private func counts(_ run: ApplianceHarness) throws -> CountsReply {
        try #require(JSONValue.decoded(CountsReply.self, from: run.client().reply(#"{"request":"counts"}"#)))
    }

    @Test("gestures and outputs are counted, and the counts outlive the program")
    func counted() throws {
        let folder: TemporaryFolder
        do {
            let run = try ApplianceHarness("fps 30; still 2s; nod 2; still 2s; nod 2; still 3s", configuration: Self.configuration)
            #expect(try counts(run).days.isEmpty)
            run.run(12)
            let reply = try counts(run), day = try #require(reply.days.last)
            #expect(reply.days.count == 1 && day.day == reply.today && day.day.utf8.count == 10)
            let nods = try #require(day.gestures["nod"])
            #expect(nods >= 2 && day.outputs["bell"] == nods, "\(day)")
            folder = run.folder
            run.end()
        }
        #expect(SysfsFile.names(in: folder.path).contains("counts.json"))
        let again = try ApplianceHarness("fps 30; still 2s", configuration: Self.configuration, folder: folder)
        #expect(try counts(again).days.last?.gestures["nod"] ?? 0 >= 2)
    }

    @Test("an output that blinks went on once, and its file is written ten minutes after the first change, for the service alone")
    func rare() throws {
        let run = try ApplianceHarness("fps 30; still 2s; look left; still 6s", configuration: "[outputs.lamp]\ngesture = \"left\"\naction = \"blink\"\nperiod = 0.5\n")
        let file = run.folder.path + "/counts.json"
        run.run(9)
        #expect(run.output.ranges(of: #""name":"lamp","value":1"#).count > 4)
        #expect(try counts(run).days.map(\.outputs) == [["lamp": 1]])
        run.standStill(580)
        run.run(1)
        #expect(access(file, F_OK) != 0)
        run.standStill(20)
        run.run(1)
        var status = stat()
        #expect(waits { stat(file, &status) == 0 } && status.st_mode & 0o777 == 0o600)
    }

    @Test("the last 14 days are kept, and 200 names of a day", arguments: [false, true])
    func limits(hasToday: Bool) throws {
        let folder = try TemporaryFolder(), today = try counts(ApplianceHarness()).today, days = (11...24).map { "2001-01-\($0)" } + (hasToday ? [today] : [])
        let names = (0..<200).map { "\"g\($0)\":1" }.joined(separator: ",")
        _ = try folder.file("counts.json", Self.file(days.map { "{\"day\":\"\($0)\",\"gestures\":{\(names)},\"outputs\":{}}" }.joined(separator: ",")))
        let run = try ApplianceHarness("fps 30; still 2s; look left; still 3s", configuration: "[outputs.bell]\ngesture = \"left\"\n", folder: folder)
        #expect(try counts(run).days.map(\.day) == Array(days.suffix(14)))
        run.run(6)
        let reply = try counts(run), day = try #require(reply.days.last)
        guard reply.today == today else { return }  // it is midnight
        #expect(reply.days.count == 14 && day.day == today && day.outputs == ["bell": 1] && day.gestures["left"] == (hasToday ? nil : 1), "\(day.outputs)")
    }

    private static func file(_ days: String) -> String { "{\"today\":\"2026-11-26\",\"days\":[\(days)]}" }

    @Test("a file that is damaged, or says what cannot be, counts nothing", arguments: [
        "", "nonsense", "{}", "[1]", #"{"today":"2026-11-26","days":{}}"#, file("1"), file(#"{"day":"2026-11-26","gestures":{"nod":-1},"outputs":{}}"#),
        file(#"{"day":"2026-11-26","gestures":{"nod":0.5},"outputs":{}}"#), file(#"{"day":"2026-11-26-and-more","gestures":{},"outputs":{}}"#),
        file(#"{"day":"2026-11-26","gestures":{},"outputs":{"nod":1e15}}"#),
    ])
    func damaged(text: String) throws {
        let folder = try TemporaryFolder()
        _ = try folder.file("counts.json", text)
        let run = try ApplianceHarness("fps 30; still 2s", configuration: Self.configuration, folder: folder)
        #expect(try counts(run).days.isEmpty)
    }
}
