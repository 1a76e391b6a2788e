import CTurboJPEG
import Pipeline
import Testing
import TestSupport

@Suite("Clips")
struct ClipTests {
    private func clip(_ header: String, frames: [[UInt8]], frameLine: String = "FRAME") -> [UInt8] {
        Array((header + "\n").utf8) + frames.flatMap { Array((frameLine + "\n").utf8) + $0 }
    }

    private func fault(_ bytes: [UInt8], name: String = "clip.y4m") throws -> ClipError {
        let folder = try TemporaryFolder()
        let file = try folder.file(name, bytes)
        return try thrown(ClipError.self) {
            let source = try ClipOpener.open(file)
            while try source.next() != nil {}
        }
    }

    @Test("every chroma format gives its luma plane, even with odd sizes", arguments: [
        ("Cmono", 0), ("C420", 4), ("C420jpeg", 4), ("C422", 8), ("C444", 12), ("", 4),
    ] as [(String, Int)])
    func chroma(tag: String, chromaBytes: Int) throws {
        let folder = try TemporaryFolder()
        let luma: [[UInt8]] = [[1, 2, 3, 4, 5, 6], [7, 8, 9, 10, 11, 12]]
        let chroma = [UInt8](repeating: 200, count: chromaBytes)
        let file = try folder.file("c.y4m", clip("YUV4MPEG2 W3 H2 F10:1 \(tag)", frames: luma.map { $0 + chroma }))
        let source = try ClipOpener.open(file)
        for (index, expected) in luma.enumerated() {
            let frame = try #require(try source.next())
            #expect(Array(UnsafeBufferPointer(start: frame.luma, count: 6)) == expected)
            #expect(frame.width == 3 && frame.height == 2 && frame.stride == 3)
            #expect(abs(frame.time - Double(index) / 10) < 1e-9)
        }
        #expect(try source.next() == nil)
    }

    @Test("video has limited range and grey has full range, unless a tag says otherwise", arguments: [
        ("C420", Frame.LumaRange.limited), ("Cmono", .full), ("C420 XCOLORRANGE=FULL", .full),
        ("Cmono XCOLORRANGE=LIMITED", .limited),
    ])
    func range(tags: String, expected: Frame.LumaRange) throws {
        #expect(try Y4MHeader(line: "YUV4MPEG2 W4 H4 F25:1 " + tags).range == expected)
    }

    @Test("a frame's own time is used if it increases, otherwise the clip's frame rate")
    func times() throws {
        let folder = try TemporaryFolder()
        let stamps = ["FRAME XTIME=0.5", "FRAME XTIME=0.61", "FRAME XTIME=0.2", "FRAME XTIME=nan", "FRAME"]
        let bytes = Array("YUV4MPEG2 W1 H1 F10:1 Cmono\n".utf8) + stamps.flatMap { Array(($0 + "\n").utf8) + [0] }
        let source = try ClipOpener.open(folder.file("t.y4m", bytes))
        var times: [Double] = []
        while let frame = try source.next() { times.append(frame.time) }
        #expect(times.count == 5)
        #expect(times[0] == 0.5 && times[1] == 0.61)
        #expect(zip(times.dropFirst(), times.dropFirst(2)).allSatisfy { abs($1 - $0 - 0.1) < 1e-9 })
    }

    @Test("an assumed frame rate is told, unless frames have times of their own", arguments: [
        ("W1 H1 Cmono", "FRAME", true), ("W1 H1 F0:0 Cmono", "FRAME", true), ("W1 H1 F25:1 Cmono", "FRAME", false), ("W1 H1 Cmono", "FRAME XTIME=0.5", false),
    ])
    func assumedRate(header: String, frameLine: String, isTold: Bool) throws {
        let folder = try TemporaryFolder(), bytes = clip("YUV4MPEG2 \(header)", frames: [[0], [0], [0]], frameLine: frameLine)
        let source = try ClipOpener.open(folder.file("t.y4m", bytes))
        while try source.next() != nil {}
        #expect(source.remarks.map(\.isDamage) == (isTold ? [false] : []))
        if isTold { #expect(source.remarks[0].problem.hasPrefix("its header has no frame rate: 25 pictures a second are assumed, so that it lasts 0.1 s")) }
    }

    @Test("a truncated clip is reported with the frame and its number of bytes")
    func truncated() throws {
        let fault = try fault(Array(clip("YUV4MPEG2 W4 H2 F25:1 Cmono", frames: [[UInt8](repeating: 0, count: 8)]).dropLast(3)))
        #expect(fault.problem == "it is cut short: frame 0 has 5 of 8 bytes")
        #expect(fault.description.contains("clip.y4m: "))
    }

    @Test("a wrong header is reported with what was expected", arguments: [
        ("RIFF....", "YUV4MPEG2"), ("YUV4MPEG2 F25:1 Cmono", "W640 H480"), ("YUV4MPEG2 W0 H480 F25:1", "1 to 8192"),
        ("YUV4MPEG2 W640 H-1 F25:1", "1 to 8192"), ("YUV4MPEG2 W640 H99999999999999999999 F25:1", "1 to 8192"),
        ("YUV4MPEG2 W640 H480 F25", "F30:1"), ("YUV4MPEG2 W640 H480 F1000000:1", "0.1 to 1000"),
        ("YUV4MPEG2 W640 H480 F25:1 C420p10", "mono, 420, 422 or 444"),
        ("YUV4MPEG2 W640 H480 F25:1 C420\r", "its line ends were changed"), ("YUV4MPEG2 W640 H480 F25:1 cmono", "has \"cmono\"; expected words that begin with W"),
        ("YUV4MPEG2 W640 H480 W32 F25:1", "has W twice"), ("YUV4MPEG2 W640 H480 F25:1 C420 Cmono", "has C twice"),
    ])
    func header(line: String, expected: String) throws {
        #expect(try fault(clip(line, frames: [])).problem.contains(expected))
    }

    @Test("an empty file, a header without an end and a missing frame mark are told apart")
    func damaged() throws {
        #expect(try fault([]).problem == "it is empty")
        #expect(try fault([UInt8](repeating: 65, count: 5000)).problem.contains("longer than 1024"))
        let wrong = clip("YUV4MPEG2 W1 H1 F25:1 Cmono", frames: [[0]], frameLine: "FRAMES")
        #expect(try fault(wrong).problem.contains("frame 0 does not begin with \"FRAME\""))
    }

    @Test("what changes within a clip is refused with both: two clips were joined")
    func sizeChanges() throws {
        let first = clip("YUV4MPEG2 W2 H2 F25:1 Cmono", frames: [[0, 0, 0, 0]])
        let second = clip("YUV4MPEG2 W4 H1 F25:1 Cmono", frames: [[0, 0, 0, 0]])
        #expect(try fault(first + second).problem.contains("changes at frame 1 from 2×2 to 4×1"))
        for (tags, change) in [("F30:1 Cmono", "frame rate changes at frame 1 from 25 a second to 30 a second"), ("F25:1 C420", "pixel format changes at frame 1 from mono to half"),
                               ("Cmono A2:1 F25:1", "pixels' shape changes"), ("F25:1 Cmono XCOLORRANGE=LIMITED", "from full to limited")] {
            #expect(try self.fault(first + clip("YUV4MPEG2 W2 H2 \(tags)", frames: [[0, 0, 0, 0]])).problem.contains(change), "\(tags)")
        }
        let folder = try TemporaryFolder()
        let source = try ClipOpener.open(folder.file("same.y4m", first + first))
        var count = 0
        while try source.next() != nil { count += 1 }
        #expect(count == 2)
    }

    @Test("a PNG picture's luma is BT.601 of its colours")
    func png() throws {
        let picture = try Fixtures.photograph()
        #expect(picture.width == 512 && picture.height == 512)
        // The picture's first colour is 154, 147, 151.
        #expect((147...151).contains(picture.luma[0]))
    }

    @Test("a JPEG picture's luma is its own")
    func jpeg() throws {
        let luma = (0..<64).map { UInt8($0 * 3) }
        let folder = try TemporaryFolder()
        let picture = try GreyPicture(file: folder.file("p.jpg", try Self.jpeg(luma, width: 8, height: 8)))
        #expect(picture.width == 8 && picture.height == 8)
        for (a, b) in zip(picture.luma, luma) { #expect(abs(Int(a) - Int(b)) <= 3) }
    }

    @Test("a folder of pictures is a clip in name order; a picture of another size is refused")
    func folder() throws {
        let folder = try TemporaryFolder()
        _ = try folder.file("b.jpg", try Self.jpeg([UInt8](repeating: 200, count: 64), width: 8, height: 8))
        _ = try folder.file("a.jpg", try Self.jpeg([UInt8](repeating: 40, count: 64), width: 8, height: 8))
        _ = try folder.file("notes.txt", "no picture".utf8)
        let source = try ClipOpener.open(folder.path)
        #expect(try abs(Int(#require(try source.next()).luma[0]) - 40) <= 2)
        let second = try #require(try source.next())
        #expect(abs(Int(second.luma[0]) - 200) <= 2 && abs(second.time - 1 / 30) < 1e-9)
        #expect(try source.next() == nil)

        _ = try folder.file("c.jpg", try Self.jpeg([UInt8](repeating: 40, count: 128), width: 16, height: 8))
        let fault = try thrown(ClipError.self) {
            let source = try ClipOpener.open(folder.path)
            while try source.next() != nil {}
        }
        #expect(fault.problem.contains("8×8 to 16×8"))
    }

    @Test("pictures come in the order in which people count; hidden files are not meant")
    func pictureOrder() throws {
        let folder = try TemporaryFolder()
        for (name, luma) in [("10.jpg", 200), ("2.JPG", 120), ("1.jpeg", 40)] {
            _ = try folder.file(name, try Self.jpeg([UInt8](repeating: UInt8(luma), count: 64), width: 8, height: 8))
        }
        _ = try folder.file("._1.jpg", "what macOS leaves on a stick".utf8)
        let source = try ClipOpener.open(folder.path)
        var lumas: [Int] = []
        while let frame = try source.next() { lumas.append(Int(frame.luma[0])) }
        #expect(lumas.count == 3 && zip(lumas, [40, 120, 200]).allSatisfy { abs($0 - $1) <= 2 }, "\(lumas)")
        #expect(source.remarks == [])
    }

    @Test("a picture that cannot be read is left out of its folder, which is said; the others keep their times")
    func brokenPicture() throws {
        let folder = try TemporaryFolder()
        for name in ["1.jpg", "3.jpg"] { _ = try folder.file(name, try Self.jpeg([UInt8](repeating: 40, count: 64), width: 8, height: 8)) }
        _ = try folder.file("2.jpg", [UInt8]())
        let source = try ClipOpener.open(folder.path)
        var times: [Double] = []
        while let frame = try source.next() { times.append(frame.time) }
        #expect(times == [0, 2 / 30.0])
        #expect(source.remarks.map(\.isDamage) == [true] && source.remarks[0].problem.hasPrefix("1 of its 3 pictures cannot be read; the first is 2.jpg"))
    }

    @Test("damaged pictures, empty folders and missing files are named", arguments: [
        ("x.png", "no picture at all", "it is no picture that is known here; expected a PNG or JPEG picture"), ("x.jpg", "", "it is empty"),
        ("x.png", "RIFF....WEBPVP8 ", "it is a WebP picture"), ("x.jpg", "....ftypheic", "it is a HEIC picture"), ("x.png", "GIF89a", "it is a GIF picture"),
        ("x.jpg", "\u{89}PNG\r\n", "expected a whole PNG picture"),
    ])
    func damagedPicture(name: String, bytes: String, problem: String) throws {
        #expect(try fault(bytes.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }, name: name).problem.contains(problem))
        let folder = try TemporaryFolder()
        #expect(throws: ClipError.self) { try ClipOpener.open(folder.path) }
        #expect(throws: ClipError.self) { try ClipOpener.open(folder.path + "/missing.y4m") }
    }

    private static func jpeg(_ luma: [UInt8], width: Int, height: Int) throws -> [UInt8] {
        let encoder = try #require(tjInitCompress())
        defer { tjDestroy(encoder) }
        var buffer: UnsafeMutablePointer<UInt8>?
        var size: UInt = 0
        try #require(tjCompress2(encoder, luma, Int32(width), 0, Int32(height), Int32(TJPF_GRAY.rawValue), &buffer, &size,
                                 Int32(TJSAMP_GRAY.rawValue), 100, 0) == 0)
        defer { tjFree(buffer) }
        return Array(UnsafeBufferPointer(start: buffer, count: Int(size)))
    }
}
