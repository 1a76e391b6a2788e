import Appliance
import FoundationEssentials
import Glibc
import Lab
import Outputs
import Platform
import Synchronization
import Testing
import TestSupport

/// The service manager's end of a notify socket.
private final class ServiceManager {
    let path: String
    private let descriptor: Int32

    init(_ path: String) throws {
        self.path = path
        descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        if path.hasPrefix("@") { address.sun_path.0 = 0 }
        let length = socklen_t(MemoryLayout<sa_family_t>.size + path.utf8.count)
        let code = withUnsafePointer(to: address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, length) }
        }
        try #require(code == 0)
    }

    deinit { close(descriptor) }

    /// The next message; `nil` when none comes in time.
    func next(within seconds: Double = 0) -> String? {
        var wait = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        guard poll(&wait, 1, Int32(seconds * 1000)) > 0 else { return nil }
        var buffer = [UInt8](repeating: 0, count: 4096)
        let count = recv(descriptor, &buffer, buffer.count, 0)
        return count >= 0 ? String(decoding: buffer[..<count], as: UTF8.self) : nil
    }

    /// The next message that begins so; others are passed over.
    func next(_ beginning: String, within seconds: Double = 10) -> String? {
        let end = MonotonicClock.now + seconds
        while let message = next(within: max(0, end - MonotonicClock.now)) {
            if message.hasPrefix(beginning) { return message }
        }
        return nil
    }
}

@Suite("Telling the service manager")
struct ServiceNotifierTests {
    private let folder: TemporaryFolder
    private let manager: ServiceManager

    init() throws {
        folder = try TemporaryFolder()
        manager = try ServiceManager(folder.path + "/notify")
    }

    @Test("the messages are those of systemd's protocol, one datagram each")
    func messages() throws {
        let notifier = ServiceNotifier(socket: manager.path)
        notifier.ready()
        #expect(manager.next() == "READY=1")
        notifier.stopping()
        #expect(manager.next() == "STOPPING=1")
        let before = UInt64(MonotonicClock.now * 1e6)
        notifier.reloading()
        let lines = try #require(manager.next()).split(separator: "\n")
        #expect(lines.first == "RELOADING=1")
        let moment = try #require(lines.last?.split(separator: "=").last.flatMap { UInt64($0) })
        #expect(moment >= before && moment < before + 1_000_000)
    }

    @Test("a status is one line, and is sent again only when it has changed")
    func status() {
        let notifier = ServiceNotifier(socket: manager.path)
        for text in ["ready", "ready", "two\nlines", "ready"] { notifier.show(text) }
        #expect([manager.next(), manager.next(), manager.next(), manager.next()] == ["STATUS=ready", "STATUS=two lines", "STATUS=ready", nil])
    }

    @Test("signs of life come four times in the watchdog's patience, and only where there is a watchdog for this process")
    func watchdog() {
        let mine = ServiceNotifier(socket: manager.path, watchdog: "3000000", watched: "\(getpid())")
        #expect(mine.patience == 3)
        for step in 0...30 { mine.progress(at: Double(step) / 10) }
        var signs = 0
        while let message = manager.next() { signs += message == "WATCHDOG=1" ? 1 : 100 }
        #expect(signs == 4)  // at 0, 0.8, 1.6 and 2.4 s
        for other in [ServiceNotifier(socket: manager.path), ServiceNotifier(socket: manager.path, watchdog: "0"),
                      ServiceNotifier(socket: manager.path, watchdog: "3000000", watched: "1")] {
            #expect(other.patience == nil)
            other.progress(at: 0)
            other.allow(10) {}
        }
        #expect(manager.next() == nil)
    }

    @Test("a slow step has more time while it lasts, and only where it needs that")
    func slowStep() {
        let notifier = ServiceNotifier(socket: manager.path, watchdog: "3000000")
        notifier.allow(10) { #expect(manager.next() == "WATCHDOG_USEC=10000000\nWATCHDOG=1") }
        #expect(manager.next() == "WATCHDOG_USEC=3000000\nWATCHDOG=1")
        notifier.allow(2) {}
        #expect(manager.next() == nil)
    }

    @Test("an abstract socket is reached too")
    func abstract() throws {
        let manager = try ServiceManager("@nodline-test-\(getpid())")
        ServiceNotifier(socket: manager.path).ready()
        #expect(manager.next() == "READY=1")
    }

    @Test("a manager that does not listen, or is not there, holds nothing up")
    func deaf() {
        let start = MonotonicClock.now
        let notifier = ServiceNotifier(socket: manager.path)
        for number in 0..<2000 { notifier.show("\(number)") }
        for path in [nil, "", "relative", folder.path + "/nobody", "/" + String(repeating: "x", count: 200)] {
            ServiceNotifier(socket: path).ready()
        }
        #expect(MonotonicClock.now - start < 1)
    }
}

@Suite("The dead-man timer")
struct DeadManTests {
    /// A clock that a test moves by hand, in nanoseconds.
    private final class HandClock: Sendable {
        private let time = Atomic<UInt64>(1_000_000_000)
        var now: UInt64 { time.load(ordering: .relaxed) }
        func pass(_ seconds: Double) { time.add(UInt64(seconds * 1e9), ordering: .relaxed) }
    }

    private let clock = HandClock()
    private let outputs = GuardedOutputs()
    private let deadMan: DeadMan

    init() {
        var held = OutputConfiguration(name: "held"), lamp = OutputConfiguration(name: "lamp")
        held.gestures = [.hold(.left)]
        held.action = .level
        lamp.gestures = [.stroke(.left)]
        lamp.action = .toggle
        lamp.safe = true
        var configuration = Configuration()
        configuration.outputs = [held, lamp]
        _ = outputs.open(configuration.outputSettings)
        let clock = clock
        deadMan = DeadMan(outputs) { clock.now }
    }

    private func set(_ name: String, _ value: Bool) { _ = outputs.apply(LineChange(time: 0, name: name, value: value)) }

    private func hold() {
        set("held", true)
        deadMan.expect()
    }

    @Test("it sleeps for good while all outputs are safe")
    func asleep() {
        #expect(deadMan.tend() == nil)
        clock.pass(3600)
        #expect(deadMan.tend() == nil && deadMan.takeFiring() == .none)
    }

    @Test("what is held goes on for as long as frames are worked on, and ends half a second after the last")
    func frames() throws {
        hold()
        for _ in 0..<50 {
            clock.pass(0.4)
            deadMan.turn()
            #expect(try #require(deadMan.tend()) > 0)
            deadMan.feed()
        }
        clock.pass(0.45)
        #expect(outputs.isAtStake)
        clock.pass(0.02)
        #expect(deadMan.tend() == nil || !outputs.isAtStake)
        #expect(!outputs.isAtStake)
        #expect(deadMan.takeFiring() == .held)
        #expect(deadMan.takeFiring() == .none)
    }

    @Test("it wakes when the time is up, not before and not much later")
    func wakes() throws {
        hold()
        clock.pass(0.2)
        #expect(abs(try #require(deadMan.tend()) - (DeadMan.bound - 0.2)) < 1e-6)
    }

    @Test("after it has let go nothing held goes on until the loop knows, and a toggle still may")
    func barred() {
        hold()
        clock.pass(0.5)
        _ = deadMan.tend()
        set("held", true)
        #expect(!outputs.isAtStake)
        set("lamp", false)
        #expect(outputs.isActive)
        outputs.unbar()
        hold()
        #expect(outputs.isAtStake)
    }

    @Test("a toggle needs no frames, but a loop that goes round")
    func hang() throws {
        set("lamp", false)  // its safe state is on
        clock.pass(1)
        deadMan.turn()
        clock.pass(3.9)
        #expect(try #require(deadMan.tend()) < 0.11)
        #expect(outputs.isActive)
        clock.pass(0.2)
        #expect(deadMan.tend() == nil)
        #expect(!outputs.isActive)
        set("lamp", false)
        #expect(!outputs.isActive)  // the loop has not heard of it yet
        #expect(deadMan.takeFiring() == .all)
        outputs.unbar()
        set("lamp", false)
        #expect(outputs.isActive)
    }

    @Test("a hang after lost frames is still told as a hang")
    func both() {
        hold()
        set("lamp", false)
        clock.pass(0.5)
        _ = deadMan.tend()
        clock.pass(4)
        _ = deadMan.tend()
        #expect(deadMan.takeFiring() == .all)
    }

    @Test("a loop that has stood still lets go before it does anything else, though its thread has not run", arguments: [
        (0.45, DeadMan.Firing.none, true, true), (1, .held, false, true), (5, .all, false, false),
    ])
    func standstill(seconds: Double, firing: DeadMan.Firing, holds: Bool, burns: Bool) {
        hold()
        set("lamp", false)  // its safe state is on
        deadMan.turn()
        clock.pass(seconds)
        deadMan.turn()
        #expect(outputs.isAtStake == holds && outputs.isActive == (holds || burns))
        #expect(deadMan.takeFiring() == firing)
        deadMan.turn()
        #expect(deadMan.takeFiring() == .none)
    }

    @Test("its clock goes on while the board is suspended")
    func bootClock() {
        var now = timespec()
        clock_gettime(CLOCK_BOOTTIME, &now)
        let before = UInt64(now.tv_sec) * 1_000_000_000 + UInt64(now.tv_nsec)
        #expect(DeadMan.boottime() >= before && DeadMan.boottime() - before < 1_000_000_000)
    }

    @Test("its thread lets go by itself within half a second")
    func thread() throws {
        let outputs = outputs
        let deadMan = DeadMan(outputs)
        try deadMan.start()
        defer { deadMan.end() }
        set("held", true)
        let start = MonotonicClock.now
        deadMan.expect()
        while outputs.isAtStake, MonotonicClock.now - start < 5 { usleep(2000) }
        // Its time, and the machine's to wake it; the guarantee is measured in the hardware suite.
        #expect(MonotonicClock.now - start > 0.45 && MonotonicClock.now - start < 2)
    }
}

@Suite("State on disk")
struct StateStoreTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func text() throws -> String { try String(contentsOfFile: folder.path + "/state.json", encoding: .utf8) }

    @Test("a pause and a profile outlive the program; a pause does not outlive the machine's boot")
    func outlives() {
        let store = StateStore(folder: folder.path, boot: "a")
        store.change {
            $0.isPaused = true
            $0.profile = "night"
        }
        #expect(store.writer.flush(within: 10) && store.isDurable)
        #expect(store.writer.takeFaults().isEmpty)
        let again = StateStore(folder: folder.path, boot: "a").saved
        #expect(again.isPaused && again.profile == "night")
        let rebooted = StateStore(folder: folder.path, boot: "b").saved
        #expect(!rebooted.isPaused && rebooted.profile == "night")
    }

    @Test("a torn or senseless file is set aside and told of, and all begins anew", arguments: [
        "", "{", "{\"version\":1,\"profile\":\"a\",\"ran", "{\"version\":2,\"profile\":\"\",\"ranges\":{}}", "\u{0}\u{0}\u{0}",
        "{\"version\":1,\"profile\":\"\",\"ranges\":{\"\":{\"left\":99,\"right\":1,\"up\":1,\"down\":1,\"idleZone\":0.1}}}",
    ])
    func torn(content: String) throws {
        _ = try folder.file("state.json", content)
        let store = StateStore(folder: folder.path, boot: "a")
        #expect(store.saved == SavedState())
        #expect(try #require(store.fault).contains("state.json.damaged"))
        #expect(try String(contentsOfFile: folder.path + "/state.json.damaged", encoding: .utf8) == content)
        store.change { $0.profile = "b" }
        store.writer.flush(within: 10)
        #expect(StateStore(folder: folder.path, boot: "a").saved.profile == "b")
    }

    @Test("a folder that cannot be written is told of once, and the state holds in memory", arguments: ["/sys", "/no/such/folder"])
    func readOnly(folder: String) throws {
        let store = StateStore(folder: folder, boot: "a")
        #expect(store.fault == nil)
        store.change { $0.isPaused = true }
        #expect(store.saved.isPaused)
        #expect(store.writer.flush(within: 10) && !store.isDurable)
        #expect(try #require(store.writer.takeFaults().first).hasSuffix("it lasts until the program ends"))
        store.change { $0.profile = "x" }
        #expect(store.writer.flush(within: 10) && store.writer.takeFaults().isEmpty)
    }

    @Test("without a folder nothing is kept, and that is no fault")
    func none() {
        let store = StateStore(folder: "", boot: "a")
        store.change { $0.isPaused = true }
        #expect(store.saved.isPaused && !store.isDurable && store.writer.isIdle && store.writer.takeFaults().isEmpty)
    }

    @Test("what has not changed is not written: cards wear out")
    func wear() throws {
        let store = StateStore(folder: folder.path, boot: "a")
        store.change { $0.profile = "x" }
        store.writer.flush(within: 10)
        try #require(unlink(folder.path + "/state.json") == 0)
        store.change { $0.profile = "x" }
        store.writer.flush(within: 10)
        #expect(access(folder.path + "/state.json", F_OK) != 0)
    }

    /// A disk that takes as long as a test wants.
    private final class SlowDisk: Sendable {
        private let state = Mutex((isSlow: false, written: [String]()))
        var written: [String] { state.withLock(\.written) }
        func be(slow: Bool) { state.withLock { $0.isSlow = slow } }
        var write: @Sendable (Data, String) throws(SystemError) -> Void {
            { [self] data, _ in
                while state.withLock(\.isSlow) { usleep(1000) }
                state.withLock { $0.written.append(String(decoding: data, as: UTF8.self)) }
            }
        }
    }

    @Test("a slow disk holds up nobody; of what waits for it only the newest is written, and only then it is durable")
    func slow() {
        let disk = SlowDisk()
        disk.be(slow: true)
        let store = StateStore(folder: folder.path, boot: "a", write: disk.write)
        let begin = MonotonicClock.now
        for profile in ["one", "two", "three"] {
            store.change { $0.profile = profile }
            if profile == "one" { usleep(50_000) }  // it is being written
        }
        #expect(MonotonicClock.now - begin < 1)
        #expect(!store.isDurable && store.saved.profile == "three")
        #expect(!store.writer.flush(within: 0.05))
        disk.be(slow: false)
        #expect(store.writer.flush(within: 10) && store.isDurable)
        #expect(disk.written.count == 2 && disk.written.last?.contains("three") == true)
    }

    @Test("a program that is killed while the disk takes its time finds what it wanted to keep, unless the machine went down with it")
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
        #expect(store.writer.flush(within: 10) && store.isDurable)
        #expect(access(folder.path + "/state.json.new", F_OK) != 0)
        #expect(StateStore(folder: folder.path, boot: "a").saved.isPaused)
    }

    @Test("a full disk leaves the old state, and the program runs on and says so")
    func full() throws {
        let old = "{\"version\":1,\"profile\":\"gone\",\"ranges\":{}}"
        _ = try folder.file("state.json", old)
        // Files may have no bytes: as a disk without room, but for this process only.
        let appliance = try LiveAppliance("state.directory = \"\(folder.path)\"", folder: folder, before: "trap '' XFSZ; ulimit -f 0")
        _ = try appliance.wait { $0.what == "configuration-refused" }  // there is no such profile any more: that is to be kept
        let fault = try appliance.wait { $0.what == "state-not-kept" && $0.detail?.contains("state.json") == true }
        #expect(fault.detail?.contains("File too large") == true)
        #expect(try appliance.end() == 0)
        #expect(try text() == old)
        #expect(access(folder.path + "/state.json.new", F_OK) != 0)
    }
}

@Suite("Reloading and what ran last", .serialized)
struct ReloadTests {
    private func eye(_ name: String) -> String { "[outputs.\(name)]\nstate = \"camera-on\"\n" }

    @Test("SIGHUP: a broken file is refused and the old one holds, a good one is taken over")
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
            let fault = try appliance.wait { $0.event == "fault" && $0.what != "camera-stalled" }
            #expect(fault.what == "configuration-refused" && fault.detail?.contains(expected) == true)
            #expect(manager.next("RELOADING=1") != nil && manager.next("READY=1") != nil)
        }
        #expect(!appliance.events.contains { $0.event == "configured" || $0.name == "two" || $0.value == 0 })
        try appliance.edit(eye("two"))
        appliance.send(SIGHUP)
        _ = try appliance.wait { $0.name == "one" && $0.value == 0 }
        _ = try appliance.wait { $0.event == "configured" }
        _ = try appliance.wait { $0.name == "two" && $0.value == 1 }
        #expect(manager.next("RELOADING=1") != nil && manager.next("READY=1") != nil)
        #expect(manager.next("WATCHDOG=1") != nil)
        #expect(try appliance.end() == 0)
        #expect(manager.next("STOPPING=1", within: 1) != nil)
    }

    @Test("after a standstill of seconds the alarm comes though no picture does")
    func alarmAfterStandstill() throws {
        let run = try ApplianceHarness(configuration: "[status]\nalarm_after = 1\n[outputs.alarm]\nstate = \"alarm\"\n" + eye("eye"),
                                       faults: ScriptedCameras.Faults(isBlind: true))
        try run.wait { $0.isLine("eye", true) }
        run.standStill(4.6)
        try run.wait(seconds: 0.5) { $0.fault?.what == "loop-stalled" }
        try run.wait(seconds: 2) { $0.isLine("alarm", true) }
        run.end()
        #expect(run.events.values("alarm").suffix(2) == [true, false])
    }

    @Test("a status light that does not come back holds up nothing else", .enabled(if: access("/sys/class/leds", F_OK) == 0))
    func stuckLight() throws {
        let folder = try TemporaryFolder()
        try FileManager.default.createDirectory(atPath: folder.path + "/light", withIntermediateDirectories: true)
        #expect(mkfifo(folder.path + "/light/trigger", 0o600) == 0)  // opening it waits for a reader
        let appliance = try LiveAppliance("status.led = \"../../..\(folder.path)/light\"\n" + eye("eye"), folder: folder)
        _ = try appliance.wait { $0.name == "eye" && $0.value == 1 }
        #expect(try appliance.end() == 0)
    }

    @Test("a reload keeps no memory")
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
        #expect(after - before < 600, "100 reloads keep \(after - before) KB")  // in KB: 6 for each would be too many
        #expect(try appliance.end() == 0)
    }

    @Test("the profile that was used last is used again; one that is broken now falls back to the main file")
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

    private func line(_ name: String, _ gesture: String = "left") -> String {
        "[outputs.\(name)]\nline = \"GPIO-\(name)\"\ngesture = \"\(gesture)\"\n"
    }

    @Test("safe uses what ran last where the file is broken or gone, and says so")
    func brokenFile() throws {
        let folder = try TemporaryFolder()
        _ = try folder.file("night.toml", line("night"))
        let text = "state.directory = \"\(folder.path)\"\n[profiles.night]\nfile = \"night.toml\"\n" + line("day")
        let appliance = try LiveAppliance(text, folder: folder)
        _ = try appliance.wait { $0.what == "output-unavailable" && $0.detail?.contains("GPIO-day") == true }
        #expect(try appliance.end() == 0)
        let environment = "STATE_DIRECTORY=\(folder.path)"
        for broken in ["[outputs.day\n", "camera.rate = 500\n", nil] {
            if let broken { _ = try folder.file("nodline.toml", broken) } else { unlink(appliance.file) }
            let safe = try Program(["safe", "--config", appliance.file], environment: [environment])
            #expect(safe.errors.contains("using the configuration of the last run"))
            #expect(safe.errors.contains("nodline.toml"))
            // There are no such lines on this machine: it names each that it tries.
            #expect(safe.errors.contains("line GPIO-day") && safe.errors.contains("line GPIO-night"))
            #expect(safe.status == 1)
        }
        #expect(try Program(["safe", "--config", appliance.file], environment: ["STATE_DIRECTORY=/no/such/folder"]).status == 2)
    }

    @Test("safe makes safe too what ran last and is in the file no longer, but drives no line that is a button now")
    func removedOutput() throws {
        let folder = try TemporaryFolder()
        let state = "state.directory = \"\(folder.path)\"\n"
        let appliance = try LiveAppliance(state + line("one") + line("two"), folder: folder)
        _ = try appliance.wait { $0.what == "output-unavailable" && $0.detail?.contains("GPIO-two") == true }
        #expect(try appliance.end() == 0)
        try appliance.edit(state + line("three") + "[inputs.b]\nline = \"GPIO-two\"\n")
        let safe = try Program("safe", "--config", appliance.file)
        #expect(safe.errors.contains("line GPIO-three") && safe.errors.contains("line GPIO-one"))
        #expect(!safe.errors.contains("GPIO-two") && !safe.errors.contains("of the last run"))
    }

    @Test("what ran last is kept as it was written, is not written again, and a refused reload does not touch it")
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

    /// Waits until a file is as it should be: it is written in the background.
    private func becomes(_ file: String, _ isSo: (String) -> Bool) -> Bool {
        for _ in 0..<500 {
            if let text = try? String(contentsOfFile: file, encoding: .utf8), isSo(text) { return true }
            usleep(10_000)
        }
        return false
    }
}
