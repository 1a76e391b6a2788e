import FoundationEssentials
import Glibc
import Pipeline
import Platform
import Testing
import TestSupport

/// Clips that ffmpeg makes for the test, in every shape in which people have them.
@Suite("Clips that ffmpeg decodes")
struct FFmpegSourceTests {
    private static let scene = "testsrc2=s=64x48:d=2:r=30"

    /// A clip of 60 pictures, unless its options say otherwise.
    private func clip(_ name: String, in folder: TemporaryFolder, scene: String = scene, _ options: String) throws -> String {
        let file = folder.path + "/" + name
        let words = ["-v", "error", "-y", "-f", "lavfi", "-i", scene] + options.split(separator: " ").map(String.init) + [file]
        let ffmpeg = try ChildProcess("ffmpeg", words, input: .null, errors: .pipe)
        try #require(ffmpeg.wait() == 0, "\(ffmpeg.takeErrorLines())")
        return file
    }

    private func read(_ file: String) throws -> (times: [Double], size: (Int, Int), remarks: [ClipRemark]) {
        let source = try ClipOpener.open(file)
        var times: [Double] = [], size = (0, 0)
        while let frame = try source.next() {
            times.append(frame.time)
            size = (frame.width, frame.height)
        }
        return (times, size, source.remarks)
    }

    @Test("an ffprobe that never answers is given up, and the error says so")
    func silentProbe() throws {
        let folder = try TemporaryFolder(), probe = try folder.file("ffprobe", "#!/bin/sh\nexec sleep 100000\n")
        #expect(chmod(probe, 0o755) == 0)
        let error = try thrown(ClipError.self) { _ = try FFmpegSource(file: probe, by: ClipReader(program: probe, timeout: 1)) }
        #expect(error.description.contains("ffprobe, which reads videos, has said nothing for 1 s"), "\(error)")
    }

    @Test("a clip of constant rate has the times of its rate in every container, and no remark", arguments: [
        ("c.mp4", "-c:v libx264"), ("c.mkv", "-c:v libx264"), ("c.ts", "-c:v libx264 -bf 0"), ("c.mov", "-c:v mjpeg"), ("c.avi", "-c:v mjpeg"),
        ("c.webm", "-c:v libvpx -deadline realtime"), ("c.wmv", "-c:v wmv2"), ("c.3gp", "-c:v mpeg4"), ("c.mpg", "-c:v mpeg2video"),
        ("c.flv", "-c:v flv"), ("C.MP4", "-c:v libx264"), ("c.dat", "-c:v libx264 -f mp4"),
    ])
    func constantRate(name: String, options: String) throws {
        let folder = try TemporaryFolder()
        let (times, size, remarks) = try read(clip(name, in: folder, options))
        #expect(times.count == 60 && size == (64, 48) && remarks == [])
        // Some containers count in milliseconds.
        let first = try #require(times.first)
        #expect(times.enumerated().allSatisfy { abs($1 - first - Double($0) / 30) < 0.001 }, "\(times)")
    }

    @Test("slow and fast clips keep their rate", arguments: [5, 120, 240])
    func rates(rate: Int) throws {
        let folder = try TemporaryFolder()
        let (times, _, remarks) = try read(clip("c.mp4", in: folder, scene: "testsrc2=s=64x48:d=1:r=\(rate)", "-c:v libx264"))
        #expect(times.count == rate && remarks == [])
        #expect(times.enumerated().allSatisfy { abs($1 - Double($0) / Double(rate)) < 1e-6 })
    }

    @Test("a clip of variable rate keeps each picture's own time, and none is repeated", arguments: [
        ("v.mkv", "-c:v libx264"), ("v.mp4", "-c:v libx264"), ("v.webm", "-c:v libvpx -deadline realtime"),
    ])
    func variableRate(name: String, options: String) throws {
        let folder = try TemporaryFolder()
        // Pictures that a camera has dropped, and a rate that changes in the dark.
        let kept = (0..<120).filter { $0 < 60 ? $0 % 5 != 3 : $0 % 2 == 0 }
        let select = "select='if(lt(n\\,60)\\,mod(n\\,5)-3\\,not(mod(n\\,2)))'"
        let file = try clip(name, in: folder, scene: "testsrc2=s=64x48:d=4:r=30", "-vf \(select) -fps_mode passthrough \(options)")
        let (times, _, _) = try read(file)
        #expect(times.count == kept.count)
        #expect(zip(times, kept).allSatisfy { abs($0 - Double($1) / 30) < 0.002 }, "\(times)")
    }

    @Test("stamps that jitter like noise are those of a delivery: the pictures were taken regularly", arguments: [0.02, 0.035])
    func jitter(most: Double) throws {
        let folder = try TemporaryFolder()
        let noisy = "settb=1/1000,setpts='floor(1000*(N/30+0.1+\(most)*(random(0)-0.5)))'"
        let file = try clip("j.mkv", in: folder, scene: "testsrc2=s=64x48:d=6:r=30", "-vf \(noisy) -fps_mode passthrough -enc_time_base 1/1000 -c:v libx264")
        let (times, _, _) = try read(file)
        #expect(times.count == 180)
        let steps = zip(times, times.dropFirst()).map { $1 - $0 }
        #expect(steps.allSatisfy { abs($0 - 1 / 30) < 0.001 }, "\(steps)")
    }

    @Test("a recording in a browser, without length and with times in milliseconds, has all its pictures once")
    func live() throws {
        let folder = try TemporaryFolder()
        let file = try clip("m.webm", in: folder, "-c:v libvpx -deadline realtime -f webm -live 1")
        let (times, _, remarks) = try read(file)
        #expect(times.count == 60 && remarks == [] && abs((times.last ?? 0) - 59 / 30) < 0.002)
    }

    @Test("a stream without times gets the rate that is in it if a camera can have it, else 30, and a remark", arguments: [
        ("r.mjpeg", "-c:v mjpeg", 30), ("r.h264", "-r 60 -c:v libx264", 60), ("r.h264", "-c:v libx264 -bsf:v h264_metadata=tick_rate=2000000", 30),
        ("r.h264", "-c:v libx264 -bsf:v h264_metadata=tick_rate=2000", 30), ("r.m2v", "-r 50 -c:v mpeg2video", 50),
    ])
    func withoutTimes(name: String, options: String, rate: Double) throws {
        let folder = try TemporaryFolder()
        let (times, _, remarks) = try read(clip(name, in: folder, options))
        #expect(times.count >= 59 && times.enumerated().allSatisfy { abs($1 - Double($0) / rate) < 1e-6 }, "\(times.count): \(times.prefix(5))")
        #expect(remarks.map(\.isDamage) == [false])
        #expect(remarks.first?.problem.hasPrefix("this file has no times: \(Int(rate)) pictures a second are assumed") == true, "\(remarks)")
    }

    @Test("pixels that are not square are made so; an unknown or absurd shape counts as square", arguments: [
        ("2/1", 128, 48), ("1/2", 64, 96), ("64/45", 91, 48), ("10/11", 64, 53), ("0/1", 64, 48), ("1/1", 64, 48), ("1/200", 64, 48),
    ])
    func pixelAspect(shape: String, width: Int, height: Int) throws {
        let folder = try TemporaryFolder()
        #expect(try read(clip("a.mp4", in: folder, "-vf setsar=\(shape) -c:v libx264")).size == (width, height))
        #expect(try read(clip("a.y4m", in: folder, "-vf setsar=\(shape)")).size == (width, height))
    }

    @Test("a picture that is made wider keeps its left, its middle and its right")
    func stretched() throws {
        let folder = try TemporaryFolder()
        let bytes = Array("YUV4MPEG2 W4 H1 F25:1 A2:1 Cmono\nFRAME\n".utf8) + [0, 100, 100, 200]
        let source = try ClipOpener.open(folder.file("w.y4m", bytes))
        let frame = try #require(try source.next())
        #expect(Array(UnsafeBufferPointer(start: frame.luma, count: 8)) == [0, 25, 75, 100, 100, 125, 175, 200])
    }

    @Test("a clip that is turned by its tag is turned with its pixels")
    func turned() throws {
        let folder = try TemporaryFolder()
        let file = try clip("t.mp4", in: folder, "-vf setsar=2/1 -c:v libx264"), turned = folder.path + "/u.mp4"
        try #require(try ChildProcess("ffmpeg", ["-v", "error", "-i", file, "-c", "copy", "-metadata:s:v:0", "rotate=90", turned], input: .null).wait() == 0)
        #expect(try read(turned).size == (48, 128))
    }

    @Test("a clip whose sound begins first counts from the sound, as players do")
    func soundFirst() throws {
        let folder = try TemporaryFolder()
        let silent = try clip("s.mp4", in: folder, "-c:v libx264"), file = folder.path + "/f.mp4"
        let words = ["-v", "error", "-f", "lavfi", "-i", "sine=d=4", "-itsoffset", "1.5", "-i", silent, "-map", "0:a", "-map", "1:v", "-c:v", "copy",
                     "-c:a", "aac", file]
        try #require(try ChildProcess("ffmpeg", words, input: .null).wait() == 0)
        let source = try ClipOpener.open(file)
        #expect(source.origin == 0)
        #expect(abs(try #require(try source.next()).time - 1.5) < 0.01)
    }

    @Test("a clip that is cut short says how much of it was read", arguments: [
        ("c.mp4", "-c:v libx264 -g 10 -movflags +faststart", 0.5), ("c.mp4", "-c:v libx264 -g 10 -movflags +faststart", 0.9),
        ("c.mkv", "-c:v libx264 -g 10", 0.5), ("c.avi", "-c:v mjpeg", 0.6), ("c.webm", "-c:v libvpx -deadline realtime", 0.7),
    ])
    func cut(name: String, options: String, part: Double) throws {
        let folder = try TemporaryFolder()
        let whole = try Data(contentsOf: URL(filePath: clip(name, in: folder, options)))
        let cut = try folder.file("cut-" + name, whole.prefix(Int(Double(whole.count) * part)))
        let (times, _, remarks) = try read(cut)
        #expect((2..<60).contains(times.count) && remarks.map(\.isDamage) == [true], "\(times.count): \(remarks)")
        #expect(remarks.first?.problem.contains("damaged or cut short: \(times.count) of 60") == true
            || remarks.first?.problem.contains("damaged") == true && name != "c.mp4", "\(remarks)")
    }

    @Test("a clip with an edit list is whole")
    func editList() throws {
        let folder = try TemporaryFolder()
        let file = try clip("e.mp4", in: folder, "-c:v libx264 -g 30"), shorter = folder.path + "/s.mp4"
        try #require(try ChildProcess("ffmpeg", ["-v", "error", "-ss", "0.7", "-i", file, "-c", "copy", shorter], input: .null).wait() == 0)
        let (times, _, remarks) = try read(shorter)
        #expect((36...42).contains(times.count) && remarks == [], "\(times.count): \(remarks)")
    }

    @Test("a file without a picture is refused in our own words", arguments: [
        ("", "x.mp4", "it is empty"), ("no video at all, but some text", "x.mp4", "it is no video that ffmpeg knows"),
        ("some notes\n", "x.txt", "it is no video that ffmpeg knows"), ("some notes\n", "x.nfo", "it is a text"),
    ])
    func noPicture(text: String, name: String, expected: String) throws {
        let folder = try TemporaryFolder()
        let file = try folder.file(name, text)
        #expect(try thrown(ClipError.self) { _ = try ClipOpener.open(file) }.problem.hasPrefix(expected))
    }

    @Test("sound alone and an unfinished recording are told apart")
    func noPicture() throws {
        let folder = try TemporaryFolder()
        for name in ["s.mp3", "s.m4a", "s.wav"] {
            let sound = try clip(name, in: folder, scene: "sine=d=1", "")
            #expect(try thrown(ClipError.self) { _ = try ClipOpener.open(sound) }.problem.hasPrefix("it has sound, but no moving picture"))
        }
        // Without faststart the index is at the end.
        let whole = try Data(contentsOf: URL(filePath: clip("c.mp4", in: folder, "-c:v libx264")))
        for missing in [500, 1500, whole.count / 2, whole.count - 100] {
            let unfinished = try folder.file("u.mp4", whole.dropLast(missing))
            let fault = try thrown(ClipError.self) { _ = try ClipOpener.open(unfinished) }
            #expect(fault.problem.hasPrefix("the recording was never finished"), "\(missing): \(fault)")
        }
    }
}
