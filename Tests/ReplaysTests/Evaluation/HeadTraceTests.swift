import Appliance
import Gestures
import Glibc
import Pipeline
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
        #expect(heard.status == 0 && heard.lines.filter { $0.contains("\"look\"") || $0.contains("look-started") }.count == 2)
        #expect(try HeadTrace(file: folder.path + "/clip.heads").marks.allSatisfy { $0.face?.eyes == nil })
        #expect(try Program("replay", clip, "--trace", folder.path + "/eyes.heads", "--eyes").status == 0)
        #expect(try HeadTrace(file: folder.path + "/eyes.heads").marks.contains { $0.face?.eyes != nil })
        unlink(folder.path + "/eyes.heads")
        let evaluation = try Evaluation(folder: folder.path, configuration: Configuration()) { _ in }
        #expect(evaluation.clips.map { $0.firings.map(\.gesture.description) } == [["left", "hold-right"], ["left", "hold-right"]])
    }
}
