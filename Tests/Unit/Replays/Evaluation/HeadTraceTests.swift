import Appliance
import Gestures
import Glibc
import Pipeline
import Platform
import Replays
import Testing
import TestSupport
import Traces

@Suite("Traces")
struct HeadTraceTests {
    @Test("a trace is read back as written, a wrong line is named with its number")
    func roundTrip() throws {
        let folder = try TemporaryFolder()
        let face = HeadMark.FacePoints(rightEye: HeadPoint(10, 20), leftEye: HeadPoint(30, 20.5), mouth: HeadPoint(20, 40),
                                       nose: HeadPoint(20, 30), yaw: -3.25, pitch: 1, opening: FaceMeasure(0.125, seenAt: -0.5))
        let trace = HeadTrace(marks: [HeadMark(time: 0, face: face), HeadMark(time: 0.1, face: nil)])
        #expect(try HeadTrace(file: folder.file("a.heads", trace.csv)) == trace)
        #expect(trace.marks[0].sample.mouth == FaceMeasure(0.125, seenAt: -0.5))
        let eyes = ",1,10,20,30,20,20,40,20,"
        for row in ["0.2,1,3", ",", ",,,,,,,,,,,,", "0.2,", "nan", "-1", "1e300", "0.05", "0.2" + eyes + "nan", "0.2" + eyes + "1e9",
                    "0.2" + eyes + "inf,0,0,0"] {
            let file = try folder.file("b.heads", trace.csv + row + "\n")
            #expect(try thrown(LabelError.self) { _ = try HeadTrace(file: file) }.description.contains("b.heads:4: "), "\(row)")
        }
    }

    @Test("a trace without lips or without angles is read too")
    func older() throws {
        let folder = try TemporaryFolder()
        let file = try folder.file("a.heads", "t,certain\n0,1,10,20,30,20,20,40,20,30,-3,1,0\n0.1,1,10,20,30,20,20,40,20,30\n0.2\n")
        let samples = try HeadTrace(file: file).marks.map(\.sample)
        #expect(samples.map { $0.head != nil } == [true, true, false] && samples[0].angles == HeadAngles(yaw: -3, pitch: 1))
        #expect(samples.allSatisfy { $0.mouth == nil } && samples[1].angles == nil)
    }

    @Test("the trace of a replayed clip gives the same gestures as the clip")
    func replayed() throws {
        let folder = try TemporaryFolder(), clip = folder.path + "/clip.y4m", trace = folder.path + "/trace/clip.heads"
        let script = "fps 15; size 80; still 2s; look left; still 1s; hold right 1.5s; still 1s"
        #expect(try Program("simulate", "--script", script, "-o", clip, "--labels", folder.path + "/clip.csv", "--seed", "1").status == 0)
        let unwritten = try Program("replay", clip, "--trace", trace)
        #expect(unwritten.status == 1 && unwritten.errors.contains("trace/clip.heads"))
        let heard = try Program("replay", clip, "--json", "--trace", folder.path + "/clip.heads")
        #expect(heard.status == 0 && heard.lines.filter { $0.contains("\"recognised\"") || $0.contains("\"began\"") }.count == 2)
        #expect(try HeadTrace(file: folder.path + "/clip.heads").marks.allSatisfy { $0.face?.eyes == nil })
        #expect(try Program("replay", clip, "--trace", folder.path + "/eyes.heads", "--eyes").status == 0)
        #expect(try HeadTrace(file: folder.path + "/eyes.heads").marks.contains { $0.face?.eyes != nil })
        unlink(folder.path + "/eyes.heads")
        let evaluation = try Evaluation(folder: folder.path, configuration: Configuration()) { _ in }
        #expect(evaluation.clips.map { $0.firings.map(\.gesture.description) } == [["left", "hold-right"], ["left", "hold-right"]])
    }

    /// A small trace with labels, as it is written.
    private static var given: HeadTrace {
        let face = HeadMark.FacePoints(rightEye: HeadPoint(10, 20), leftEye: HeadPoint(30, 20.5), mouth: HeadPoint(20, 40),
                                       nose: HeadPoint(20, 30), yaw: -3.25, pitch: 1)
        var trace = HeadTrace(marks: [HeadMark(time: 0, face: face), HeadMark(time: 0.1, face: nil)])
        trace.labels = [Label(start: 0.5, end: 1.25, gesture: .nod), Label(start: 2, end: 3, gesture: .hold(.left))]
        return trace
    }

    @Test("a file that is given away carries its labels, and nothing but numbers and gestures' names")
    func numbers() throws {
        let folder = try TemporaryFolder(), clip = folder.path + "/anna.y4m", labels = folder.path + "/anna.csv", given = folder.path + "/given/anna.heads"
        try folder.make("given", [:])
        let script = "fps 15; size 80; still 2s; look left; still 1s; hold right 1.5s; still 1s"
        #expect(try Program("simulate", "--script", script, "-o", clip, "--labels", labels, "--seed", "1").status == 0)
        let meant = try Label.read(file: labels)
        _ = try folder.file("anna.csv", Label.csv(meant) + "0.1,0.6,my-anna\n")
        #expect(try Program("replay", clip, "--trace", given, "--labels").status == 0)
        let trace = try HeadTrace(file: given)
        #expect(trace.labels == meant + [Label(start: 0.1, end: 0.6, gesture: .ignore)], "a taught movement's name may be a person's")
        #expect(try HeadTrace(file: folder.file("again.heads", trace.csv)) == trace)
        unlink(folder.path + "/again.heads")
        let rows = try String(decoding: FileBytes.read(given), as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
        let remarks = rows.prefix { $0.hasPrefix("#") }, spans = rows.dropFirst(remarks.count).prefix { !$0.hasPrefix("t,") }
        let own = Self.given.csv.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(Array(remarks) == Array(own.prefix { $0.hasPrefix("#") }), "the remarks are the same in every file")
        #expect(spans.count == meant.count + 1)
        for row in spans {
            let cells = row.split(separator: ",", omittingEmptySubsequences: false)
            #expect(cells.count == 4 && cells[0] == "label" && Double(cells[1]) != nil && Double(cells[2]) != nil, "\(row)")
            #expect(cells.count == 4 && LabelledGesture(String(cells[3])) != nil && !cells[3].contains("my-"), "\(row)")
        }
        let frames = rows.dropFirst(remarks.count + spans.count + 1)
        #expect(frames.count > 60 && frames.last == "")
        for row in frames.dropLast() { #expect(row.split(separator: ",", omittingEmptySubsequences: false).allSatisfy { Double($0) != nil }, "\(row)") }
        let alone = try Evaluation(folder: folder.path + "/given", configuration: Configuration()) { _ in }
        let both = try Evaluation(folder: folder.path, configuration: Configuration()) { _ in }
        #expect(both.clips.count == 1 && alone.clips[0].firings.map(\.gesture) == both.clips[0].firings.map(\.gesture), "as the clip")
        // A trace has milliseconds.
        #expect(zip(alone.clips[0].firings, both.clips[0].firings).allSatisfy { abs($0.time - $1.time) < 0.002 })
        #expect(alone.clips.map(\.isLabelled) == [true] && alone.total.hits == 2 && alone.total.falseActivations == 0)
    }

    @Test("a file beside a trace corrects the labels in it, and an empty one without labels stays unlabelled")
    func corrected() throws {
        let folder = try TemporaryFolder()
        _ = try folder.file("a.heads", Self.given.csv)
        _ = try folder.file("a.csv", "start,end,gesture\n1,2,left\n")
        var bare = Self.given
        bare.labels = nil
        _ = try folder.file("b.heads", bare.csv)
        let clips = try Evaluation(folder: folder.path, configuration: Configuration()) { _ in }.clips
        #expect(clips.map(\.labels) == [[Label(start: 1, end: 2, gesture: .look(.left))], []] && clips.map(\.isLabelled) == [true, false])
    }

    @Test("what a given file may not say is refused with its line", arguments: [
        ("# nodline heads 1\n", "# nodline heads 2\n", 1), ("label,0.5,1.25,nod", "label,0.5,1.25,my-anna smith", 5), ("label,0.5,1.25,nod", "label,1.5,1.25,nod", 5),
        ("label,0.5,1.25,nod", "label,-1,1.25,nod", 5), ("label,0.5,1.25,nod", "label,0.5,nan,nod", 5), ("label,0.5,1.25,nod", "label,0.5,1e300,nod", 5),
        ("label,0.5,1.25,nod", "name,anna", 5), ("label,0.5,1.25,nod", "label,0.5,1.25,nod,anna", 5), ("t,certain", "t,anna", 7), ("t,certain", "x,certain", 7),
        ("\n0.1\n", "\n0.1,anna\n", 9), ("\n0.1\n", "\n0.1\n# anna\n", 10), ("\n0.1\n", "\n0.1\nlabel,1,2,nod\n", 10),
    ])
    func refused(part: String, wrong: String, line: Int) throws {
        let folder = try TemporaryFolder(), text = Self.given.csv.replacing(part, with: wrong)
        #expect(text != Self.given.csv)
        let file = try folder.file("a.heads", text)
        let fault = try thrown(LabelError.self) { _ = try HeadTrace(file: file) }.description
        #expect(fault.contains("a.heads:\(line): "), "\(fault)")
    }

    @Test("a given file that was cut short before its first frame is refused")
    func cut() throws {
        let folder = try TemporaryFolder(), rows = Self.given.csv.split(separator: "\n")
        for count in 1...7 {
            let file = try folder.file("a.heads", rows.prefix(count).joined(separator: "\n") + "\n")
            #expect(try thrown(LabelError.self) { _ = try HeadTrace(file: file) }.description.contains("a.heads:"), "\(count)")
        }
    }
}
