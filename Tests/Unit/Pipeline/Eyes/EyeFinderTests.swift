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

    /// Paints over an eye, from the left corner at 0 to the right one at 1, and up and down by a part of its width.
    private func paint(_ picture: inout GreyPicture, _ eye: PicturePoint, _ face: Face, height: Double, _ luma: (Int, Int) -> UInt8) {
        let wide = 0.3 * FacePoints.length(face.leftEye - face.rightEye)
        for y in Int(eye.y - height * wide)...Int(eye.y + height * wide) {
            for x in Int(eye.x - wide)...Int(eye.x + wide) { picture.luma[y * picture.width + x] = luma(x, y) }
        }
    }

    /// Whether the recogniser uses a measurement.
    private func isUsed(_ sighting: EyeSighting) -> Bool {
        sighting.certainty >= 0.5 && sighting.eye.openness >= 0.17
    }

    @Test("a covered eye is not used, and the other one is seen as before")
    func covered() throws {
        let whole = try eyes(), half = try eyes { picture, face in
            paint(&picture, face.rightEye, face, height: 0.9) { x, y in UInt8(150 + (x + y) % 3) }
        }
        #expect(!isUsed(half[0]) && half[1] == whole[1], "\(half[0])")
    }

    @Test("closed eyes are not used")
    func closed() throws {
        let shut = try eyes { picture, face in
            for eye in [face.rightEye, face.leftEye] {
                // Lids of skin with a line of lashes between them.
                paint(&picture, eye, face, height: 0.55) { x, y in
                    let skin = 165 + 6 * (Double(x) - eye.x) / 20
                    let lashes = eye.y + 3 - 0.012 * (Double(x) - eye.x) * (Double(x) - eye.x)
                    return UInt8(abs(Double(y) - lashes) < 1.2 ? skin - 80 : skin)
                }
            }
        }
        #expect(shut.allSatisfy { !isUsed($0) }, "\(shut)")
    }

    @Test("eyes 15 pixels apart are not used, and eyes 45 pixels apart are", arguments: [(15.0, false), (45, true)] as [(Double, Bool)])
    func small(distance: Double, isGood: Bool) throws {
        let photograph = try Fixtures.photograph(), runtime = try LiteRTRuntime(assets: .standard())
        let finder = try EyeFinder(runtime: runtime), tracker = try FaceTracker(accuracy: .high, runtime: runtime)
        var face = try #require(try photograph.withFrame { try tracker.face(in: FrameView($0)) })
        let factor = distance / FacePoints.length(face.leftEye - face.rightEye), block = 1 / factor
        let width = Int(Double(photograph.width) * factor), height = Int(Double(photograph.height) * factor)
        var small = GreyPicture(width: width, height: height, luma: [UInt8](repeating: 0, count: width * height))
        for y in 0..<height {
            for x in 0..<width {
                var sum = 0, count = 0
                for row in Int(Double(y) * block)..<max(Int(Double(y) * block) + 1, Int(Double(y + 1) * block)) {
                    for column in Int(Double(x) * block)..<max(Int(Double(x) * block) + 1, Int(Double(x + 1) * block)) {
                        sum += Int(photograph.luma[row * photograph.width + column])
                        count += 1
                    }
                }
                small.luma[y * width + x] = UInt8(sum / count)
            }
        }
        face.rightEye *= factor
        face.leftEye *= factor
        let seen = try small.withFrame { frame in try EyeFinder.Side.allCases.map { try #require(try finder.look($0, of: face, in: FrameView(frame))) } }
        #expect(seen.allSatisfy { isUsed($0) == isGood }, "\(seen)")
    }

    @Test("a face on its side has the same eyes as an upright one, or none")
    func lying() throws {
        let upright = try eyes(), runtime = try LiteRTRuntime(assets: .standard()), photograph = try Fixtures.photograph()
        let finder = try EyeFinder(runtime: runtime), tracker = try FaceTracker(accuracy: .high, runtime: runtime)
        var seen = 0
        for orientation in [Orientation.turnClockwise, .turnCounterclockwise] {
            tracker.forget()
            try photograph.mounted(Mounting(orientation: orientation, isMirrored: false)).withFrame { frame in
                guard let face = try tracker.face(in: FrameView(frame)) else { return }
                for (side, before) in zip(EyeFinder.Side.allCases, upright) {
                    guard let look = try finder.look(side, of: face, in: FrameView(frame)), isUsed(look) else { continue }
                    seen += 1
                    let away = look.eye.iris - before.eye.iris
                    #expect(FacePoints.length(away) < 0.12, "\(look) \(before)")
                }
            }
        }
        print("eyes of lying faces that are used: \(seen) of 4")
    }

    @Test("a run that fails is an error")
    func failing() throws {
        struct Failure: Error {}
        let runtime = try LiteRTRuntime(assets: .standard()), photograph = try Fixtures.photograph()
        let finder = try EyeFinder(runtime: runtime), tracker = try FaceTracker(accuracy: .high, runtime: runtime)
        let face = try #require(try photograph.withFrame { try tracker.face(in: FrameView($0)) })
        finder.fault = Failure()
        #expect(throws: Failure.self) { try photograph.withFrame { try finder.look(.left, of: face, in: FrameView($0)) } }
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
