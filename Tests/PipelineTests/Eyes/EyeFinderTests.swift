import Pipeline
import Testing

@Suite("Eyes in pictures")
struct EyeFinderTests {
    /// Both eyes of the photograph, after a change to it.
    private func eyes(_ change: (inout GreyPicture, Face) -> Void = { _, _ in }) throws -> [EyeSighting] {
        let runtime = try LiteRTRuntime(assets: .standard()), original = try Fixtures.photograph()
        let finder = try EyeFinder(runtime: runtime), tracker = try FaceTracker(accuracy: .high, runtime: runtime)
        let face = try #require(try original.withFrame { try tracker.face(in: FrameView($0)) })
        var picture = original
        change(&picture, face)
        return try picture.withFrame { frame in
            try EyeFinder.Side.allCases.map { try #require(try finder.look($0, of: face, in: FrameView(frame))) }
        }
    }

    @Test("the photograph's eyes are open, certain and look almost straight ahead")
    func open() throws {
        for sighting in try eyes() {
            #expect(sighting.certainty == 1 && (0.2...0.5).contains(sighting.eye.openness), "\(sighting)")
            #expect(sighting.eye.iris.x.magnitude < 0.25 && sighting.eye.iris.y.magnitude < 0.3, "\(sighting)")
        }
    }

    @Test("eyes behind dark glasses are uncertain, although the model reports an iris that is not visible")
    func glasses() throws {
        let dark = try eyes { picture, face in
            for eye in [face.rightEye, face.leftEye] {
                for y in Int(eye.y) - 20...Int(eye.y) + 20 {
                    for x in Int(eye.x) - 25...Int(eye.x) + 25 { picture.luma[y * picture.width + x] = UInt8(20 + (x + y) % 3) }
                }
            }
        }
        #expect(dark.allSatisfy { $0.certainty < 0.5 }, "\(dark)")
    }

    @Test("in a mirrored picture the eyes change sides, and look to the other side")
    func mirrored() throws {
        let runtime = try LiteRTRuntime(assets: .standard()), photograph = try Fixtures.photograph()
        let finder = try EyeFinder(runtime: runtime), tracker = try FaceTracker(accuracy: .high, runtime: runtime)
        let mirrored = photograph.mounted(Mounting(orientation: .upright, isMirrored: true))
        func look(_ side: EyeFinder.Side, in picture: GreyPicture) throws -> EyeSighting {
            try picture.withFrame { frame in
                let view = FrameView(frame)
                tracker.forget()
                let face = try #require(try tracker.face(in: view))
                return try #require(try finder.look(side, of: face, in: view))
            }
        }
        let right = try look(.right, in: photograph), left = try look(.left, in: mirrored)
        #expect((right.eye.iris.x + left.eye.iris.x).magnitude < 0.06 && (right.eye.iris.y - left.eye.iris.y).magnitude < 0.06, "\(right) \(left)")
    }

    @Test("a remembered picture is found by its time, and gone once it is forgotten")
    func remembered() throws {
        let runtime = try LiteRTRuntime(assets: .standard()), photograph = try Fixtures.photograph()
        let finder = try EyeFinder(runtime: runtime), tracker = try FaceTracker(accuracy: .high, runtime: runtime)
        let face = try #require(try photograph.withFrame { try tracker.face(in: FrameView($0)) })
        for index in 0..<20 {
            var moved = face
            moved.rightEye.x += 0.01 * Double(index)  // an exactly equal position would count as the same picture
            photograph.withFrame(time: Double(index) * 0.1) { finder.remember(moved, in: FrameView($0)) }
        }
        let before = try #require(try finder.look(.right, from: 0, before: 1.1)), now = try photograph.withFrame(time: 2) {
            try #require(try finder.look(.right, of: face, in: FrameView($0)))
        }
        #expect((0.8...1.1).contains(before.time) && now.time == 2)
        #expect((before.eye.iris.x - now.eye.iris.x).magnitude < 0.05)
        #expect(try finder.look(.right, from: -2, before: -1) == nil)
        finder.forget()
        #expect(try finder.look(.right, from: 0, before: 1.1) == nil)
    }
}
