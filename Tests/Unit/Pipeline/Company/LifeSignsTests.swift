import Glibc
import Pipeline
import Testing

@Suite("Signs of life")
struct LifeSignsTests {
    /// A face with eyes 60 pixels apart, in degrees and eye distances.
    private func face(right: Double = 0, yaw: Double = 0, lids: Double = 0.3, lips: Double = 0.02, at time: Double) -> Face {
        let move = PicturePoint(60 * right, 0)
        let points = FacePoints(rightEye: PicturePoint(100, 100) + move, leftEye: PicturePoint(160, 100) + move, mouth: PicturePoint(130, 160) + move,
                                noseTip: PicturePoint(130, 130) + move)
        return Face(points: points, pose: HeadPose(yaw: yaw, pitch: 0, roll: 0),
                    shape: FaceShape(lips: lips, rightLids: lids, leftLids: lids, brows: 0.6, smile: 0.7, time: time), confidence: 1)
    }

    private func signs(seconds: Double = 60, rate: Double = 15, _ face: (Double) -> Face) -> LifeSigns {
        var signs = LifeSigns()
        for frame in 0..<Int(seconds * rate) { signs.see(face(Double(frame) / rate), at: Double(frame) / rate) }
        return signs
    }

    @Test("what a camera's noise and changing light do to a picture is no sign of life, nor is how the mesh settles on a face that was just found")
    func picture() {
        var random = SystemRandomNumberGenerator()
        func noise(_ size: Double) -> Double { Double.random(in: -size...size, using: &random) }
        let signs = signs { face(right: ($0 < 1 ? 0.3 : 0) + noise(0.007), yaw: noise(1.4), lids: 0.3 + noise(0.02), lips: 0.02 + noise(0.03), at: $0) }
        #expect(!signs.areSeen && signs.stillness(at: 60) == 60)
    }

    @Test("a slow displacement of the camera is no sign of life, and neither is a single odd frame")
    func odd() {
        #expect(!signs { face(right: 0.002 * $0, at: $0) }.areSeen)
        #expect(!signs { face(right: abs($0 - 30) < 0.01 ? 0.5 : 0, at: $0) }.areSeen)
    }

    enum Movement: CaseIterable { case breathing, swaying, blinking, speaking, turning }

    @Test("breathing, swaying, blinking, speaking and turning are", arguments: Movement.allCases)
    func living(movement: Movement) {
        let signs = signs { time in
            switch movement {
            case .breathing: face(right: 0.02 * sin(1.6 * time), at: time)
            case .swaying: face(right: 0.025 * sin(0.8 * time), at: time)
            case .blinking: face(lids: time.truncatingRemainder(dividingBy: 8) < 0.25 ? 0.2 : 0.3, at: time)
            case .speaking: face(lips: 0.3 * abs(sin(6 * time)), at: time)
            case .turning: face(yaw: 5 * sin(time), at: time)
            }
        }
        #expect(signs.areSeen && signs.stillness(at: 60) < 9, "\(signs.stillness(at: 60)) s")
    }

    @Test("stillness counts from the last sign, and before any from when the face was first seen")
    func stillness() {
        var signs = LifeSigns()
        #expect(signs.stillness(at: 100) == 0)
        signs = self.signs(seconds: 20) { face(right: $0 > 5 && $0 < 6 ? 0.1 : 0, at: $0) }
        #expect(signs.areSeen && (4...15).contains(signs.stillness(at: 20)))
    }
}
