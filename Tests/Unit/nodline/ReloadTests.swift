import Appliance
import ApplianceSupport
import FoundationEssentials
import Glibc
import Testing
import TestSupport

@Suite("Reloading and the last configuration", .serialized)
struct ReloadTests {
    private func eye(_ name: String) -> String { "[outputs.\(name)]\nstate = \"camera-on\"\n" }

    @Test("on SIGHUP a broken file is refused and the old configuration stays; a valid one replaces it")
    func reload() throws {
        let folder = try TemporaryFolder()
        let manager = try ServiceManager(folder.path + "/notify")
        let appliance = try LiveAppliance(eye("one"), folder: folder, environment: [
            "NOTIFY_SOCKET=\(manager.path)", "WATCHDOG_USEC=3000000",
        ])
        #expect(manager.next("READY=1") != nil)
        _ = try appliance.wait { $0.name == "one" && $0.value == 1 }
        for (broken, expected) in [("camera.rate = \n", ":2"), ("camera.rate = 500\n" + eye("two"), "camera.rate")] {
            try appliance.edit(broken)
            appliance.send(SIGHUP)
            let fault = try appliance.wait { $0.isFault }
            #expect(fault.what == "configuration-refused" && fault.detail?.contains(expected) == true)
            #expect(manager.next("RELOADING=1") != nil && manager.next("READY=1") != nil)
        }
        #expect(!appliance.events.contains { $0.event == "configured" || $0.name == "two" })
        #expect(!appliance.events.contains { $0.value == 0 } || appliance.events.contains { $0.what == "camera-stalled" })
        try appliance.edit(eye("two"))
        appliance.send(SIGHUP)
        _ = try appliance.wait { $0.name == "one" && $0.value == 0 }
        _ = try appliance.wait { $0.event == "configured" }
        _ = try appliance.wait { $0.name == "two" && $0.value == 1 }
        #expect(manager.next("RELOADING=1") != nil && manager.next("READY=1") != nil)
        #expect(manager.next("WATCHDOG=1") != nil)
        #expect(try appliance.end() == 0)
        #expect(manager.next("STOPPING=1") != nil)
    }

    @Test("a status light that blocks delays nothing else", .enabled(if: access("/sys/class/leds", F_OK) == 0))
    func stuckLight() throws {
        let folder = try TemporaryFolder()
        try FileManager.default.createDirectory(atPath: folder.path + "/light", withIntermediateDirectories: true)
        #expect(mkfifo(folder.path + "/light/trigger", 0o600) == 0)  // opening it waits for a reader
        let appliance = try LiveAppliance("status.led = \"../../..\(folder.path)/light\"\n" + eye("eye"), folder: folder)
        _ = try appliance.wait { $0.name == "eye" && $0.value == 1 }
        #expect(try appliance.end() == 0)
    }

    @Test("a reload leaks less than 6 KB of memory")
    func memory() throws {
        func privateDirty(_ identifier: Int32) throws -> Int {
            let text = try String(contentsOfFile: "/proc/\(identifier)/smaps_rollup", encoding: .utf8)
            let line = try #require(text.split(separator: "\n").first { $0.hasPrefix("Private_Dirty:") })
            return try #require(Int(line.split(separator: " ")[1]))
        }
        let text = (0..<30).map { "[outputs.o\($0)]\ngesture = \"left\"\naction = \"toggle\"\nmax_on = \($0 + 1)\n" }.joined()
        let appliance = try LiveAppliance(eye("one") + text)
        _ = try appliance.wait { $0.name == "one" }
        func reload(_ count: Int) throws {
            for _ in 0..<count {
                appliance.send(SIGHUP)
                _ = try appliance.wait { $0.event == "configured" }
            }
        }
        try reload(20)  // buffers grow to their size
        let before = try privateDirty(appliance.identifier)
        try reload(100)
        let after = try privateDirty(appliance.identifier)
        #expect(after - before < 600, "100 reloads keep \(after - before) KB")  // 6 KB per reload would be too much
        #expect(try appliance.end() == 0)
    }

    @Test("the last profile is used again after a restart; if it is broken, the main file is used")
    func profile() throws {
        let folder = try TemporaryFolder()
        _ = try folder.file("night.toml", "camera.object = \"\(FakeCamera.object.get())\"\n" + eye("night"))
        _ = try folder.file("state.json", "{\"version\":1,\"profile\":\"night\",\"ranges\":{}}")
        let main = "state.directory = \"\(folder.path)\"\n[profiles.night]\nfile = \"night.toml\"\n" + eye("day")
        let first = try LiveAppliance(main, folder: folder)
        #expect(try first.wait { $0.event == "line" }.name == "night")
        #expect(try first.end() == 0)
        _ = try folder.file("night.toml", "[outputs.night]\nstat = \"camera-on\"\n")
        let second = try LiveAppliance(main, folder: folder)
        let fault = try second.wait { $0.what == "configuration-refused" && $0.detail?.contains("night.toml:2") == true }
        #expect(fault.detail?.contains("did you mean state?") == true)
        #expect(try second.wait { $0.event == "line" }.name == "day")
        #expect(try second.end() == 0)
    }

    @Test("a copy of the last configuration is kept; a refused reload does not touch it, an accepted one replaces it")
    func kept() throws {
        let folder = try TemporaryFolder()
        let state = "state.directory = \"\(folder.path)\"\n"
        let appliance = try LiveAppliance(state + eye("one"), folder: folder)
        _ = try appliance.wait { $0.name == "one" }
        let copy = folder.path + "/configuration/main.toml"
        let first = try String(contentsOfFile: appliance.file, encoding: .utf8)
        #expect(becomes(copy) { $0 == first })
        try appliance.edit(state + "[outputs.one]\n")
        appliance.send(SIGHUP)
        _ = try appliance.wait { $0.what == "configuration-refused" }
        #expect(try String(contentsOfFile: copy, encoding: .utf8) == first)
        try appliance.edit(state + eye("two"))
        appliance.send(SIGHUP)
        _ = try appliance.wait { $0.name == "two" && $0.value == 1 }
        #expect(becomes(copy) { $0.contains("outputs.two") })
        #expect(try appliance.end() == 0)
    }

    /// Waits until a file's text satisfies a condition; it is written in the background.
    private func becomes(_ file: String, _ isSo: (String) -> Bool) -> Bool {
        waits { (try? String(contentsOfFile: file, encoding: .utf8)).map(isSo) ?? false }
    }
}
