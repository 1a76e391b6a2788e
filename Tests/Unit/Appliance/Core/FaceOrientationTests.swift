import Appliance
import Pipeline
import Testing
import Traces

@Suite("Which way up a face is")
struct FaceOrientationTests {
    private func face(isTurned: Bool, roll: Double = 0) -> Face {
        let half = PicturePoint(30, 30 * roll) * (isTurned ? -1 : 1), middle = PicturePoint(320, 200)
        let points = FacePoints(rightEye: middle - half, leftEye: middle + half, mouth: middle + PicturePoint(0, isTurned ? -60 : 60), noseTip: middle)
        return Face(points: points, pose: HeadPose(yaw: 0, pitch: 0, roll: 0), shape: nil, confidence: 1)
    }

    @Test("a face that is found upside down for a frame changes nothing", arguments: [0.033, 0.1, 0.29])
    func oneFrame(pause: Double) {
        var orientation = FaceOrientation()
        #expect(orientation.follow(face(isTurned: false), at: 1) == .same)
        #expect(orientation.follow(nil, at: 1.5) == .same)
        #expect(orientation.follow(face(isTurned: true), at: 3) == .doubtful)
        #expect(orientation.follow(face(isTurned: false), at: 3 + pause) == .same)
        #expect(orientation.follow(face(isTurned: true), at: 3.5) == .doubtful)
        #expect(orientation.follow(nil, at: 4) == .same)
        #expect(orientation.follow(face(isTurned: true), at: 10) == .doubtful, "it was not seen in between")
    }

    @Test("a face that stays upside down is believed, once")
    func stays() {
        var orientation = FaceOrientation()
        _ = orientation.follow(face(isTurned: false), at: 0)
        let findings = (1...12).map { orientation.follow(face(isTurned: true), at: Double($0) / 10) }
        #expect(findings == [.doubtful, .doubtful, .doubtful, .turned] + Array(repeating: .same, count: 8))
    }

    @Test("a head that rolls over slowly never counts as turned")
    func rolls() {
        var orientation = FaceOrientation()
        for step in 0..<100 { #expect(orientation.follow(face(isTurned: false, roll: Double(step) / 20), at: Double(step) / 15) == .same) }
    }

    @Test("whatever comes, a face is believed to have turned only after it was the other way up for 0.3 s without a break", arguments: UInt64(0)..<200)
    func random(seed: UInt64) {
        var orientation = FaceOrientation(), generator = SeededGenerator(seed: seed)
        var time = 0.0, believed: Bool?, since: Double?
        for _ in 0..<300 {
            time += Double.random(in: 0.01...0.2, using: &generator)
            let isSeen = Int.random(in: 0..<10, using: &generator) > 0, isTurned = Int.random(in: 0..<3, using: &generator) == 0
            let finding = orientation.follow(isSeen ? face(isTurned: isTurned) : nil, at: time)
            guard isSeen else { since = nil; continue }
            if isTurned == believed ?? isTurned { since = nil } else { since = since ?? time }
            let expected: FaceOrientation.Finding = since.map { time - $0 >= 0.3 ? .turned : .doubtful } ?? .same
            #expect(finding == expected)
            if expected != .doubtful { (believed, since) = (isTurned, nil) }
        }
    }
}
