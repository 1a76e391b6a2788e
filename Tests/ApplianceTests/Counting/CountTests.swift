import Appliance
import ApplianceSupport
import FoundationEssentials
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

    @Test("a file that is damaged, or says what cannot be, counts nothing", arguments: [
        "", "nonsense", "{}", "[1]", #"[{"day":"2026-11-26","gestures":{"nod":-1},"outputs":{}}]"#, #"[{"day":"2026-11-26-and-more","gestures":{},"outputs":{}}]"#,
        #"[{"day":"2026-11-26","gestures":{"nod":1e300},"outputs":{}}]"#,
    ])
    func damaged(text: String) throws {
        let folder = try TemporaryFolder()
        _ = try folder.file("counts.json", text)
        let run = try ApplianceHarness("fps 30; still 2s", configuration: Self.configuration, folder: folder)
        #expect(try counts(run).days.isEmpty)
    }
}
