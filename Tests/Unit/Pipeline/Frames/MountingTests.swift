import Pipeline
import Testing

@Suite("Orientation")
struct MountingTests {
    @Test("the frame's top left and top right corners lie in the view where EXIF says", arguments: [
        // For a 4×2 frame: the positions of (0,0) and (4,0).
        (Orientation.upright, PicturePoint(0, 0), PicturePoint(4, 0)),
        (.mirrored, PicturePoint(4, 0), PicturePoint(0, 0)),
        (.upsideDown, PicturePoint(4, 2), PicturePoint(0, 2)),
        (.upsideDownMirrored, PicturePoint(0, 2), PicturePoint(4, 2)),
        (.transposed, PicturePoint(0, 0), PicturePoint(0, 4)),
        (.turnClockwise, PicturePoint(2, 0), PicturePoint(2, 4)),
        (.transverse, PicturePoint(2, 4), PicturePoint(2, 0)),
        (.turnCounterclockwise, PicturePoint(0, 4), PicturePoint(0, 0)),
    ])
    func corners(orientation: Orientation, topLeft: PicturePoint, topRight: PicturePoint) {
        let transform = Mounting(orientation: orientation).frameToView(width: 4, height: 2)
        #expect(transform.apply(PicturePoint(0, 0)) == topLeft)
        #expect(transform.apply(PicturePoint(4, 0)) == topRight)
    }

    @Test("every mounting's transform has an inverse", arguments: Orientation.allCases, [false, true])
    func wayBack(orientation: Orientation, isMirrored: Bool) throws {
        let transform = Mounting(orientation: orientation, isMirrored: isMirrored).frameToView(width: 640, height: 480)
        let back = try #require(transform.inverse)
        let point = PicturePoint(123.25, 45.5)
        let returned = back.apply(transform.apply(point))
        #expect(abs(returned.x - point.x) < 1e-9 && abs(returned.y - point.y) < 1e-9)
    }

    @Test("a transform that folds the plane onto a line has no inverse")
    func noWayBack() {
        #expect(AffineTransform(x: PicturePoint(1, 2), y: PicturePoint(2, 4), origin: .zero).inverse == nil)
    }

    @Test("however the camera is mounted, the face is the same in the view",
          arguments: Orientation.allCases, [false, true])
    func sameFace(orientation: Orientation, isMirrored: Bool) throws {
        let picture = try Fixtures.photograph()
        let runtime = try LiteRTRuntime()
        func face(_ picture: GreyPicture, _ mounting: Mounting) throws -> Face {
            let tracker = try FaceTracker(accuracy: .high, runtime: runtime)
            return try picture.withFrame { frame in
                _ = try tracker.face(in: FrameView(frame, mounting: mounting))
                return try #require(try tracker.face(in: FrameView(frame, mounting: mounting)))
            }
        }
        let mounting = Mounting(orientation: orientation, isMirrored: isMirrored)
        let upright = try face(picture, Mounting()), other = try face(picture.mounted(mounting), mounting)
        for (a, b) in [(upright.leftEye, other.leftEye), (upright.rightEye, other.rightEye), (upright.mouth, other.mouth)] {
            let away = a - b
            #expect((away * away).sum().squareRoot() < 0.75, "\(a) and \(b)")
        }
    }
}
