import Appliance
import ApplianceSupport
import FoundationEssentials
import Glibc
import Platform
import Testing
import TestSupport
import Traces
import Wire

@Suite("Ordinary minutes at the control socket")
struct RestRequestTests {
    private static func folder(_ run: ApplianceHarness, _ profile: String = "main") -> String { run.folder.path + "/rest/" + profile }

    private static func files(_ run: ApplianceHarness, _ profile: String = "main") -> [String] { SysfsFile.names(in: folder(run, profile)) }

    /// The writer's thread has a clock of its own.
    private static let ended = #""state":"ended""#

    @Test("minutes are recorded as numbers that only the service may read, while gestures count, and are forgotten")
    func recorded() throws {
        let run = try ApplianceHarness("fps 15; still 2s; look left; still 60s", configuration: "camera.rate = 15\n[outputs.bell]\ngesture = \"left\"\n")
        try run.wait { $0.state == "ready" }
        let client = try run.client()
        #expect(try client.reply(#"{"request":"rest"}"#).contains("\"minutes\":0,\"most\":60"))
        #expect(try client.ask(#"{"request":"record-rest","minutes":90}"#).error == "bad-field")
        #expect(try client.reply(#"{"request":"record-rest","minutes":1.1}"#).contains("\"ok\":true,\"minutes\":0,\"most\":60"))
        #expect(try client.ask(#"{"request":"record-rest"}"#).error == "busy")
        #expect(try client.ask(#"{"request":"forget-rest"}"#).error == "busy")
        run.run(67)
        #expect(run.run(until: Self.ended))
        #expect(run.output.contains(#""event":"line","name":"bell","value":1"#), "an output works meanwhile")
        #expect(run.output.contains(#""event":"rest","minutes":1,"#) || run.output.contains(#""event":"rest","minutes":1."#), "progress")
        let files = Self.files(run)
        #expect(files.count == 1 && files[0].hasPrefix("rest-1-6") && files.allSatisfy { $0.hasSuffix(".heads") }, "\(files)")
        var seconds = 0.0
        for file in files {
            var status = stat()
            #expect(stat(Self.folder(run) + "/" + file, &status) == 0 && status.st_mode & 0o777 == 0o600)
            let trace = try HeadTrace(file: Self.folder(run) + "/" + file)
            seconds += trace.duration
            #expect(trace.marks.count { $0.face != nil } > trace.marks.count * 9 / 10)
        }
        #expect(abs(seconds - 66) < 2, "\(seconds)")
        #expect(try run.program("record-rest", "--list").output.hasPrefix("1.1 of at most 60 minutes"))
        #expect(try client.ask(#"{"request":"forget-rest"}"#).ok == true)
        #expect(Self.files(run).isEmpty && run.output.contains(#""state":"forgotten""#))
    }

    @Test("a client that leaves ends its recording, which is kept; so does one that stops it")
    func left() throws {
        let run = try ApplianceHarness("fps 10; still 2s", configuration: "camera.rate = 10\n")
        try run.wait { $0.state == "ready" }
        do {
            let leaves = try run.client()
            #expect(try leaves.ask(#"{"request":"record-rest"}"#).ok == true)
            run.run(20)
        }
        #expect(run.run(until: Self.ended))
        #expect(Self.files(run).count == 1)
        let client = try run.client()
        #expect(try client.ask(#"{"request":"record-rest","stop":true}"#).error == "unavailable")
        #expect(try client.reply(#"{"request":"record-rest"}"#).contains("\"ok\":true,\"minutes\":0.3"))
        #expect(try client.ask(#"{"request":"record-rest","stop":true}"#).ok == true)
    }

    @Test("another profile has minutes of its own, and its choice ends a recording")
    func profiles() throws {
        let folder = try TemporaryFolder()
        _ = try folder.file("evening.toml", "gestures.nod = false\n")
        let run = try ApplianceHarness("fps 10; still 2s", configuration: "camera.rate = 10\n[profiles.evening]\nfile = \"evening.toml\"\n", folder: folder)
        try run.wait { $0.state == "ready" }
        let client = try run.client()
        #expect(try client.ask(#"{"request":"record-rest"}"#).ok == true)
        run.run(10)
        #expect(try client.ask(#"{"request":"profile","name":"evening"}"#).ok == true)
        #expect(run.run(until: Self.ended))
        #expect(Self.files(run).count == 1)
        #expect(try client.reply(#"{"request":"record-rest"}"#).contains("\"ok\":true,\"minutes\":0,"))
        run.run(10)
        #expect(try client.ask(#"{"request":"record-rest","stop":true}"#).ok == true)
        run.run(0.2)
        waits { !Self.files(run, "profile-evening").isEmpty }
        #expect(Self.files(run, "profile-evening").count == 1)
    }

    @Test("a folder that cannot be written is said, and blocks nothing")
    func unwritable() throws {
        let run = try ApplianceHarness(), client = try run.client()
        _ = try run.folder.file("rest", "a file")
        let refused = try client.ask(#"{"request":"record-rest"}"#)
        #expect(refused.error == "unavailable" && refused.detail?.contains("rest") == true, "\(refused)")
        #expect(try client.ask(#"{"request":"record-rest"}"#).error == "unavailable")
    }
}
