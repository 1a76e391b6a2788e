import Gestures
import Testing

@Suite("Gaze")
struct GazeTests {
    /// A head in the middle of the picture, 60 cm away: 320 pixels over the tangent of 31° is the focal length.
    private static func head(at place: HeadPoint = HeadPoint(320, 240), leftward: HeadPoint = HeadPoint(1, 0)) -> HeadPointer {
        HeadPointer(position: place, interocularDistance: 6.3 * 532.57 / 60, leftward: leftward)
    }

    private static func eyes(left: Double = 0, up: Double = 0, yaw: Double = 0, pitch: Double = 0, openness: Double = 0.3, certainty: Double = 1)
        -> (right: EyeLook, left: EyeLook) {
        func eye(_ side: EyeLook.Eye) -> EyeLook {
            EyeLook(side, left: left, up: up, openness: openness, certainty: certainty, head: HeadAngles(yaw: yaw, pitch: pitch), seenAt: 1)
        }
        return (eye(.right), eye(.left))
    }

    private let model = GazeModel(GazeGeometry(), width: 640, height: 480)

    private func point(_ head: HeadPointer, _ eyes: (right: EyeLook, left: EyeLook)) -> GazePoint? {
        model.look(head, right: eyes.right, left: eyes.left)?.point
    }

    @Test("an eye in the middle of a head that faces the camera looks at the camera")
    func camera() throws {
        let look = try #require(model.look(Self.head(), right: Self.eyes().right, left: Self.eyes().left))
        let point = try #require(look.point)
        #expect((look.eyes.z - 60).magnitude < 0.01 && point.right.magnitude < 1e-9 && point.up.magnitude < 1e-9)
    }

    @Test("an eye turned by 10 degrees looks 10.6 cm beside the camera at 60 cm", arguments: [1.0, -1.0])
    func sideways(sign: Double) throws {
        let sideways = try #require(point(Self.head(), Self.eyes(left: -sign * 0.1353))), up = try #require(point(Self.head(), Self.eyes(up: sign * 0.0995)))
        #expect((sideways.right - sign * 10.58).magnitude < 0.1 && (up.up - sign * 10.58).magnitude < 0.1)
    }

    @Test("with eyes that stay on the camera, a turned head looks at the camera", arguments: [-20.0, -10, 10, 20])
    func turned(yaw: Double) throws {
        let met = try #require(point(Self.head(), Self.eyes(left: -0.0065 * yaw, yaw: yaw)))
        #expect(met.right.magnitude < 0.6)
    }

    @Test("the point does not depend on the place of a head that looks at it", arguments: [HeadPoint(200, 240), HeadPoint(440, 240), HeadPoint(320, 150)])
    func place(place: HeadPoint) throws {
        // The head is turned to the camera, the eyes are in its middle.
        let eyes = try #require(model.look(Self.head(at: place), right: Self.eyes().right, left: Self.eyes().left)).eyes
        let yaw = eyes.x / eyes.z * 180 / .pi, pitch = -eyes.y / eyes.z * 180 / .pi
        let met = try #require(point(Self.head(at: place), Self.eyes(yaw: yaw, pitch: pitch)))
        #expect(met.right.magnitude < 0.5 && met.up.magnitude < 0.5)
    }

    @Test("a head on its side measures the same gaze along its own axes")
    func roll() throws {
        // The user's left points down in the picture: what is to the right of the face is up.
        let met = try #require(point(Self.head(leftward: HeadPoint(0, 1)), Self.eyes(left: -0.1353)))
        #expect(met.right.magnitude < 0.1 && (met.up - 10.58).magnitude < 0.1)
        let above = try #require(point(Self.head(leftward: HeadPoint(0, 1)), Self.eyes(up: 0.0995)))
        #expect((above.right + 10.58).magnitude < 0.1 && above.up.magnitude < 0.1)
    }

    @Test("closed, uncertain or far turned eyes have no gaze")
    func unknown() {
        #expect(point(Self.head(), Self.eyes(openness: 0.1)) == nil)
        #expect(point(Self.head(), Self.eyes(certainty: 0.4)) == nil)
        #expect(point(Self.head(), Self.eyes(yaw: 50)) == nil)
        #expect(point(Self.head(), Self.eyes(left: .nan)) == nil)
        #expect(point(Self.head(), Self.eyes(left: -0.77)) == nil)
    }

    @Test("beyond 20 degrees the farther eye is not needed")
    func nearer() {
        var eyes = Self.eyes(yaw: 25)
        eyes.left.openness = 0.05
        #expect(point(Self.head(), eyes) != nil)
        eyes.right.openness = 0.05
        #expect(point(Self.head(), eyes) == nil)
    }

    @Test("the screen's parts and centimetres convert into each other")
    func parts() {
        let geometry = GazeGeometry(), corner = geometry.point(x: 0, y: 0), low = geometry.point(x: 1, y: 1)
        #expect(corner == GazePoint(right: -15.5, up: -1) && low == GazePoint(right: 15.5, up: -18.5))
        let part = geometry.part(geometry.point(x: 0.3, y: 0.8))
        #expect((part.x - 0.3).magnitude < 1e-12 && (part.y - 0.8).magnitude < 1e-12)
    }

    @Test("smoothing reduces noise and settles after a jump", arguments: [GazeFilter.Kind.mean, .oneEuro])
    func smoothing(kind: GazeFilter.Kind) {
        var filter = GazeFilter(kind), worst = 0.0, last = GazePoint(right: 0, up: 0)
        for index in 0..<60 {
            last = filter.smooth(GazePoint(right: index % 2 == 0 ? 1 : -1, up: 0), at: Double(index) / 15)
            if index > 20 { worst = max(worst, last.right.magnitude) }
        }
        for index in 60..<100 { last = filter.smooth(GazePoint(right: 10, up: 5), at: Double(index) / 15) }
        #expect(worst < 0.5 && (last.right - 10).magnitude < 1 && (last.up - 5).magnitude < 0.5)
    }
}

@Suite("Gaze calibration")
struct GazeCalibrationTests {
    private static let points = [GazePoint(right: -15, up: -1), GazePoint(right: 15, up: -1), GazePoint(right: 0, up: -18)]

    /// Looks at points through eyes with an offset and a gain.
    private func calibrate(_ points: [GazePoint] = points, gain: Double = 1.3, offset: Double = 0.05, count: Int = 20, spread: Double = 0.01,
                           outliers: Int = 0) -> Result<GazeCorrection, GazeCalibration.Fault> {
        var calibration = GazeCalibration(points: points)
        for (index, point) in points.enumerated() {
            for number in 0..<count {
                var look = GazeLook(eyes: SIMD3(1, 2, 60), direction: .zero, time: Double(number))
                let noise = number < outliers ? 0.6 : spread * Double(number % 3 - 1)
                look.direction = (look.direction(to: point) - SIMD2(offset, offset)) / gain + SIMD2(noise, noise)
                calibration.add(look, at: index)
            }
        }
        return calibration.fit()
    }

    @Test("offset and gain are found, also with a quarter of wrong looks", arguments: [0, 5])
    func found(outliers: Int) throws {
        let correction = try calibrate(spread: outliers > 0 ? 0 : 0.01, outliers: outliers).get()
        #expect((correction.gain.x - 1.3).magnitude < 0.02 && (correction.gain.y - 1.3).magnitude < 0.02)
        #expect((correction.offset.x - 0.05).magnitude < 0.01 && (correction.offset.y - 0.05).magnitude < 0.01)
    }

    @Test("one point gives the offset only")
    func single() throws {
        let correction = try calibrate([GazePoint(right: 0, up: 0)], gain: 1).get()
        #expect(correction.gain == SIMD2(1, 1) && (correction.offset.x - 0.05).magnitude < 0.01)
    }

    @Test("looks that cannot be used are refused, with the reason")
    func refused() {
        #expect(calibrate(count: 7) == .failure(.eyesUnknown(point: 0)))
        #expect(calibrate(gain: 10) == .failure(.notToldApart(isSideways: true)))
        #expect(calibrate(gain: 0.2) == .failure(.notToldApart(isSideways: true)))
        let row = [GazePoint(right: -15, up: -5), GazePoint(right: 0, up: -5), GazePoint(right: 15, up: -5)]
        #expect(calibrate(row) == .failure(.notToldApart(isSideways: false)))
        guard case .failure(.tooMuchSpread(0, let degrees)) = calibrate(spread: 0.2) else { Issue.record("not refused"); return }
        #expect(degrees > 4)
    }
}
