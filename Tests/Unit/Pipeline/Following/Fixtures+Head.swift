import Pipeline
import Testing

extension Fixtures {
    /// A camera's view of the photograph: 320 × 320 pixels around the face, shifted, scaled and rotated.
    static func view(shift: PicturePoint = .zero, growth: Double = 1, degrees: Double = 0, gain: Float = 1,
                      light: Float = 0) throws -> GreyPicture {
        let picture = try photograph()
        let region = RegionOfInterest(center: PicturePoint(226, 140) - shift, size: PicturePoint(320, 320) / growth,
                                      rotation: -degrees * .pi / 180)
        let tensor = UnsafeMutableBufferPointer<Float>.allocate(capacity: 320 * 320 * 3)
        defer { tensor.deallocate() }
        picture.withFrame {
            CropSampler(side: 320, border: .replicate, low: 0, high: 255).sample(region, of: FrameView($0), into: tensor)
        }
        return GreyPicture(width: 320, height: 320, luma: (0..<320 * 320).map {
            UInt8(min(max(tensor[3 * $0] * gain + light, 0), 255))
        })
    }

    /// The photograph's face as the mesh sees it, its axes, and the mesh.
    static func face(of picture: GreyPicture) throws -> (points: FacePoints, axes: FaceAxes, mesh: FaceMesh) {
        let tracker = try FaceTracker(accuracy: .low, runtime: LiteRTRuntime())
        _ = try picture.withFrame { try #require(try tracker.face(in: FrameView($0))) }
        let points = FacePoints(tracker.mesh)
        let axes = try #require(FaceAxes(rightEye: points.rightEye, leftEye: points.leftEye, mouth: points.mouth))
        return (points, axes, tracker.mesh)
    }
}
