import Appliance
import ApplianceSupport
import Glibc
import Platform
import Testing
import TestSupport

@Suite("A running appliance, with a fake camera", .serialized)
struct RunTests {
    private struct Run {
        let status: Int32, events: [EventLine]
        /// Seconds in which it waited for a processor.
        let waited: Double
    }

    /// Runs `nodline run` on a simulated clip until what is wanted has come, then asks it to end.
    private func run(_ script: String, faults: String = "", until hasCome: @escaping @Sendable ([EventLine]) -> Bool, signal: Int32 = SIGTERM,
                     configuration more: String = "", object: String? = nil, age: Double = 0, asJPEG: Bool = false) async throws -> Run {
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
        let environment = ["NODLINE_FAKE_CLIP=\(clip)", "NODLINE_FAKE_STAYS=1", "NODLINE_FAKE_WAITS=1", "NODLINE_FAKE_FAULTS=\(faults)", "NODLINE_FAKE_AGE=\(age)",
                           "RUNTIME_DIRECTORY=\(folder.path)"]
        let (status, waited, text) = try await aside {
            let child = try ChildProcess(Checkout.root + ".build/release/nodline", ["run", "--json", "--config", file],
                                         input: .null, output: .pipe, environment: environment)
            let output = child.takeOutput()
            defer { close(output) }
            var clock = Stopwatch(child.identifier, caller: false)
            var bytes: [UInt8] = [], buffer = [UInt8](repeating: 0, count: 65536), isAsked = false
            // A starved program misses the gesture, and the film shows it once: what never comes must not be waited for.
            let end = MonotonicClock.now + hang
            while true {
                var news = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
                let isLate = poll(&news, 1, Int32(max(0, (isAsked ? hang : end - MonotonicClock.now) * 1000))) == 0
                if isLate, isAsked { kill(child.identifier, SIGKILL) }
                if !isLate {
                    let count = read(output, &buffer, buffer.count)
                    guard count > 0 else { break }
                    bytes += buffer[..<count]
                    clock.note()
                }
                let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n").filter { $0.hasSuffix("}") }
                guard !isAsked, try isLate || MonotonicClock.now > end || hasCome(EventLine.read(lines)) else { continue }
                isAsked = true
                kill(child.identifier, signal)
            }
            return (child.wait(), clock.waited, String(decoding: bytes, as: UTF8.self))
        }
        return Run(status: status, events: try EventLine.read(text.split(separator: "\n")), waited: waited)
    }

    /// Whether the line of the held gesture was switched on and off once, and nothing was amiss with the face.
    private static func isHeldOnce(_ events: [EventLine]) -> Bool {
        events.filter { $0.name == "call" }.map(\.value) == [1, 0] && !events.contains { $0.event == "face-lost" || $0.what == "camera-stalled" }
    }

    /// Whether the line of the held gesture has been on, and frames came at a rate for two seconds at least.
    private static func isHeld(_ events: [EventLine], above rate: Double) -> Bool {
        events.contains { $0.name == "call" && $0.value == 1 } && events.count { $0.event == "stats" && ($0.capture_fps ?? 0) > rate } > 1
    }

    @Test("frames switch lines; a missing line is reported and the others work; SIGTERM makes all outputs safe")
    func normal() async throws {
        let one = try await unstarved(until: { Self.isHeldOnce($0.events) }, waited: \.waited) {
            try await run("fps 30; still 1.2s; hold right 20s", until: { Self.isHeld($0, above: 5) }, configuration: """
                [outputs.bell]
                line = "GPIO-that-is-not-there"
                gesture = "left"
                [outputs.eye]
                state = "camera-on"
                """)
        }
        let events = one.events
        #expect(one.status == 0)
        let fault = try #require(events.first { $0.isFault })
        #expect(fault.what == "output-unavailable" && fault.detail?.contains("GPIO-that-is-not-there") == true)
        #expect(events.filter { $0.name == "call" }.map(\.value) == [1, 0])
        #expect(events.filter { $0.name == "eye" }.map(\.value) == [1, 0])
        #expect(events.last { $0.event == "ended" }?.reason == "stopped")
        #expect(events.contains { $0.event == "stats" && ($0.capture_fps ?? 0) > 5 })
    }

    @Test("a reader that does not read blocks nothing, and learns that it missed events")
    func deafReader() async throws {
        let folder = try TemporaryFolder()
        let clip = folder.path + "/c.y4m"
        try Film.write("fps 30; still 1.2s; hold right 20s", to: clip)
        let file = try folder.file("c.toml", "[camera]\nobject = \"\(FakeCamera.object.get())\"\n")
        let environment = ["NODLINE_FAKE_CLIP=\(clip)", "NODLINE_FAKE_STAYS=1", "NODLINE_FAKE_WAITS=1", "RUNTIME_DIRECTORY=\(folder.path)"]
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
            var text = ""
            // Reads only when nothing more fits into the pipe, and events were missed for a while: however many come in a second on a busy machine.
            var last: Int32 = 0
            waits {
                usleep(1_500_000)
                var unread: Int32 = 0
                guard ioctl(output, UInt(FIONREAD), &unread) == 0 else { return true }
                defer { last = unread }
                guard unread > 3700, unread == last else { return false }
                text += take()
                return text.contains("\"event\":\"reset\"")
            }
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
        #expect(text.contains("\"event\":\"moved\"") && text.contains("\"event\":\"reset\""))
        #expect(text.contains("\"event\":\"ended\""))
    }

    @Test("JPEG frames of a USB camera work, even if every third is damaged in one of five ways")
    func jpeg() async throws {
        let one = try await unstarved(until: { Self.isHeldOnce($0.events) }, waited: \.waited) {
            try await run("fps 30; still 1.2s; hold right 20s", faults: "damage@0", until: { Self.isHeld($0, above: 14) }, asJPEG: true)
        }
        let events = one.events
        #expect(one.status == 0)
        #expect(events.filter { $0.name == "call" }.map(\.value) == [1, 0])
        #expect(events.last { $0.event == "ended" }?.reason == "stopped")
        #expect(!events.contains { $0.isFault || $0.event == "face-lost" })
        // Damaged frames are skipped, so two of three are processed.
        #expect(events.contains { $0.event == "stats" && ($0.capture_fps ?? 0) > 14 })
        #expect(events.allSatisfy { ($0.capture_fps ?? 0) < 26 })
    }

    @Test("if all JPEG frames are damaged, frames count as stopped: the line is released within 0.5 s, and a fault is reported")
    func ruinedJPEG() async throws {
        // The best of some tries, because a busy machine may let neither the camera nor the timer have a processor at once.
        var least = Double.infinity
        for _ in 0..<5 where least > 0.5 {
            let one = try await run("fps 30; still 1.2s; hold right 60s", faults: "ruin@3.5",
                                    until: { $0.contains { $0.what == "camera-stalled" } }, asJPEG: true)
            #expect(one.status == 0)
            // It may not even have held the line by then.
            guard let lastLook = one.events.last(where: { $0.event == "moved" }),
                  let off = one.events.first(where: { $0.name == "call" && $0.value == 0 }) else { continue }
            least = min(least, off.t - lastLook.t)
        }
        #expect(least <= 0.5)
    }

    @Test("without the camera object, or with one of another version, it reports the fault")
    func object() async throws {
        let absent = try await run("still 1s", until: { $0.contains { $0.isFault } }, object: "/nonexistent/camera.so")
        #expect(absent.status == 0)
        #expect(absent.events.first { $0.isFault }?.detail?.contains("deploy/build-camera-object") == true)
        let other = try FakeCamera.object.get().replacing("libfake", with: "libother")
        let refused = try await run("still 1s", until: { $0.contains { $0.isFault } }, object: other)
        #expect(refused.events.first { $0.isFault }?.detail?.contains("version 99") == true)
    }
}
