import Appliance
import Gestures
import Outputs
import Pipeline
import Testing

@Suite("The alarm of somebody who cannot call")
struct AlarmTests {
    /// Somebody who keeps still, in frames at these times.
    /// - Returns: the changes of an alarm that is due after 5 s.
    private func alarm(_ times: [Double], isSeen: (Double) -> Bool = { _ in true }) throws -> [(time: Double, isOn: Bool)] {
        var configuration = Configuration(), alarm = OutputConfiguration(name: "alarm"), changes: [(time: Double, isOn: Bool)] = []
        alarm.state = .alarm
        configuration.outputs = [alarm]
        configuration.status.alarmAfter = 5
        var headSwitch = try HeadSwitch(configuration)
        func hear(_ event: ApplianceEvent) { if case .line(let change) = event { changes.append((change.time, change.value)) } }
        for (number, time) in times.enumerated() {
            let sway = 0.2 * Double(number % 3), points = FacePoints(rightEye: PicturePoint(290 + sway, 200), leftEye: PicturePoint(350 + sway, 200),
                                                               mouth: PicturePoint(320 + sway, 265), noseTip: PicturePoint(320 + sway, 230))
            let face = Face(points: points, pose: HeadPose(yaw: 0, pitch: 0, roll: 0), shape: nil, confidence: 1)
            headSwitch.process(isSeen(time) ? face : nil, at: time, hear)
            guard number + 1 < times.count else { break }
            // As the loop does between two frames.
            for part in 1...4 { headSwitch.advance(to: time + Double(part) / 5 * (times[number + 1] - time), hear) }
        }
        return changes
    }

    /// - Returns: times at so many frames a second.
    private func frames(_ rate: Double, _ seconds: Range<Double>) -> [Double] { Array(stride(from: seconds.lowerBound, to: seconds.upperBound, by: 1 / rate)) }

    @Test("it does not wait for a face that is seen for moments only, too short for any gesture")
    func flicker() throws {
        let changes = try alarm(frames(15, 0..<40)) { $0 < 6 || $0.truncatingRemainder(dividingBy: 1.5) < 0.1 }
        #expect(changes.first.map { $0.isOn && $0.time < 12 } == true, "\(changes)")
    }

    @Test("it is due for frames that come too slowly for any gesture")
    func slow() throws {
        let changes = try alarm(frames(15, 0..<6) + frames(2, 6..<40))
        #expect(changes.first.map { $0.isOn && $0.time < 12 } == true, "\(changes)")
    }

    @Test("it is quiet for a face that is lost now and then, and ends with the face's return")
    func seen() throws {
        #expect(try alarm(frames(15, 0..<40)) { $0.truncatingRemainder(dividingBy: 8) < 6 }.isEmpty)
        let changes = try alarm(frames(15, 0..<40)) { $0 < 6 || $0 > 20 }
        #expect(changes.map(\.isOn) == [true, false], "\(changes)")
    }
}
