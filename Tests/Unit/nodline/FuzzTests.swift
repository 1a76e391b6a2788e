// Fuzzes parsers of external input, each for NODLINE_FUZZ_SECONDS seconds (1 by default).
import Appliance
import FoundationEssentials
import Gestures
import Glibc
import Pipeline
import Platform
import Replays
import Settings
import Testing
import TestSupport
import Traces
import Wire

@Suite("Fuzzing")
struct FuzzTests {
    private static let seconds = getenv("NODLINE_FUZZ_SECONDS").flatMap { Double(String(cString: $0)) } ?? 1
    /// The same inputs every time, as many as the time allows; another seed gives others.
    private static let seed = getenv("NODLINE_FUZZ_SEED").flatMap { UInt64(String(cString: $0)) } ?? 1

    /// Mutates valid inputs until the time is up.
    /// - Returns: their number.
    private func fuzz(_ good: [[UInt8]], _ words: [String], _ body: ([UInt8]) throws -> Void) throws -> Int {
        var generator = SeededGenerator(seed: Self.seed)
        let end = MonotonicClock.now + Self.seconds
        var count = 0
        repeat {
            var mutation = Mutation(generator)
            let input = mutation.input(good, words)
            generator = mutation.generator
            do { try body(input) } catch {
                Issue.record("input \(count) of seed \(Self.seed): \(error): \(String(decoding: input.prefix(500), as: UTF8.self))")
                break
            }
            count += 1
        } while MonotonicClock.now < end
        return count
    }

    @Test("a fuzzed message is a valid request or a fault with a reason")
    func messages() throws {
        let good = [
            #"{"request":"subscribe","pointer":true,"id":1}"#, #"{"request":"ask","question":"Print?","timeout":10}"#,
            #"{"request":"calibrate-range","directions":["left","up"]}"#, #"{"request":"camera","name":"front"}"#,
            #"{"request":"calibrate","cancel":true}"#, #"{"request":"profile","name":"é\u00e9"}"#,
        ].map { Array($0.utf8) }
        let words = ["\"request\"", "\"ask\"", "null", "1e999", "-0", "{", "}", "[", "]", ":", ",", "\\ud800", "true", "\"id\":",
                     "9007199254740993", "\u{0}", "\u{FEFF}", "\"\"", "\\"]
        let count = try fuzz(good, words) { bytes in
            let message = ControlMessage(bytes)
            switch message.request {
            case .success(.ask(let question, let timeout)):
                guard ControlMessage.timeouts.contains(timeout), RequestBounds.problem(ofQuestion: question) == nil
                else { throw Strange(what: "\(timeout)") }
            case .success(.calibrateRange(let movements?, _)):
                guard !movements.isEmpty, Set(movements).count == movements.count else { throw Strange(what: "\(movements)") }
            case .success: break
            case .failure(let fault):
                guard !fault.detail.isEmpty else { throw Strange(what: "a fault without words") }
            }
            // The reply is one line of JSON, whatever the ID.
            let id = message.id.map(JSONLine.text) ?? ""
            if id.utf8.contains(where: { $0 < 0x20 }) { throw Strange(what: id) }
            guard id.utf8.count < 500 else { throw Strange(what: "a long id") }
        }
        print("fuzz: \(count) messages")
    }

    @Test("a fuzzed state file gives valid values or is set aside")
    func state() throws {
        let folder = try TemporaryFolder()
        let good = [#"{"version":1,"profile":"evening","paused_in":"b","ranges":{"":{"left":0.3,"right":0.3,"up":0.3,"down":3,"idleZone":0.1,"others":{"threshold_mouth":0.2,"threshold_tilt_left":9,"idle_zone_tilt":4}}}}"#,
                    #"{"version":1,"profile":"","ranges":{}}"#].map { Array($0.utf8) }
        let words = ["1e999", "-1", "null", "\"ranges\"", "\"idleZone\":", "2", "{", "}", "0.0001", "\"\"", "\u{0}", "\\ud800"]
        func check(_ saved: SavedState) throws {
            for ranges in saved.ranges.values {
                var gestures = GestureConfiguration()
                ranges.apply(to: &gestures)
                guard gestures.problems().isEmpty else { throw Strange(what: "\(ranges)") }
            }
        }
        var number = 0
        let count = try fuzz(good, words) { bytes in
            // Only every hundredth goes through the disk, which is slow.
            number += 1
            guard number % 100 == 0 else {
                if let saved = try? SavedState(json: Data(bytes), boot: "b") { try check(saved) }
                return
            }
            let file = try folder.file("state.json", bytes)
            let store = StateStore(folder: folder.path, boot: "b")
            try check(store.saved)
            if store.fault != nil {
                guard store.saved == SavedState(), access(file, F_OK) != 0 else { throw Strange(what: "a damaged file was used, or stayed") }
            }
        }
        print("fuzz: \(count) state files")
    }

    @Test("a fuzzed Y4M clip gives frames of valid size and increasing time, or a fault")
    func clips() throws {
        let folder = try TemporaryFolder()
        let file = try folder.file("c.y4m", "")
        let descriptor = open(file, O_WRONLY | O_CLOEXEC)
        defer { close(descriptor) }
        let frame = [UInt8](repeating: 7, count: 24)
        let good = [
            Array("YUV4MPEG2 W4 H4 F25:1 C420jpeg XCOLORRANGE=FULL\nFRAME XTIME=0.5\n".utf8) + frame + Array("FRAME\n".utf8) + frame,
            Array("YUV4MPEG2 W6 H4 F30000:1001 Cmono\nFRAME\n".utf8) + frame + Array("YUV4MPEG2 W6 H4 Cmono\nFRAME\n".utf8) + frame,
        ]
        let words = ["YUV4MPEG2", "FRAME", "\n", " W", " H8192", " W8192", " C444", " F0:0", "XTIME=", "1e308", "nan", "-1", "99999999999999999999"]
        let count = try fuzz(good, words) { bytes in
            guard ftruncate(descriptor, 0) == 0, pwrite(descriptor, bytes, bytes.count, 0) == bytes.count else { throw Strange(what: "no disk") }
            do {
                let reader = try ClipOpener.open(file)
                var last = -Double.infinity, frames = 0
                while let frame = try reader.next() {
                    guard frame.time.isFinite, frame.time > last, (1...8192).contains(frame.width), (1...8192).contains(frame.height),
                          frames < bytes.count
                    else { throw Strange(what: "\(frame.width)×\(frame.height) at \(frame.time) after \(last)") }
                    (last, frames) = (frame.time, frames + 1)
                }
            } catch is ClipError {}
        }
        print("fuzz: \(count) clips")
    }

    /// A small clip that ffmpeg makes.
    private func clip(_ name: String, _ options: String, in folder: TemporaryFolder) throws -> [UInt8] {
        let file = folder.path + "/" + name
        let words = ["-v", "error", "-f", "lavfi", "-i", "testsrc2=s=64x48:d=1:r=30"] + options.split(separator: " ").map(String.init) + [file]
        try #require(try ChildProcess("ffmpeg", words, input: .null).wait() == 0)
        return try FileBytes.read(file)
    }

    @Test("a clip that is cut at any byte, or has wrong bits, gives all frames in order of time, or says that it is damaged", arguments: [
        ("c.mp4", "-c:v libx264 -g 10 -movflags +faststart"), ("c.mkv", "-c:v libx264 -g 10"), ("c.webm", "-c:v libvpx -deadline realtime"),
        ("c.avi", "-c:v mjpeg"), ("c.ts", "-c:v mpeg2video"), ("c.h264", "-c:v libx264 -g 10"), ("c.mjpeg", "-c:v mjpeg"), ("c.mov", "-c:v mpeg4"),
    ])
    func damagedClips(name: String, options: String) throws {
        let folder = try TemporaryFolder()
        let whole = try clip(name, options, in: folder), file = folder.path + "/x" + name
        // What has no index and no length cannot tell that its end is missing.
        let isBare = ["c.ts", "c.h264", "c.mjpeg"].contains(name)
        var cuts = 0
        let count = try fuzz([whole], []) { bytes in
            // Half of the inputs are cut, half have some wrong bits.
            let isCut = cuts % 2 == 0
            var damaged = whole
            let place = bytes.reduce(cuts) { ($0 &* 31 &+ Int($1)) & 0xFFFFFF }
            cuts += 1
            if isCut { damaged.removeSubrange((place % whole.count)...) }
            if !damaged.isEmpty, !isCut { for step in 0..<3 { damaged[(place &+ step &* 7919) % damaged.count] ^= UInt8(1 << ((place + step) % 8)) } }
            try Data(damaged).write(to: URL(filePath: file))
            do {
                let source = try ClipOpener.open(file)
                var last = -Double.infinity, frames = 0
                while let frame = try source.next() {
                    guard frame.time.isFinite, frame.time > last, (1...8192).contains(frame.width), (1...8192).contains(frame.height), frames < 1000
                    else { throw Strange(what: "\(frame.width)×\(frame.height) at \(frame.time) after \(last)") }
                    (last, frames) = (frame.time, frames + 1)
                }
                // A wrong bit in an index may also say that there are fewer.
                guard frames >= 30 || source.remarks.contains(where: \.isDamage) || isBare || !isCut
                else { throw Strange(what: "only \(frames) frames without a word, cut at \(damaged.count) of \(whole.count)") }
            } catch let fault as ClipError {
                guard !fault.problem.isEmpty, !fault.problem.contains("\n") else { throw Strange(what: fault.problem) }
            }
        }
        print("fuzz: \(count) damaged \(name)")
    }

    @Test("a fuzzed table of labels gives labels in seconds, or a fault that names its place")
    func labels() throws {
        let folder = try TemporaryFolder()
        let good = ["start,end,gesture\n0.7,3.4,nod\n4,5,hold-left\n", "start;end;gesture\r\n0,7;3,4;nod\r\n", "\"0:00.7\"\t\"3,4\"\tNod\tnote\n", "sep=;\n1;2;left\n"]
            .flatMap { [Array($0.utf8), Array("\u{FEFF}\($0)".utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] })] }
        let words = [",", ";", "\t", "\"", "\n", "\r", "sep=", "start", "Ende", ":", "nan", "inf", "0x1p9", "1e300", "-", "#", "\u{FEFF}", "\0", "s", "any-left"]
        let count = try fuzz(good, words) { bytes in
            let file = try folder.file("a.csv", bytes)
            do {
                for label in try Label.read(file: file) where !(label.start >= 0 && label.end > label.start && label.end <= 1e9) { throw Strange(what: "\(label)") }
            } catch let fault as LabelError {
                guard fault.description.contains("a.csv") else { throw Strange(what: "\(fault)") }
            }
        }
        print("fuzz: \(count) label files")
    }

    @Test("a fuzzed file with a byte order mark is changed as the same file without one")
    func settings() throws {
        let sample = ["[gestures]\nnod_count = 2\n[outputs.bell]\nline = \"GPIO17\" # mine\ngesture = \"nod\"\n", "gestures.nod_count = 2\r\n\r\n[camera]\r\nmirrored = true\r\n",
                      "# top\n[camera]\n#rate = 30\n[gestures] # g\n\t#nod_count = 2\n", "[gestures]\n\"nod_count\" = 3\n"]
        let good = sample.flatMap { [Array($0.utf8), Array("\u{FEFF}\($0)".utf8)] }
        let words = ["\n", "\r\n", "[", "]", "=", "#", "\"", "'", "\"\"\"", "{", "}", ".", " ", "\u{FEFF}", "nod_count", "[gestures]", "yes", "0,5"]
        var written = 0
        let count = try fuzz(good, words) { bytes in
            let mark = Array("\u{FEFF}".utf8)
            var plain = bytes
            while plain.starts(with: mark) { plain.removeFirst(mark.count) }
            guard (try? ConfigurationReader.read(bytes: plain, file: "c", Configuration.schema)) != nil else { return }
            for value in [2, 4] {
                let changes = ConfigurationChanges(["gestures.nod_count": .integer(value)])
                let new = try? changes.written(into: plain), marked = try? changes.written(into: mark + plain)
                guard marked == new.map({ mark + $0 }) else { throw Strange(what: "with a mark: " + String(decoding: marked ?? [], as: UTF8.self)) }
                // `SettingsFile` refuses what does not give the same settings.
                guard let new, let expected = try? changes.read(plain, file: "c", Configuration.schema),
                      let after = try? ConfigurationReader.read(bytes: new, file: "c", Configuration.schema) else { continue }
                if after == expected { written += 1 }
            }
        }
        print("fuzz: \(count) configurations, \(written) changes")
        #expect(written > 0)
    }

    @Test("a fuzzed trace or label file gives an evaluation with its page, or a fault")
    func evaluations() throws {
        let folder = try TemporaryFolder()
        let header = "t,certain,right_x,right_y,left_x,left_y,mouth_x,mouth_y,nose_x,nose_y,yaw,pitch,roll\n"
        // A head that rests, looks to one side and comes back, and one that is lost and found.
        let rows = (0..<80).map { frame -> String in
            let away = (40..<52).contains(frame) ? 8.0 : 0
            return frame % 30 == 29 ? "\(Double(frame) / 15)" : "\(Double(frame) / 15),1,80,100,120,100,\(100 + away),140,\(100 + away),120,\(-3 * away),1,0"
        }
        let traces = [Array((header + rows.joined(separator: "\n")).utf8), Array((header + "0\n1\n2\n").utf8)]
        let labels = [Array("start,end,gesture\n2.6,3.5,left\n4,5,any-right\n".utf8), Array("\u{FEFF}start,end,gesture\n100,200,ignore\n0,1,nod\n".utf8)]
        let words = [",", "\n", "\r\n", "nan", "inf", "-1", "1e300", "0x1p1000", "99999999999999999999", "1e-320", "start,end,gesture", "hold-left", "e", "."]
        var configuration = Configuration(), turn = 0
        configuration.gestures.explains = true
        let count = try fuzz(traces + labels, words) { bytes in
            // An input mutated from labels is mostly still labels; the other of the two files is valid.
            let isTrace = bytes.starts(with: Array("t,".utf8))
            _ = try folder.file("a.heads", isTrace ? bytes : traces[turn % 2])
            _ = try folder.file("a.csv", isTrace ? labels[turn % 2] : bytes)
            turn += 1
            do {
                let evaluation = try Evaluation(folder: folder.path, configuration: configuration, keepsTraces: true) { _ in }
                let page = try EvaluationReport(evaluation: evaluation, mounting: configuration.camera.mounting).html()
                guard evaluation.hours.isFinite, page.hasSuffix("</html>\n"), page.utf8.count < 4 << 20 else { throw Strange(what: "\(page.utf8.count) bytes") }
            } catch is LabelError {}
        }
        print("fuzz: \(count) evaluations")
    }
}

/// A result that must not occur.
private struct Strange: Error, CustomStringConvertible {
    let what: String
    var description: String { what }
}

/// Makes one mutated input.
private struct Mutation {
    var generator: SeededGenerator

    init(_ generator: SeededGenerator) { self.generator = generator }

    mutating func input(_ good: [[UInt8]], _ words: [String]) -> [UInt8] {
        var bytes = good.randomElement(using: &generator) ?? []
        if number(20) == 0 { bytes = (0..<number(200)).map { _ in UInt8(number(256)) } }
        for _ in 0...number(6) { change(&bytes, good, words) }
        return bytes
    }

    private mutating func change(_ bytes: inout [UInt8], _ good: [[UInt8]], _ words: [String]) {
        let place = number(bytes.count + 1), length = min(number(12), bytes.count - place)
        switch number(9) {
        case 0 where place < bytes.count: bytes[place] ^= UInt8(1 << number(8))
        case 1 where place < bytes.count: bytes[place] = UInt8(number(256))
        case 2: bytes.removeSubrange(place..<place + length)
        case 3: bytes.insert(contentsOf: Array((words.randomElement(using: &generator) ?? "").utf8), at: place)
        case 4: bytes.insert(contentsOf: bytes[place..<place + length], at: number(bytes.count + 1))
        case 5: bytes.removeSubrange(place...)
        case 6: bytes += (good.randomElement(using: &generator) ?? []).suffix(number(60))
        case 7: bytes.replaceSubrange(place..<place + length, with: Array((words.randomElement(using: &generator) ?? "").utf8))
        case 8 where number(20) == 0:
            let word = Array((words.randomElement(using: &generator) ?? "").utf8)
            bytes.insert(contentsOf: (0..<number(1200)).flatMap { _ in word }, at: place)
        default: break
        }
    }

    /// A random number from 0 to below `bound`.
    private mutating func number(_ bound: Int) -> Int { bound > 0 ? Int.random(in: 0..<bound, using: &generator) : 0 }
}
