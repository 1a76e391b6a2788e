import Appliance
import ApplianceSupport
import FoundationEssentials
import Outputs
import Pipeline
import Platform
import Replays
import Testing
import TestSupport

@Suite("From frames to lines")
struct ReplayTests {
    /// A simulated clip in a folder of its own.
    private func clip(_ script: String, in folder: TemporaryFolder, seed: UInt64 = 1) throws -> String {
        let file = folder.path + "/clip.y4m"
        try Film.write(script, to: file, seed: seed)
        return file
    }

    /// The same, made by the program.
    private func simulate(_ script: String, in folder: TemporaryFolder, seed: Int) throws -> String {
        let file = folder.path + "/clip.y4m"
        let run = try Program("simulate", "--script", script, "-o", file, "--seed", "\(seed)")
        try #require(run.status == 0, "\(run.errors)")
        return file
    }

    /// What `nodline replay --json` prints of a clip.
    private func events(_ file: String, configuration: String? = nil, pointer: Bool = false) throws -> [String] {
        var replay = Replay(try HeadSwitch(try configuration.map { try Configuration.read(file: $0) } ?? Configuration()))
        var lines: [String] = []
        _ = try replay.run(try ClipOpener.open(file)) { event in
            if event.isReported, pointer || !event.isMoved { lines.append(event.json) }
        }
        return lines
    }

    /// The relevant words of each event: "recognised left", "call 1".
    private func short(_ lines: [String]) throws -> [String] {
        try EventLine.read(lines).compactMap { event in
            switch event.event {
            case "recognised", "began", "ended": return "\(event.event) \(event.gesture ?? "")"
            case "line": return "\(event.name ?? "") \(Int(event.value?.number ?? -1))"
            case "face-found", "face-lost", "tracking-started": return event.event
            default: return nil
            }
        }
    }

    @Test("looks and holds of a simulated head drive the lines, in order")
    func demo() throws {
        let folder = try TemporaryFolder()
        let file = try clip("fps 15; still 2s; look left; still 1s; hold right 1.5s; still 1s; look down; still 1s", in: folder)
        let lines = try events(file, configuration: Checkout.root + "deploy/examples/demo.toml")
        #expect(try short(lines) == [
            "face-found", "tracking-started", "recognised left", "bell 1", "bell 0", "began hold-right", "call 1",
            "ended hold-right", "call 0", "recognised down", "lamp 1", "lamp 0",
        ])
    }

    @Test("directions are the user's own, with small and large heads", arguments: [60, 110])
    func directions(size: Int) throws {
        let folder = try TemporaryFolder()
        let file = try clip("fps 15; size \(size); still 1.5s; look left; still 1s; look right; still 1s; look up; still 1s; "
            + "look down; still 1s; hold left; still 1s; hold up; still 1s", in: folder)
        #expect(try short(events(file)).dropFirst(2) == [
            "recognised left", "recognised right", "recognised up", "recognised down", "began hold-left", "ended hold-left",
            "began hold-up", "ended hold-up",
        ])
    }

    @Test("slow drift, talking and a slight tilt are not gestures")
    func quiet() throws {
        let folder = try TemporaryFolder()
        let file = try clip("fps 15; still 1.5s; drift left 0.06 4s; talk 3s; still 1s; tilt left 6deg 0.5s; still 1s", in: folder)
        #expect(try short(events(file)) == ["face-found", "tracking-started"])
    }

    @Test("a held line is released within 0.3 s after the face is gone, at 10 and 30 frames per second", arguments: [10, 30])
    func faceGone(rate: Int) throws {
        let folder = try TemporaryFolder()
        let file = try clip("fps \(rate); still 1.5s; hold left 2s", in: folder)
        // Cut off in the middle of the hold; from then on the camera sees a grey wall.
        let seconds = 3.4
        let bytes = try Data(contentsOf: URL(filePath: file)).prefix(307_222 * Int(seconds * Double(rate)))
        let lastFrame = try #require(bytes.indices.last { bytes[$0...].starts(with: "FRAME XTIME=".utf8) })
        let wall = Data("FRAME\n".utf8) + Data(repeating: 120, count: 640 * 480)
        try (bytes[..<lastFrame] + (0..<rate).reduce(into: Data()) { clip, _ in clip += wall })
            .write(to: URL(filePath: file))
        let configuration = try folder.file("c.toml", "[outputs.call]\ngesture = \"hold-left\"\naction = \"level\"\n")
        let events = try EventLine.read(events(file, configuration: configuration, pointer: true))
        let lastSeen = try #require(events.last { $0.event == "pointer" }).t
        let fallen = try #require(events.last { $0.event == "line" })
        #expect(fallen.value == 0 && fallen.t - lastSeen <= 0.3, "\(fallen.t - lastSeen) s")
        #expect(events.contains { $0.reason == "face-lost" })
    }

    @Test("a person who leaves and comes back is calibrated again, and gestures count again")
    func comesBack() throws {
        let folder = try TemporaryFolder()
        let file = try clip("fps 15; still 1.5s; leave; still 2.5s; return; still 2s; look left; still 1s", in: folder)
        let short = try short(events(file))
        #expect(short.first == "face-found" && short.last == "recognised left")
        #expect(short.filter { $0 == "face-lost" }.count >= 1 && short.filter { $0 == "tracking-started" }.count == 2)
    }

    @Test("the same clip gives the same events every time, and the same seed the same clip")
    func deterministic() throws {
        let first = try TemporaryFolder(), second = try TemporaryFolder()
        let script = "fps 20; noise 5; jitter 0.004s; drop 4%; still 1s; look up; still 1s; talk 1s; hold left; still 1s"
        let a = try simulate(script, in: first, seed: 42), b = try simulate(script, in: second, seed: 42)
        #expect(try Data(contentsOf: URL(filePath: a)) == Data(contentsOf: URL(filePath: b)))
        let events = try (0..<2).map { _ in try Program("replay", a, "--json", "--pointer").output }
        #expect(events[0] == events[1])
        #expect(events[0].contains("\"pointer\""))
    }

    @Test("a camera on its side, upside down or mirrored gives the same gestures when the configuration says so, and upside down or on its side without", arguments: [
        ("", [(x: 639, y: 479), (x: 638, y: 479), (x: 639, y: 478)]),
        ("", [(x: 639, y: 0), (x: 639, y: 1), (x: 638, y: 0)]),
        ("orientation = 3", [(x: 639, y: 479), (x: 638, y: 479), (x: 639, y: 478)]),
        ("orientation = 6", [(x: 639, y: 0), (x: 639, y: 1), (x: 638, y: 0)]),
        ("mirrored = true", [(x: 639, y: 0), (x: 638, y: 0), (x: 639, y: 1)]),
    ] as [(String, [(x: Int, y: Int)])])
    func mounted(setting: String, corner: [(x: Int, y: Int)]) throws {
        let folder = try TemporaryFolder()
        let file = try clip("fps 15; still 2.5s; look left; still 1s; look up; still 1s", in: folder)
        // Where the mounted frame's first pixel, its right and its lower neighbour lie in the upright picture.
        let right = (x: corner[1].x - corner[0].x, y: corner[1].y - corner[0].y)
        let down = (x: corner[2].x - corner[0].x, y: corner[2].y - corner[0].y)
        let (width, height) = right.y == 0 ? (640, 480) : (480, 640)
        var bytes = Data("YUV4MPEG2 W\(width) H\(height) F15:1 Cmono XCOLORRANGE=FULL\n".utf8)
        let source = try Y4MReader(file: file)
        var luma = [UInt8](repeating: 0, count: 640 * 480)
        while let frame = try source.next() {
            for y in 0..<height {
                for x in 0..<width {
                    let from = (x: corner[0].x + x * right.x + y * down.x, y: corner[0].y + x * right.y + y * down.y)
                    luma[y * width + x] = frame.luma[from.y * 640 + from.x]
                }
            }
            bytes += Data("FRAME\n".utf8) + Data(luma)
        }
        let mountedFile = folder.path + "/mounted.y4m"
        try bytes.write(to: URL(filePath: mountedFile))
        let configuration = try folder.file("c.toml", "[camera]\n\(setting)\n")
        #expect(try short(events(mountedFile, configuration: configuration)).suffix(2) == ["recognised left", "recognised up"])
    }

    @Test("when the user is covered, another person in the picture does not take over the hold", arguments: ["high", "low"])
    func secondFace(accuracy: String) throws {
        let folder = try TemporaryFolder()
        let file = try clip("fps 15; still 1.5s; hold left 6s", in: folder)
        // Two of the same picture side by side, each half as wide as the frame; the left one goes grey at 3.5 s.
        var bytes = Data("YUV4MPEG2 W640 H480 F15:1 Cmono XCOLORRANGE=FULL\n".utf8)
        let source = try Y4MReader(file: file)
        var luma = [UInt8](repeating: 0, count: 640 * 480)
        while let frame = try source.next() {
            for y in 0..<480 {
                for x in 0..<640 {
                    let isUser = x < 320
                    luma[y * 640 + x] = isUser && frame.time > 3.5 ? 120 : frame.luma[y * 640 + 160 + (isUser ? x : x - 320)]
                }
            }
            bytes += Data("FRAME\n".utf8) + Data(luma)
        }
        let both = folder.path + "/both.y4m"
        try bytes.write(to: URL(filePath: both))
        let configuration = try folder.file("c.toml", "[detection]\naccuracy = \"\(accuracy)\"\n"
            + "[outputs.call]\ngesture = \"hold-left\"\naction = \"level\"\n")
        let events = try short(events(both, configuration: configuration))
        // Whichever of the two is followed, its hold ends with its face or continues; no second hold begins.
        #expect(events.filter { $0 == "call 1" }.count == 1)
        if events.contains("face-lost") {
            let lost = try #require(events.firstIndex(of: "face-lost"))
            #expect(events.prefix(lost).contains("call 0"))
            #expect(!events.suffix(from: lost).contains("call 1"))
        }
    }

    @Test("a gap without frames releases a held line within 0.5 s, and wrong time stamps cannot stop the clock")
    func gap() throws {
        let folder = try TemporaryFolder()
        let file = try clip("fps 15; still 1.5s; hold left 3s", in: folder)
        let configuration = try folder.file("c.toml", "[outputs.call]\ngesture = \"hold-left\"\naction = \"level\"\n")
        func rewrite(_ stamp: (Int, Double) -> String) throws -> [String] {
            var bytes = Data("YUV4MPEG2 W640 H480 F15:1 Cmono XCOLORRANGE=FULL\n".utf8)
            let source = try Y4MReader(file: file)
            var index = 0
            while let frame = try source.next() {
                bytes += Data("FRAME\(stamp(index, frame.time))\n".utf8)
                bytes += Data(UnsafeBufferPointer(start: frame.luma, count: 640 * 480))
                index += 1
            }
            let other = folder.path + "/other.y4m"
            try bytes.write(to: URL(filePath: other))
            return try events(other, configuration: configuration)
        }
        // Frames stop for four seconds in the middle of the hold.
        let gapped = try EventLine.read(rewrite { _, time in " XTIME=\(time > 3.4 ? time + 4 : time)" })
        let stop = try #require(gapped.first { $0.reason == "frames-stopped" })
        #expect(stop.t < 3.4 + 0.5)
        #expect(gapped.filter { $0.event == "line" }.map(\.value) == [1, 0])
        // Stamps that begin late, run far ahead, or are missing after that.
        for stamp in [{ (_: Int, time: Double) in " XTIME=\(time + 5000)" }, { (i: Int, _: Double) in i == 30 ? " XTIME=1e300" : "" },
                      { (i: Int, time: Double) in i < 30 ? " XTIME=\(time * 3)" : "" }] {
            let lines = try EventLine.read(rewrite(stamp))
            #expect(lines.first?.t == 0)
            #expect(lines.filter { $0.event == "line" }.map(\.value) == [1, 0])
            #expect(lines.allSatisfy { $0.t < 20 })
        }
    }

    @Test("the report is one self-contained page with the traces, and escapes names")
    func report() throws {
        let folder = try TemporaryFolder()
        let file = try clip("fps 15; still 1s; look left; still 1s", in: folder)
        let odd = folder.path + "/<b>&.y4m"
        try FileManager.default.moveItem(atPath: file, toPath: odd)
        let page = folder.path + "/r.html"
        #expect(try Program("replay", odd, "--report", page).status == 0)
        let html = try String(contentsOfFile: page, encoding: .utf8)
        #expect(html.contains("<polyline") && html.contains("look left"))
        #expect(html.contains("&lt;b&gt;&amp;.y4m") && !html.contains("<b>&.y4m"))
        #expect(!html.contains("http") && !html.contains("<script"))
        #expect(!html.contains(folder.path))  // reports are sent to others
    }

    @Test("the report shows when a look and a nod happened, and which movements were refused and why")
    func moments() throws {
        let folder = try TemporaryFolder()
        let file = try clip("fps 30; still 2s; look left; still 1.3s; nod 2; still 1s; look left 12deg; still 1s", in: folder)
        let page = folder.path + "/r.html"
        let run = try Program("replay", file, "--report", page)
        #expect(run.status == 0 && !run.lines.contains { $0.contains("not recognised") })
        let html = try String(contentsOfFile: page, encoding: .utf8)
        func start(_ what: String) throws -> Double {
            let table = try #require(html.components(separatedBy: "<h2>Gestures</h2>").last)
            let row = try #require(table.components(separatedBy: "<tr>").first { $0.contains("<td>" + what) })
            return try #require(Double(row.dropFirst("<th scope=\"row\">".count).prefix { $0 != " " }))
        }
        // Out at 2 s, and out of the idle zone within a fifth of a second.
        #expect((2.0...2.25).contains(try start("← look left")))
        #expect((4.0...4.25).contains(try start("nod")))
        #expect(html.contains("Movements that were not recognised") && html.contains("eye distances, it needs"))
        #expect(html.contains("one second begins"))
    }

    @Test("the page counts looks and nods separately; the page and the last line say if a clip has no face")
    func sentences() throws {
        let folder = try TemporaryFolder(), page = folder.path + "/r.html"
        let nods = try clip("fps 30; still 2s; nod 2; still 2s; look left; still 1s; nod 2; still 1.5s", in: folder)
        #expect(try Program("replay", nods, "--report", page).status == 0)
        #expect(try String(contentsOfFile: page, encoding: .utf8).contains("on gestures counted: 1 look and 2 nods."))
        let wall = try folder.file("wall.y4m", Array("YUV4MPEG2 W320 H240 F15:1 Cmono\n".utf8)
            + (0..<20).flatMap { _ in Array("FRAME\n".utf8) + [UInt8](repeating: 120, count: 320 * 240) })
        let run = try Program("replay", wall, "--report", page)
        #expect(run.errors.contains("no face in any of them") && run.errors.contains("set orientation"))
        let html = try String(contentsOfFile: page, encoding: .utf8)
        #expect(html.contains("No face was seen in any frame") && html.contains("set orientation") && !html.contains("still long"))
    }

    @Test("a file that ffmpeg cannot decode is reported in one line with the reason")
    func noVideo() throws {
        let folder = try TemporaryFolder()
        let run = try Program("replay", folder.file("x.mp4", "no video at all, but some text"))
        #expect(run.status == 1 && run.output.isEmpty)
        #expect(run.errors.split(separator: "\n").count == 1 && run.errors.contains("x.mp4: it is no video that ffmpeg knows"), "\(run.errors)")
    }

    @Test("with --realtime a replay takes as long as the clip and reports its rates")
    func realtime() async throws {
        let folder = try TemporaryFolder()
        let file = try clip("fps 15; still 2.2s", in: folder)
        let (rates, took) = try await aside {
            var rates = 0, took = 0.0
            // On a busy machine it drops pictures, and has rates of fewer seconds to report.
            for number in 1...5 where rates < 2 {
                if number > 1 { print("replayed again, because \(rates) of 2 rates were reported") }
                let begin = MonotonicClock.now
                rates = try Program("replay", file, "--json", "--realtime").lines.count { $0.contains("\"event\":\"stats\"") }
                took = MonotonicClock.now - begin
            }
            return (rates, took)
        }
        #expect(took > 2 && rates >= 2)
    }
}
