import ApplianceSupport
import FoundationEssentials
import Glibc
import Testing
import TestSupport

@Suite("Control sockets that somebody removes")
struct RemovedSocketTests {
    @Test("are made anew, and who is connected stays", arguments: [["nodline.sock"], ["events.sock"], ["nodline.sock", "events.sock", "lock"]])
    func removed(names: [String]) throws {
        let run = try ApplianceHarness(), first = try run.client()
        for name in names { try #require(unlink(run.place + "/" + name) == 0) }
        run.run(3)
        let told = run.events.compactMap(\.fault).filter { $0.what == "control-unavailable" }
        #expect(told.count == 1 && told[0].detail.contains("made anew"), "\(told)")
        #expect(try first.ask(#"{"request":"status"}"#).ok == true)
        #expect(try run.client().ask(#"{"request":"status"}"#).ok == true)
        for name in ["nodline.sock", "events.sock"] { #expect(access(run.place + "/" + name, F_OK) == 0) }
    }

    @Test("with their folder, too")
    func folder() throws {
        let run = try ApplianceHarness()
        try FileManager.default.removeItem(atPath: run.place)
        run.run(3)
        #expect(try run.client().ask(#"{"request":"status"}"#).ok == true)
    }

    @Test("are not taken from what somebody has put in their place, which is told once")
    func taken() throws {
        let run = try ApplianceHarness()
        try #require(unlink(run.place + "/nodline.sock") == 0)
        #expect(FileManager.default.createFile(atPath: run.place + "/nodline.sock", contents: Data("mine".utf8)))
        run.run(9)
        let told = run.events.compactMap(\.fault).filter { $0.what == "control-unavailable" }
        #expect(told.count == 1 && told[0].detail.contains("not a socket"), "\(told)")
        #expect(try String(contentsOfFile: run.place + "/nodline.sock", encoding: .utf8) == "mine")
        try #require(unlink(run.place + "/nodline.sock") == 0)
        run.run(3)
        #expect(try run.client().ask(#"{"request":"status"}"#).ok == true)
    }
}
