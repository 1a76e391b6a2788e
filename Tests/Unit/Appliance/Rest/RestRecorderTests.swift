import Appliance
import Gestures
import Platform
import Testing
import TestSupport
import Traces

@Suite("The recorder of ordinary minutes")
struct RestRecorderTests {
    private static func mark(_ time: Double, isSeen: Bool = true) -> HeadMark {
        HeadMark(time: time, face: isSeen ? HeadMark.FacePoints(rightEye: HeadPoint(100, 100), leftEye: HeadPoint(160, 100), mouth: HeadPoint(130, 160),
                                                                nose: HeadPoint(130, 130), yaw: 1, pitch: 2) : nil)
    }

    private static func recorder(_ folder: TemporaryFolder, before: Double = 0) -> (RestRecorder, StateWriter) {
        let writer = StateWriter()
        return (RestRecorder(RestFolder(state: folder.path, profile: ""), of: "", before: before, writer: writer, until: 1e6), writer)
    }

    @Test("a file is written every two minutes, only time with a face counts, and nobody gives no file")
    func files() throws {
        let folder = try TemporaryFolder(), (recorder, writer) = Self.recorder(folder)
        #expect(try RestFolder(state: folder.path, profile: "").begin() == 0)
        for frame in 0..<3300 { recorder.add(Self.mark(Double(frame) / 10, isSeen: frame < 1500 || frame >= 3000)) }  // 330 s, 180 of them with a face
        recorder.stop()
        #expect(writer.flush(within: hang) && recorder.end.isOver && recorder.end.failure == nil)
        #expect(abs(recorder.seen - 180) < 1)
        // The first two minutes, and what is around the gap.
        #expect(SysfsFile.names(in: folder.path + "/rest/main") == ["rest-1-120.heads", "rest-2-30.heads", "rest-3-30.heads"])
        let there = RestFolder(state: folder.path, profile: "")
        #expect(there.amount.seconds == 180)
        var faults: [String] = []
        #expect(there.samples { faults.append($0) }.map(\.count) == [1201, 1201, 898] && faults.isEmpty)
    }

    @Test("a file that was damaged by hand is told, and the others are read")
    func damaged() throws {
        let folder = try TemporaryFolder(), there = RestFolder(state: folder.path, profile: "")
        _ = try there.begin()
        try there.write(HeadTrace(marks: (0..<100).map { Self.mark(Double($0) / 10) }), seconds: 10)
        _ = try folder.file("rest/main/rest-7-60.heads", "t,certain\n1,2,3\n")
        var faults: [String] = []
        #expect(there.samples { faults.append($0) }.map(\.count) == [100])
        #expect(faults.count == 1 && faults[0].contains("rest-7-60.heads:2"), "\(faults)")
    }

    @Test("an hour is enough: more is refused until it is forgotten")
    func full() throws {
        let folder = try TemporaryFolder(), there = RestFolder(state: folder.path, profile: "")
        _ = try there.begin()
        for number in 1...30 { _ = try folder.file("rest/main/rest-\(number)-120.heads", "t\n") }
        let failure = #expect(throws: StateWriter.Failure.self) { try there.begin() }
        #expect(failure?.description.contains("60 minutes already") == true)
        try there.forget()
        #expect(try there.begin() == 0)
    }

    @Test("a disk that fails ends the recording with the reason")
    func failing() throws {
        let folder = try TemporaryFolder(), (recorder, writer) = Self.recorder(folder)
        _ = try folder.file("rest", "a file where the folder would be")
        for frame in 0..<1300 { recorder.add(Self.mark(Double(frame) / 10)) }
        #expect(writer.flush(within: hang))
        #expect(recorder.end.isOver && recorder.end.failure?.contains("rest") == true)
    }
}
