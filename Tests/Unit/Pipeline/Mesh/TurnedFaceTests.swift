import Pipeline
import Testing

@Suite("Faces the other way up")
struct TurnedFaceTests {
    private struct Run { var rolls: [Double] = [], runs = 0 }

    /// Follows the photograph's face for some frames.
    private func follow(_ picture: GreyPicture, _ mounting: Mounting = Mounting(), accuracy: Accuracy, frames: Int = 20) throws -> Run {
        let tracker = try FaceTracker(accuracy: accuracy, runtime: LiteRTRuntime()), costs = StageCosts()
        tracker.costs = costs
        var run = Run()
        for frame in 0..<frames {
            let time = Double(frame) / 15
            let face = try picture.withFrame(time: time) { try tracker.face(in: FrameView($0, mounting: mounting)) }
            if let face, face.isCertain, let pose = face.pose { run.rolls.append(pose.roll) }
        }
        run.runs = costs.milliseconds(of: .mesh).count + costs.milliseconds(of: .detect).count
        return run
    }

    @Test("a camera that is upside down sees the head upside down, within a second", arguments: Accuracy.allCases)
    func upsideDown(accuracy: Accuracy) throws {
        let photograph = try Fixtures.photograph()
        let upright = try follow(photograph, accuracy: accuracy)
        let turned = try follow(photograph.mounted(Mounting(orientation: .upsideDown)), accuracy: accuracy)
        #expect(upright.rolls.count >= 19 && upright.rolls.allSatisfy { $0.magnitude < 30 }, "\(upright.rolls)")
        #expect(turned.rolls.count >= 5 && turned.rolls.suffix(5).allSatisfy { $0.magnitude > 150 }, "\(turned.rolls)")
    }

    @Test("it costs one run of the mesh when a face is found, and none later", arguments: Accuracy.allCases)
    func cost(accuracy: Accuracy) throws {
        let photograph = try Fixtures.photograph()
        let soon = try follow(photograph, accuracy: accuracy, frames: 20).runs, later = try follow(photograph, accuracy: accuracy, frames: 60).runs
        #expect(later <= soon && soon <= 6, "\(soon) runs, then \(later)")
    }
}
