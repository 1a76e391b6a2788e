import Appliance
import FoundationEssentials
import Glibc
import Pipeline
import Platform
import Testing
import TestSupport

/// The fake camera object, built once for all tests.
enum FakeCamera {
    static let object: Result<String, any Error> = Result {
        let folder = Checkout.root + ".nodline/test"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try build("libfake-camera.so", [])
        try build("libother-camera.so", ["-DFAKE_ABI=99"])
        return folder + "/libfake-camera.so"

        func build(_ name: String, _ more: [String]) throws {
            let compiler = try ChildProcess("cc", more + [
                "-std=gnu11", "-O2", "-fPIC", "-shared", "-I" + Checkout.root + "Sources/CLibcamera/include",
                Checkout.root + "Tests/FakeCamera/fake_camera.c", "-o", folder + "/" + name,
            ])
            #expect(compiler.wait() == 0)
        }
    }
}

@Suite("A running appliance, with a fake camera", .serialized)
struct RunTests {
    /// Runs `nodline run` for some seconds on a simulated clip, then asks it to end.
    private func run(_ script: String, faults: String = "", seconds: Double, signal: Int32 = SIGTERM,
                     configuration more: String = "", object: String? = nil, age: Double = 0, asJPEG: Bool = false) throws -> (status: Int32, events: [EventRecord]) {
        let folder = try TemporaryFolder()
        var clip = folder.path + "/c.y4m"
        try Film.write(script, to: clip)
        if asJPEG {
            // As USB cameras send them: colour with half the width.
            let film = folder.path + "/c.mjpeg"
            let ffmpeg = try ChildProcess("ffmpeg", ["-nostdin", "-v", "error", "-i", clip, "-pix_fmt", "yuvj422p",
                                                     "-c:v", "mjpeg", "-q:v", "4", "-f", "mjpeg", film], input: .null)
            try #require(ffmpeg.wait() == 0)
            clip = film
        }
        let path = try object ?? FakeCamera.object.get()
        let file = try folder.file("c.toml", "[camera]\nobject = \"\(path)\"\n" + more
            + "\n[outputs.call]\ngesture = \"hold-right\"\naction = \"level\"\n")
        let child = try ChildProcess(Checkout.root + ".build/release/nodline", ["run", "--json", "--config", file],
                                     input: .null, output: .pipe,
                                     environment: ["NODLINE_FAKE_CLIP=\(clip)", "NODLINE_FAKE_STAYS=1", "NODLINE_FAKE_FAULTS=\(faults)", "NODLINE_FAKE_AGE=\(age)",
                                                   "RUNTIME_DIRECTORY=\(folder.path)"])
        usleep(UInt32(seconds * 1e6))
        kill(child.identifier, signal)
        let output = child.takeOutput()
        defer { close(output) }
        var bytes: [UInt8] = [], buffer = [UInt8](repeating: 0, count: 65536)
        while case let count = read(output, &buffer, buffer.count), count > 0 { bytes += buffer[..<count] }
        return (child.wait(), try EventRecord.read(String(decoding: bytes, as: UTF8.self).split(separator: "\n")))
    }

    @Test("frames drive lines; a line that is not there is named and the others work; SIGTERM ends with everything safe")
    func normal() throws {
        let (status, events) = try run("fps 30; still 1.2s; hold right 8s", seconds: 4.5, configuration: """
            [outputs.bell]
            line = "GPIO-that-is-not-there"
            gesture = "left"
            [outputs.eye]
            state = "camera-on"
            """)
        #expect(status == 0)
        let fault = try #require(events.first { $0.event == "fault" })
        #expect(fault.what == "output-unavailable" && fault.detail?.contains("GPIO-that-is-not-there") == true)
        #expect(events.filter { $0.name == "call" }.map(\.value) == [1, 0])
        #expect(events.filter { $0.name == "eye" }.map(\.value) == [1, 0])
        #expect(events.last { $0.event == "look-stopped" }?.reason == "stopped")
        #expect(events.contains { $0.event == "stats" && ($0.capture_fps ?? 0) > 20 })
    }

    private typealias Faults = ScriptedCameras.Faults

    private static let call = "[outputs.call]\nline = \"GPIO-call\"\ngesture = \"hold-right\"\naction = \"level\"\n"

    @Test("frames that stop release a held line within 0.5 s, and the camera is started again", arguments: [
        (Faults(stall: 3.5), "camera-stalled"), (Faults(cancel: 3.5), "camera-stalled"), (Faults(gone: 3.5, back: 4.2), "camera-gone"),
        (Faults(gone: 3.5, back: 3.6, slow: 3), "camera-gone"), (Faults(freeze: 3.5, thaw: 4.5), "camera-frozen"),
    ])
    func framesStop(faults: ScriptedCameras.Faults, expected: String) throws {
        let run = try ApplianceHarness("fps 30; still 1.2s; hold right 20s", configuration: Self.call, faults: faults, recording: ["call"])
        run.run(faults.slow < .infinity ? 9 : 6.5)
        let lastLook = try #require(run.events.last { $0.isHeld && $0.time < 4 }).time
        let off = try #require(run.events.first { $0.isLine("call", false) })
        #expect(off.time - lastLook <= 0.5, "\(off.time - lastLook)")
        let call = run.devices.steps("call")
        let on = try #require(call.firstIndex { $0.value == 1 })
        #expect(call[on + 1].value == 0 && call[on + 1].time - lastLook <= 0.5, "\(call)")
        let fault = try #require(run.events.first { $0.fault != nil })
        #expect(fault.fault?.what == expected)
        #expect(run.events.stats(fault.time + 1...99).contains { $0.captureRate > 5 })
    }

    @Test("without frames what says ready drops, the heartbeat stops, and what was told to be safe goes, within 0.5 s; what was told to stay, stays")
    func latchedWithoutFrames() throws {
        let run = try ApplianceHarness("fps 30; still 1.2s; look left; still 1.5s; hold right 30s", configuration: """
            [outputs.ready]
            state = "ready"
            [outputs.beat]
            state = "heartbeat"
            [outputs.lamp]
            gesture = "left"
            action = "toggle"
            on_stale = "safe"
            [outputs.fan]
            gesture = "left"
            action = "toggle"
            """, faults: Faults(stall: 6))
        run.run(10)
        run.end()
        let events = run.events
        let stall = try #require(events.first { $0.fault?.what == "camera-stalled" }).time
        let lastLook = try #require(events.last { $0.isHeld && $0.time < stall }).time
        for name in ["ready", "lamp", "beat"] {
            let off = try #require(events.first { $0.isLine(name, false) })
            #expect((0...0.5).contains(off.time - lastLook), "\(name): \(off.time - lastLook)")
        }
        #expect(events.values("lamp") == [true, false])
        #expect(events.values("ready").prefix(3) == [true, false, true])
        let beats = events.filter { $0.line?.name == "beat" && $0.line?.isReported == true }.compactMap(\.line?.value)
        #expect(beats == [true, false, true, false])
        #expect(events.values("fan") == [true, false])
        #expect(try #require(events.last { $0.isLine("fan", false) }).time > stall + 2)  // the end of the run
    }

    @Test("a camera that freezes is noticed within 0.5 s: what is held falls, ready drops, and it is started again with growing pauses",
          arguments: [30.0, 10.0])
    func freezes(rate: Double) throws {
        let run = try ApplianceHarness("fps \(Int(rate)); still 2.2s; hold right 20s", configuration: """
            [camera]
            rate = \(rate)
            [outputs.ready]
            state = "ready"
            [outputs.beat]
            state = "heartbeat"
            \(Self.call)
            """, faults: Faults(freeze: 6), recording: ["call"])
        run.run(10.5)
        run.end()
        let events = run.events
        let lastLook = try #require(events.last { $0.isHeld }).time
        for name in ["call", "ready", "beat"] {
            let changes = events.compactMap(\.line).filter { $0.name == name && $0.isReported }
            #expect(changes.map(\.value) == [true, false], "\(name) goes on once more")
            let off = try #require(changes.last)
            #expect((0...0.5).contains(off.time - lastLook), "\(name): \(off.time - lastLook)")
        }
        let faults = events.filter { $0.fault != nil }
        #expect(faults.allSatisfy { $0.fault?.what == "camera-frozen" } && faults.count >= 3)
        #expect(try #require(faults.first).time - lastLook <= 0.5)
        let pauses = zip(faults, faults.dropFirst()).map { $1.time - $0.time }
        #expect(zip(pauses, pauses.dropFirst()).allSatisfy { $0 < $1 }, "\(pauses)")
    }

    @Test("nothing is calibrated on a picture that stands still, and ready never comes")
    func frozenFromTheStart() throws {
        let run = try ApplianceHarness("fps 30; still 20s", configuration: "[outputs.ready]\nstate = \"ready\"", faults: Faults(freeze: 0.3))
        run.run(4)
        #expect(run.events.faults.contains("camera-frozen"))
        #expect(!run.events.contains { event in
            if case .trackingStarted = event.gesture { return true }
            return event.isLine("ready", true)
        })
    }

    @Test("ready comes however old the camera says that its pictures are", arguments: [0.1, 0.2, 0.5, 0.9])
    func oldStamps(age: Double) throws {
        let run = try ApplianceHarness("fps 30; still 1.2s; hold right 8s", configuration: Self.call + "[outputs.ready]\nstate = \"ready\"",
                                       faults: Faults(age: age), recording: ["call"])
        run.run(4)
        run.end()
        #expect(run.events.values("ready") == [true, false])
        #expect(run.events.values("call") == [true, false])
    }

    @Test("a fault that stands keeps ready off, and the rest works")
    func neverReady() throws {
        let run = try ApplianceHarness("fps 30; still 4s", configuration: """
            [outputs.ready]
            state = "ready"
            [outputs.beat]
            state = "heartbeat"
            [outputs.seen]
            state = "tracking"
            [outputs.bell]
            line = "GPIO-that-is-not-there"
            gesture = "left"
            """)
        run.run(4)
        run.end()
        #expect(run.events.values("seen") == [true, false])
        #expect(!run.events.contains { $0.isLine("ready", true) || $0.line?.name == "beat" })
    }

    @Test("a reader that does not read holds nothing up, and is told that it missed something")
    func deafReader() throws {
        let folder = try TemporaryFolder()
        let clip = folder.path + "/c.y4m"
        try Film.write("fps 30; still 1.2s; hold right 20s", to: clip)
        let file = try folder.file("c.toml", "[camera]\nobject = \"\(FakeCamera.object.get())\"\n")
        let child = try ChildProcess(Checkout.root + ".build/release/nodline", ["run", "--json", "--config", file], input: .null,
                                     output: .pipe, environment: ["NODLINE_FAKE_CLIP=\(clip)", "NODLINE_FAKE_STAYS=1", "RUNTIME_DIRECTORY=\(folder.path)"])
        let output = child.takeOutput()
        defer { close(output) }
        _ = fcntl(output, 1031, Int32(8192))  // F_SETPIPE_SZ, which Glibc's module leaves out
        func take() -> String {
            var buffer = [UInt8](repeating: 0, count: 65536)
            let count = read(output, &buffer, buffer.count)
            return String(decoding: buffer.prefix(max(0, count)), as: UTF8.self)
        }
        usleep(6_000_000)  // "look-moved" thirty times a second: more than the pipe takes
        var text = take()
        usleep(1_000_000)
        text += take()
        usleep(100_000)
        kill(child.identifier, SIGTERM)
        let asked = MonotonicClock.now
        #expect(child.wait() == 0)
        #expect(MonotonicClock.now - asked < 1)
        text += take()
        #expect(text.contains("\"event\":\"look-moved\"") && text.contains("\"event\":\"reset\""))
        #expect(text.contains("\"event\":\"look-stopped\""))
    }

    @Test("senseless time stamps change nothing: the monotonic clock serves")
    func garbage() throws {
        let run = try ApplianceHarness("fps 30; still 1.2s; hold right 8s", configuration: Self.call, faults: Faults(garbage: 0), recording: ["call"])
        run.run(4)
        #expect(run.events.values("call") == [true])
        #expect(zip(run.events, run.events.dropFirst()).allSatisfy { $0.time <= $1.time + 0.05 })
    }

    @Test("a USB camera's JPEG pictures are followed, and every third may be broken, in five ways")
    func jpeg() throws {
        let (status, events) = try run("fps 30; still 1.2s; hold right 8s", faults: "damage@0", seconds: 4.5, asJPEG: true)
        #expect(status == 0)
        #expect(events.filter { $0.name == "call" }.map(\.value) == [1, 0])
        #expect(events.last { $0.event == "look-stopped" }?.reason == "stopped")
        #expect(!events.contains { $0.event == "fault" || $0.event == "face-lost" })
        // A broken picture is none: two of three are worked on.
        #expect(events.contains { $0.event == "stats" && ($0.capture_fps ?? 0) > 14 })
        #expect(events.allSatisfy { ($0.capture_fps ?? 0) < 26 })
    }

    @Test("when all JPEG pictures are broken, frames have stopped: the line is released within 0.5 s, and it says so")
    func ruinedJPEG() throws {
        let (status, events) = try run("fps 30; still 1.2s; hold right 20s", faults: "ruin@3.5", seconds: 6, asJPEG: true)
        #expect(status == 0)
        let lastLook = try #require(events.last { $0.event == "look-moved" })
        let off = try #require(events.first { $0.name == "call" && $0.value == 0 })
        #expect(off.t - lastLook.t <= 0.5, "\(off.t - lastLook.t)")
        #expect(events.contains { $0.event == "fault" && $0.what == "camera-stalled" })
    }

    @Test("without the camera object, and with one of another version, it runs on and says what is wrong")
    func object() throws {
        let (status, events) = try run("still 1s", seconds: 0.8, object: "/nonexistent/camera.so")
        #expect(status == 0)
        #expect(events.first { $0.event == "fault" }?.detail?.contains("deploy/build-camera-object") == true)
        let other = try FakeCamera.object.get().replacing("libfake", with: "libother")
        let (_, refused) = try run("still 1s", seconds: 0.8, object: other)
        #expect(refused.first { $0.event == "fault" }?.detail?.contains("version 99") == true)
    }

    @Test("cameras are listed, and chosen by place, id and part of the model")
    func choosing() throws {
        let system = try CameraSystem(path: FakeCamera.object.get())
        #expect(system.cameras.map(\.id) == ["fake-back", "fake-front"])
        for (choice, id) in [("auto", "fake-front"), ("front", "fake-front"), ("back", "fake-back"),
                             ("fake-back", "fake-back"), ("back 1000", "fake-back"), ("2000", "fake-front")] {
            #expect(try system.choose(choice).id == id)
        }
        let fault = try thrown(CameraError.self) { _ = try system.choose("side") }
        #expect(fault.problem.contains("fake-back") && fault.problem.contains("Fake Front 2000"))
    }

    @Test("darkness has hysteresis: the lamp that it lights does not end it, daylight does")
    func darkness() {
        var sensor = DarkSensor(below: 0.15, after: 1)
        func see(_ brightness: Double, from: Double, to: Double) {
            for time in stride(from: from, to: to, by: 0.1) { sensor.add(brightness, at: time) }
        }
        see(0.5, from: 0, to: 2)
        see(0.1, from: 2, to: 2.8)
        #expect(!sensor.isDark)
        see(0.1, from: 2.8, to: 3.2)
        #expect(sensor.isDark)
        see(0.4, from: 3.2, to: 20)  // the lamp
        #expect(sensor.isDark)
        see(0.7, from: 20, to: 20.8)  // a headlight
        see(0.4, from: 20.8, to: 22)
        #expect(sensor.isDark)
        see(0.7, from: 22, to: 23.3)  // morning
        #expect(!sensor.isDark)
    }
}
