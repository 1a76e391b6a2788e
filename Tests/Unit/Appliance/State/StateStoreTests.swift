import Appliance
import ApplianceSupport
import FoundationEssentials
import Gestures
import Glibc
import Platform
import Synchronization
import Testing
import TestSupport

@Suite("State on disk")
struct StateStoreTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func text() throws -> String { try String(contentsOfFile: folder.path + "/state.json", encoding: .utf8) }

    @Test("a pause, a stop and a profile survive a restart of the program; a pause does not survive a reboot, and a stop is known to be older")
    func outlives() {
        let store = StateStore(folder: folder.path, boot: "a")
        store.change {
            $0.isPaused = true
            $0.stoppedBy = "the button red"
            $0.profile = "night"
        }
        #expect(store.writer.flush(within: hang) && store.risk == nil)
        #expect(store.writer.takeFaults().isEmpty)
        let again = StateStore(folder: folder.path, boot: "a").saved
        #expect(again.isPaused && again.stoppedBy == "the button red" && !again.hasStartedSinceStop && again.profile == "night")
        let rebooted = StateStore(folder: folder.path, boot: "b").saved
        #expect(!rebooted.isPaused && rebooted.stoppedBy == "the button red" && rebooted.hasStartedSinceStop && rebooted.profile == "night")
    }

    @Test("a gaze calibration survives a restart, and applies only while screen and camera are where they were")
    func gaze() throws {
        var correction = GazeCorrection()
        correction.offset = SIMD2(0.1, -0.2)
        correction.gain = SIMD2(1.1, 0.9)
        let store = StateStore(folder: folder.path, boot: "a")
        store.change { $0.gaze[""] = SavedGaze(correction, GazeGeometry(), points: 3) }
        #expect(store.writer.flush(within: hang))
        let saved = try #require(StateStore(folder: folder.path, boot: "b").saved.gaze[""])
        var configuration = Configuration(), moved = Configuration()
        saved.apply(to: &configuration)
        #expect(configuration.gestures.gaze.correction == correction && saved.points == 3)
        moved.gaze.cameraAbove = 20
        saved.apply(to: &moved)
        #expect(moved.gestures.gaze.correction == nil)
    }

    @Test("a damaged file is set aside and reported, and the state starts empty", arguments: [
        "", "{", "{\"version\":1,\"profile\":\"a\",\"ran", "{\"version\":2,\"profile\":\"\",\"ranges\":{}}", "\u{0}\u{0}\u{0}",
        "{\"version\":1,\"profile\":\"\",\"ranges\":{\"\":{\"left\":99,\"right\":1,\"up\":1,\"down\":1,\"idleZone\":0.1}}}",
        "{\"version\":1,\"profile\":\"\",\"ranges\":{},\"gaze\":{\"\":{\"offset\":[0,0],\"gain\":[9,1],\"geometry\":[1,1,1,1,1,1],\"points\":3}}}",
        "{\"version\":1,\"profile\":\"\",\"ranges\":{},\"gaze\":{\"\":{\"offset\":[0],\"gain\":[1],\"geometry\":[],\"points\":3}}}",
    ])
    func torn(content: String) throws {
        _ = try folder.file("state.json", content)
        let store = StateStore(folder: folder.path, boot: "a")
        #expect(store.saved == SavedState())
        #expect(try #require(store.fault).contains("state.json.damaged"))
        #expect(try String(contentsOfFile: folder.path + "/state.json.damaged", encoding: .utf8) == content)
        store.change { $0.profile = "b" }
        store.writer.flush(within: hang)
        #expect(StateStore(folder: folder.path, boot: "a").saved.profile == "b")
    }

    @Test("a state that has vanished is reported until that is accepted; one of an earlier version is marked when it is read")
    func vanished() throws {
        let file = folder.path + "/state.json"
        _ = try folder.file("state.json", #"{"version":1,"profile":"a","ranges":{}}"#)
        let first = StateStore(folder: folder.path, boot: "a")
        #expect(first.fault == nil && first.saved.profile == "a" && first.writer.flush(within: hang) && first.writer.takeFaults().isEmpty)
        try #require(unlink(file) == 0)
        for _ in 0..<2 { #expect(StateStore(folder: folder.path, boot: "a").fault?.contains("\(file) is missing") == true) }
        let second = StateStore(folder: folder.path, boot: "a")
        second.accept()
        #expect(second.writer.flush(within: hang) && second.saved == SavedState() && StateStore(folder: folder.path, boot: "a").fault == nil)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == ["state.json", "state.kept"])
    }

    @Test("state that may be there but cannot be reached is reported, because it may have said stop")
    func unreachable() throws {
        try FileManager.default.createSymbolicLink(atPath: folder.path + "/round", withDestinationPath: "round")
        let fault = try #require(StateStore(folder: folder.path + "/round", boot: "a").fault)
        #expect(fault.contains("round/state.json cannot be used; ranges, gaze, pause and profile are reset, and a stop where nothing moves"), "\(fault)")
    }

    @Test("a folder that cannot be written is reported once, and the state is kept in memory", arguments: ["/sys", "/no/such/folder"])
    func readOnly(folder: String) throws {
        let store = StateStore(folder: folder, boot: "a")
        #expect(store.fault == nil)
        store.change { $0.isPaused = true }
        #expect(store.saved.isPaused)
        #expect(store.writer.flush(within: hang) && store.risk?.contains("\(folder)/state.json") == true, "\(store.risk ?? "")")
        #expect(try #require(store.writer.takeFaults().first).hasSuffix("it lasts until the program ends"))
        store.change { $0.profile = "x" }
        #expect(store.writer.flush(within: hang) && store.writer.takeFaults().isEmpty)
    }

    @Test("without a folder nothing is saved, which is not a fault")
    func none() {
        let store = StateStore(folder: "", boot: "a")
        store.change { $0.isPaused = true }
        #expect(store.saved.isPaused && store.risk?.contains("no [state] directory") == true && store.writer.isIdle && store.writer.takeFaults().isEmpty)
    }

    @Test("unchanged state is not written again, because cards wear out")
    func wear() throws {
        let store = StateStore(folder: folder.path, boot: "a")
        store.change { $0.profile = "x" }
        store.writer.flush(within: hang)
        try #require(unlink(folder.path + "/state.json") == 0)
        store.change { $0.profile = "x" }
        store.writer.flush(within: hang)
        #expect(access(folder.path + "/state.json", F_OK) != 0)
    }

    /// A disk that a test can make slow.
    private final class SlowDisk: Sendable {
        private let state = Mutex((isSlow: false, begun: 0, written: [String]()))
        var written: [String] { state.withLock(\.written) }
        var isWriting: Bool { state.withLock { $0.begun > $0.written.count } }
        func be(slow: Bool) { state.withLock { $0.isSlow = slow } }
        var write: @Sendable (Data, String) throws(SystemError) -> Void {
            { [self] data, _ in
                state.withLock { $0.begun += 1 }
                while state.withLock(\.isSlow) { usleep(1000) }
                state.withLock { $0.written.append(String(decoding: data, as: UTF8.self)) }
            }
        }
    }

    @Test("a slow disk does not block; only the newest waiting state is written, and only then is it durable")
    func slow() {
        let disk = SlowDisk()
        disk.be(slow: true)
        let store = StateStore(folder: folder.path, boot: "a", write: disk.write)
        let clock = Stopwatch()
        for profile in ["one", "two", "three"] {
            store.change { $0.profile = profile }
            if profile == "one" { #expect(waits { disk.isWriting }) }
        }
        #expect(clock.own < hang / 2)
        #expect(store.risk != nil && store.saved.profile == "three")
        #expect(!store.writer.flush(within: 0.05))
        disk.be(slow: false)
        #expect(store.writer.flush(within: hang) && store.risk == nil)
        #expect(disk.written.count == 2 && disk.written.last?.contains("three") == true)
    }

    @Test("a complete new state file left by a killed program is used, unless it is from before a reboot")
    func killed() throws {
        _ = try folder.file("state.json", "{\"version\":1,\"profile\":\"old\",\"ranges\":{}}")
        let new = "{\"paused_in\":\"a\",\"profile\":\"new\",\"ranges\":{},\"version\":1,\"written_in\":\"a\"}"
        for torn in [String(new.dropLast()), "", new.replacing("\"a\"}", with: "\"z\"}")] {
            _ = try folder.file("state.json.new", torn)
            #expect(StateStore(folder: folder.path, boot: "a").saved.profile == "old")
        }
        _ = try folder.file("state.json.new", new)
        let store = StateStore(folder: folder.path, boot: "a")
        #expect(store.saved.profile == "new" && store.saved.isPaused)
        #expect(store.writer.flush(within: hang) && store.risk == nil)
        #expect(access(folder.path + "/state.json.new", F_OK) != 0)
        #expect(StateStore(folder: folder.path, boot: "a").saved.isPaused)
    }

    @Test("a full disk leaves the old state; the program reports it and works on")
    func full() throws {
        let old = "{\"version\":1,\"profile\":\"gone\",\"ranges\":{}}"
        _ = try folder.file("state.json", old)
        // The limit of 0 bytes per file acts as a full disk, for this process only.
        let appliance = try LiveAppliance("state.directory = \"\(folder.path)\"", folder: folder, before: "trap '' XFSZ; ulimit -f 0")
        _ = try appliance.wait { $0.what == "configuration-refused" }  // the saved profile does not exist; this change is to be saved
        let fault = try appliance.wait { $0.what == "state-not-kept" && $0.detail?.contains("state.json") == true }
        #expect(fault.detail?.contains("File too large") == true)
        #expect(try appliance.end() == 0)
        #expect(try text() == old)
        #expect(access(folder.path + "/state.json.new", F_OK) != 0)
    }

    @Test("a second run with the same folder is told which process has it and what to do, opens no device, and leaves the stop that was kept")
    func second() throws {
        var first: ApplianceHarness? = try ApplianceHarness(folder: folder)
        #expect(try #require(first).client().ask(#"{"request":"stop"}"#).ok == true)
        let other = try TemporaryFolder()
        let file = try other.file("c.toml", "state.directory = \"\(folder.path)\"\ncontrol.directory = \"\(other.path)\"\n")
        let second = try Program("run", "--config", file)
        #expect(second.status == 1 && second.errors.contains("another nodline (process \(getpid())) uses it already"), "\(second.errors)")
        #expect(second.errors.contains("another [state] directory"), "\(second.errors)")
        first?.end()
        #expect(StateStore(folder: folder.path).saved.stoppedBy == "a request")
        first = try ApplianceHarness(folder: folder)  // the end of a run gives its folder back, however long its value lives
        #expect(try #require(first).client().status().stopped == "a request")
    }

    @Test("a lock of another user's, or that others may open, is told")
    func foreignLock() throws {
        let file = try folder.file("state.lock", "")
        try #require(chmod(file, 0o644) == 0)
        let run = try ApplianceHarness(folder: folder)
        run.run(0.5)
        let told = run.events.compactMap(\.fault).filter { $0.what == "state-not-kept" }.map(\.detail)
        #expect(told.count == 1 && told.first?.contains("state.lock: it belongs to another user") == true, "\(told)")
    }

    @Test("a profile whose file is missing stays chosen: it is said, the main file is used, and the profile again after a reload or a start with the file")
    func missing() throws {
        let main = "state.directory = \"\(folder.path)\"\n[profiles.night]\nfile = \"night.toml\"\n"
        _ = try folder.file("state.json", "{\"version\":1,\"profile\":\"night\",\"ranges\":{}}")
        var run = try LiveAppliance(main, folder: folder)
        let fault = try run.wait { $0.what == "configuration-refused" }
        #expect(fault.detail?.contains("The main file is used; \"night\" is again after a reload or a start with it") == true, "\(fault.detail ?? "")")
        run.send(SIGHUP)  // still not there
        _ = try run.wait { $0.what == "configuration-refused" }
        _ = try run.wait { $0.event == "configured" && $0.profile == "" }
        #expect(try run.end() == 0)
        #expect(StateStore(folder: folder.path).saved.profile == "night")
        for way in ["reload", "start"] {
            run = try LiveAppliance(main, folder: folder)
            _ = try run.wait { way == "start" || $0.what == "configuration-refused" }  // it hears signals from its first event on
            _ = try folder.file("night.toml", "[gestures]\nmax_hold = 3\n")
            run.send(SIGHUP)
            _ = try run.wait { $0.event == "configured" && $0.profile == "night" }
            #expect(try run.end() == 0)
        }
    }
}
