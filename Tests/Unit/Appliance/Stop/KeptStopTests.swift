import Appliance
import ApplianceSupport
import Glibc
import Testing
import TestSupport

@Suite("Stops that were kept")
struct KeptStopTests {
    private static let outputs = StopTests.outputs, driven = StopTests.driven

    private func isOn(_ name: String, _ run: ApplianceHarness) -> Bool { (run.steps(name).last?.value ?? 0) != 0 }

    private func on(_ run: ApplianceHarness) -> [String] { Self.driven.filter { isOn($0, run) } }

    @Test("a damaged state file stops what moves things, until a release; what only calls goes on, and both are told", arguments: [true, false])
    func unsure(moves: Bool) throws {
        let folder = try TemporaryFolder()
        _ = try folder.file("state.json", "{\"version\":1,\"stopped_by\":\"some")
        let outputs = moves ? Self.outputs : String(Self.outputs.split(separator: "[axes.drive]")[0])
        var run = try ApplianceHarness("fps 20; still 2s; hold left 60s", configuration: outputs, recording: Set(Self.driven), folder: folder)
        try run.wait { $0.fault?.what == "state-damaged" }
        run.run(4)
        #expect(on(run).isEmpty == moves && isOn("call", run) == !moves)
        guard moves else { return }
        #expect(try run.client().status().stopped == "the start, because a stop that was kept cannot be read")
        run.end()
        run = try ApplianceHarness("fps 20; still 2s; hold left 60s", configuration: outputs, recording: Set(Self.driven), folder: folder)
        #expect(try run.client().status().state == "stopped")
        #expect(try run.client().ask(#"{"request":"release"}"#).ok == true)
        try run.wait { $0.isLine("call", true) }
    }

    @Test("a stop whose file has vanished stops what moves things until a release, is told once, and is never taken for a first start")
    func vanished() throws {
        let folder = try TemporaryFolder()
        func begin() throws -> ApplianceHarness {
            try ApplianceHarness("fps 20; still 2s; hold left 60s", configuration: Self.outputs, recording: Set(Self.driven), folder: folder)
        }
        var run = try begin()
        #expect(try (run.client().status().stopped ?? nil) == nil && !run.events.faults.contains("state-damaged"))
        #expect(try run.client().ask(#"{"request":"stop"}"#).ok == true)
        run.end()
        try #require(unlink(folder.path + "/state.json") == 0)
        run = try begin()
        run.run(4)
        let told = run.events.compactMap(\.fault).filter { $0.what == "state-damaged" }.map(\.detail)
        #expect(told.count == 1 && told[0].contains("/state.json is missing, though") && told[0].contains("remove both"), "\(told)")
        #expect(try on(run).isEmpty && run.client().status().stopped == "the start, because a stop that was kept cannot be read")
        run.end()
        run = try begin()
        run.run(4)
        #expect(try on(run).isEmpty && run.client().status().state == "stopped" && !run.events.faults.contains("state-damaged"))
        run.end()
        for name in ["state.json", "state.kept"] { try #require(unlink(folder.path + "/" + name) == 0) }
        run = try begin()
        run.run(4)
        #expect(try !on(run).isEmpty && (run.client().status().stopped ?? nil) == nil && !run.events.faults.contains("state-damaged"))
    }

    @Test("a stop from before the machine started holds for what moves things, until a release; what only calls goes on", arguments: [true, false])
    func older(moves: Bool) throws {
        let folder = try TemporaryFolder()
        let kept = #"{"version":1,"profile":"","ranges":{},"stopped_in":"another boot","stopped_by":"the button red","written_in":"another boot"}"#
        _ = try folder.file("state.json", kept)
        let outputs = moves ? Self.outputs : String(Self.outputs.split(separator: "[axes.drive]")[0])
        var run = try ApplianceHarness("fps 20; still 2s; hold left 60s", configuration: outputs, recording: Set(Self.driven), folder: folder)
        run.run(6)
        #expect(on(run).isEmpty == moves && isOn("call", run) == !moves)
        #expect(try run.client().status().stopped == (moves ? "the button red" : nil))
        // Something else is kept, which makes the file one of this boot.
        #expect(try run.client().ask(#"{"request":"pause"}"#).ok == true)
        #expect(try run.client().ask(#"{"request":"resume"}"#).error == (moves ? "stopped" : nil))
        run.end()
        run = try ApplianceHarness("fps 20; still 2s; hold left 60s", configuration: outputs, recording: Set(Self.driven), folder: folder)
        #expect(try run.client().status().stopped == (moves ? "the button red" : nil))
        guard moves else { return }
        #expect(try run.client().ask(#"{"request":"release"}"#).ok == true)
        #expect(try (run.client().status().stopped ?? nil) == nil)
    }
}
