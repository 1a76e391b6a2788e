import Appliance
import ApplianceSupport
import FoundationEssentials
import Glibc
import Pipeline
import Testing
import TestSupport
import Traces
import Wire

@Suite("Recordings at the control socket")
struct RecordingTests {
    private static func files(_ run: ApplianceHarness) -> [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: run.folder.path + "/recordings")) ?? []).sorted()
    }

    /// The size of all recordings, which grows with each picture that is written.
    private static func bytes(_ run: ApplianceHarness) -> Int64 {
        files(run).reduce(0) {
            var file = stat()
            return stat(run.folder.path + "/recordings/" + $1, &file) == 0 ? $0 + Int64(file.st_size) : $0
        }
    }

    @Test("a clip that was agreed to is recorded, labelled, read by evaluate, listed and deleted")
    func recorded() throws {
        let run = try ApplianceHarness("fps 30; still 2s; nod; still 9s", configuration: "[outputs.lamp]\nstate = \"recording\"\n"), client = try run.client()
        try run.wait { $0.state == "ready" }
        #expect(try client.ask(#"{"request":"record","seconds":3}"#).error == "bad-field")
        #expect(try client.ask(#"{"request":"record","agreed":false,"seconds":3}"#).detail?.contains("agrees") == true)
        #expect(Self.files(run).isEmpty)
        #expect(try client.reply(#"{"request":"record","agreed":true,"seconds":3}"#).contains(#""ok":true,"name":"clip-1","seconds":3"#))
        let began = run.time
        run.run(0.1)
        let status = try client.reply(#"{"request":"status"}"#)
        #expect(status.contains(#""recording":{"name":"clip-1","left":2."#) && status.contains(#""lamp":1"#), "\(status)")
        #expect(try client.ask(#"{"request":"record","agreed":true}"#).error == "busy")
        for step in 0..<40 {
            let before = Self.bytes(run)
            run.run(0.1)
            // The film runs as fast as it can; the thread that writes loses pictures if it comes too late.
            if step < 27 { waits { Self.bytes(run) > before } }
        }
        _ = run.run(until: #""state":"ended""#)
        #expect(run.output.contains(#""event":"recording","name":"clip-1","state":"began""#) && run.output.contains(#""event":"recording","name":"clip-1","state":"ended""#))
        #expect(try run.status().outputs["lamp"] == 0)
        #expect(try client.ask("{\"request\":\"label\",\"gesture\":\"nod\",\"from\":\(began + 0.5),\"to\":\(began + 1)}").ok == true)
        #expect(try client.ask("{\"request\":\"label\",\"gesture\":\"node\",\"from\":1,\"to\":2}").detail?.contains("did you mean nod?") == true)
        #expect(try client.ask("{\"request\":\"label\",\"gesture\":\"nod\",\"from\":500,\"to\":501}").error == "bad-field")
        #expect(Self.files(run) == ["clip-1.csv", "clip-1.y4m"])
        let labels = try Label.read(file: run.folder.path + "/recordings/clip-1.csv")
        #expect(labels.count == 1 && labels[0].gesture == .nod && abs(labels[0].start - 0.5) < 0.05)
        let clip = try Y4MReader(file: run.folder.path + "/recordings/clip-1.y4m")
        var frames = 0
        while try clip.next() != nil { frames += 1 }
        #expect((85...90).contains(frames), "\(frames)")
        let list = try client.reply(#"{"request":"recordings"}"#)
        #expect(list.contains(#""recordings":[{"name":"clip-1","seconds":"#) && list.contains(#""labels":1}"#) && list.contains("\"free\":"), "\(list)")
        #expect(try client.ask(#"{"request":"delete-recording","name":"../nodline"}"#).error == "bad-field")
        #expect(try client.ask(#"{"request":"delete-recording","name":"clip-2"}"#).detail?.contains("did you mean clip-1?") == true)
        #expect(try client.ask(#"{"request":"delete-recording","name":"clip-1"}"#).ok == true)
        #expect(Self.files(run).isEmpty && run.output.contains(#""state":"deleted""#))
        #expect(try client.ask("{\"request\":\"label\",\"gesture\":\"nod\",\"from\":\(began),\"to\":\(began + 1)}").error == "unavailable")
    }

    @Test("a client that leaves ends its recording, and one that stops it keeps what there is")
    func stopped() throws {
        let run = try ApplianceHarness(), client = try run.client()
        try run.wait { $0.state == "ready" }
        do {
            let leaves = try run.client()
            #expect(try leaves.ask(#"{"request":"record","agreed":true,"seconds":60}"#).ok == true)
            run.run(1)
        }
        run.run(0.5)
        _ = run.run(until: #""state":"ended""#)
        #expect(run.output.contains(#""state":"ended""#) && Self.files(run) == ["clip-1.y4m"])
        #expect(try client.ask(#"{"request":"record","stop":true}"#).error == "unavailable")
    }

    @Test("without a folder that can be written nothing is recorded, and the answer says why")
    func unwritable() throws {
        let run = try ApplianceHarness(), client = try run.client()
        _ = try run.folder.file("recordings", "a file")
        let refused = try client.ask(#"{"request":"record","agreed":true}"#)
        #expect(refused.error == "unavailable")
        #expect(try !client.reply(#"{"request":"status"}"#).contains("clip-1"))
        #expect(try client.ask(#"{"request":"record","agreed":true}"#).error == "unavailable", "the first one blocks no other")
    }
}
