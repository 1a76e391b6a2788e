import Appliance
import Gestures
import TestSupport
import Testing

@Suite("Traces")
struct TraceTests {
    @Test("a trace is read back as written, a wrong line is named with its number")
    func roundTrip() throws {
        let folder = try TemporaryFolder()
        let face = HeadMark.FacePoints(rightEye: Point(10, 20), leftEye: Point(30, 20.5), mouth: Point(20, 40),
                                       nose: Point(20, 30), yaw: -3.25, pitch: 1)
        let trace = HeadTrace(marks: [HeadMark(time: 0, face: face), HeadMark(time: 0.1, face: nil)])
        #expect(try HeadTrace(file: folder.file("a.heads", trace.csv)) == trace)
        let file = try folder.file("b.heads", trace.csv + "0.2,1,3\n")
        #expect(try thrown(LabelFault.self) { _ = try HeadTrace(file: file) }.description.contains("b.heads:4: "))
    }

    @Test("simulated people's gestures are found, and quiet hours stay quiet; the same seed gives the same")
    func simulated() throws {
        let folder = try TemporaryFolder()
        for name in ["a", "b"] {
            let made = try Program(["simulate-traces", "-o", "\(folder.path)/\(name)", "--gestures", "80", "--seed", "5"])
            #expect(made.status == 0)
        }
        let first = try Program(["evaluate", "\(folder.path)/a", "--json"])
        #expect(first.status == 0)
        #expect(try Program(["evaluate", "\(folder.path)/b", "--json"]).output == first.output)
        let evaluation = try Evaluation(folder: "\(folder.path)/a", configuration: Configuration()) { _ in }
        #expect((evaluation.total.recall ?? 0) >= 0.95 && (evaluation.total.precision ?? 0) >= 0.95)
    }
}
