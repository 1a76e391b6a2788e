import Appliance
import ApplianceSupport
import Glibc
import Platform
import Testing
import TestSupport

@Suite("A running appliance, with a fake camera", .serialized)
struct RunTests {
    /// Runs `nodline run` on a simulated clip until some event has come, then asks it to end.
    private func run(_ script: String, faults: String = "", until isLast: @escaping @Sendable (EventLine) -> Bool, signal: Int32 = SIGTERM,
                     configuration more: String = "", object: String? = nil, age: Double = 0, asJPEG: Bool = false) async throws -> (status: Int32, events: [EventLine]) {
        let folder = try TemporaryFolder()
        var clip = folder.path + "/c.y4m"
        try Film.write(script, to: clip)
        if asJPEG {
            // As USB cameras send them: colour at half the width.
            let film = folder.path + "/c.mjpeg"
            let ffmpeg = try ChildProcess("ffmpeg", ["-nostdin", "-v", "error", "-i", clip, "-pix_fmt", "yuvj422p",
                                                     "-c:v", "mjpeg", "-q:v", "4", "-f", "mjpeg", film], input: .null)
            try #require(ffmpeg.wait() == 0)
            clip = film
        }
        let path = try object ?? FakeCamera.object.get()
        let file = try folder.file("c.toml", "[camera]\nobject = \"\(path)\"\n" + more
            + "\n[outputs.call]\ngesture = \"hold-right\"\naction = \"level\"\n")
        let environment = ["NODLINE_FAKE_CLIP=\(clip)", "NODLINE_FAKE_STAYS=1", "NODLINE_FAKE_FAULTS=\(faults)", "NODLINE_FAKE_AGE=\(age)",
                           "RUNTIME_DIRECTORY=\(folder.path)"]
        let (status, text) = try await aside {
            let child = try ChildProcess(Checkout.root + ".build/release/nodline", ["run", "--json", "--config", file],
                                         input: .null, output: .pipe, environment: environment)
            let output = child.takeOutput()
            defer { close(output) }
            var bytes: [UInt8] = [], buffer = [UInt8](repeating: 0, count: 65536), hasCome = false
            while case let count = read(output, &buffer, buffer.count), count > 0 {
                bytes += buffer[..<count]
                let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n").filter { $0.hasSuffix("}") }
                guard !hasCome, try EventLine.read(lines).contains(where: isLast) else { continue }
                hasCome = true
                kill(child.identifier, signal)
            }
            return (child.wait(), String(decoding: bytes, as: UTF8.self))
        }
        return (status, try EventLine.read(text.split(separator: "\n")))
    }

    @Test("frames switch lines; a missing line is reported and the others work; SIGTERM makes all outputs safe")
    func normal() async throws {
        let (status, events) = try await run("fps 30; still 1.2s; hold right 20s", until: { $0.event == "stats" && $0.t > 4 }, configuration: """
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
        #expect(events.contains { $0.event == "stats" && ($0.capture_fps ?? 0) > 5 })
    }

    @Test("a reader that does not read blocks nothing, and learns that it missed events")
    func deafReader() async throws {
        let folder = try TemporaryFolder()
        let clip = folder.path + "/c.y4m"
        try Film.write("fps 30; still 1.2s; hold right 20s", to: clip)
        let file = try folder.file("c.toml", "[camera]\nobject = \"\(FakeCamera.object.get())\"\n")
        let environment = ["NODLINE_FAKE_CLIP=\(clip)", "NODLINE_FAKE_STAYS=1", "RUNTIME_DIRECTORY=\(folder.path)"]
        let (status, took, text) = try await aside {
            let child = try ChildProcess(Checkout.root + ".build/release/nodline", ["run", "--json", "--config", file], input: .null,
                                         output: .pipe, environment: environment)
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
            var clock = Stopwatch(child.identifier, caller: false), status: Int32?
            while status == nil {
                clock.note()
                usleep(1000)
                status = child.statusIfEnded()
            }
            return (status, clock.own, text + take())
        }
        #expect(status == 0 && took < 1)
        #expect(text.contains("\"event\":\"look-moved\"") && text.contains("\"event\":\"reset\""))
        #expect(text.contains("\"event\":\"look-stopped\""))
    }

    @Test("JPEG frames of a USB camera work, even if every third is damaged in one of five ways")
    func jpeg() async throws {
        let (status, events) = try await run("fps 30; still 1.2s; hold right 20s", faults: "damage@0", until: { $0.event == "stats" && $0.t > 4 }, asJPEG: true)
        #expect(status == 0)
        #expect(events.filter { $0.name == "call" }.map(\.value) == [1, 0])
        #expect(events.last { $0.event == "look-stopped" }?.reason == "stopped")
        #expect(!events.contains { $0.event == "fault" || $0.event == "face-lost" })
        // Damaged frames are skipped, so two of three are processed.
        #expect(events.contains { $0.event == "stats" && ($0.capture_fps ?? 0) > 14 })
        #expect(events.allSatisfy { ($0.capture_fps ?? 0) < 26 })
    }

    @Test("if all JPEG frames are damaged, frames count as stopped: the line is released within 0.5 s, and a fault is reported")
    func ruinedJPEG() async throws {
        // The best of some tries, because a busy machine may let neither the camera nor the timer have a processor at once.
        var least = Double.infinity
        for _ in 0..<5 where least > 0.5 {
            let (status, events) = try await run("fps 30; still 1.2s; hold right 60s", faults: "ruin@3.5",
                                                 until: { $0.event == "fault" && $0.what == "camera-stalled" }, asJPEG: true)
            #expect(status == 0)
            let lastLook = try #require(events.last { $0.event == "look-moved" })
            let off = try #require(events.first { $0.name == "call" && $0.value == 0 })
            least = min(least, off.t - lastLook.t)
        }
        #expect(least <= 0.5)
    }

    @Test("without the camera object, or with one of another version, it reports the fault")
    func object() async throws {
        let (status, events) = try await run("still 1s", until: { $0.event == "fault" }, object: "/nonexistent/camera.so")
        #expect(status == 0)
        #expect(events.first { $0.event == "fault" }?.detail?.contains("deploy/build-camera-object") == true)
        let other = try FakeCamera.object.get().replacing("libfake", with: "libother")
        let (_, refused) = try await run("still 1s", until: { $0.event == "fault" }, object: other)
        #expect(refused.first { $0.event == "fault" }?.detail?.contains("version 99") == true)
    }
}
