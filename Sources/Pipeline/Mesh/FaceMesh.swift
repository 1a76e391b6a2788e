import Glibc

/// Runs MediaPipe's Face Mesh on a region around one head and keeps the 468 points of the last run.
public final class FaceMesh {
    /// Minimum presence of a face (face_landmark_cpu.pbtxt).
    public static let presenceThreshold = 0.5
    /// Faces that look at the camera have at least 0.99 (measured). Below this value the region may be wrong.
    static let surePresence = 0.9
    static let inputSide = 192
    /// Side of a region in sides of the box around a face (face_landmark_landmarks_to_roi.pbtxt and
    /// face_detection_front_detection_to_roi.pbtxt).
    static let regionScale = 1.5

    /// The last run's points in pixels of the view; z in the same unit, negative towards the camera.
    public private(set) var landmarks = [SIMD3<Float>](repeating: .zero, count: MeshTopology.pointCount)

    /// The last run's presence as the network gives it, without bounds: from about -10 to 30.
    private(set) var certainty = 0.0

    private let model: LiteRTModel
    private let points: UnsafeBufferPointer<Float>
    private let presence: UnsafeBufferPointer<Float>
    private let sampler = CropSampler(side: FaceMesh.inputSide, border: .replicate, low: 0, high: 1)
    private var solver = HeadPoseSolver()

    /// - Throws: ``ModelError`` if the model is missing, damaged or has another shape.
    public init(runtime: LiteRTRuntime, threads: Int = 1) throws {
        let side = Self.inputSide
        model = try LiteRTModel(.mesh, inputShape: [1, side, side, 3], threads: threads, runtime: runtime)
        points = try model.output(shape: [1, 1, 1, MeshTopology.pointCount * 3])
        presence = try model.output(shape: [1, 1, 1, 1])
    }

    /// Runs the mesh on a region and returns the presence, 0…1; ``landmarks`` hold the points.
    public func run(on region: RegionOfInterest, of view: FrameView, costs: StageCosts? = nil) throws -> Double {
        costs.measure(.crop) { sampler.sample(region, of: view, into: model.input) }
        return try costs.measure(.mesh) {
            try model.run()
            project(by: region)
            certainty = Double(presence[0])
            return 1 / (1 + exp(-certainty))
        }
    }

    /// The head's angles from the last run's points.
    public func pose(in view: FrameView, costs: StageCosts? = nil) -> HeadPose? {
        costs.measure(.pose) { solver.pose(of: landmarks, width: view.width, height: view.height) }
    }

    /// The region of the same head in the next frame (face_landmark_landmarks_to_roi.pbtxt): the square around all points, aligned with the
    /// eyes' outer corners, 1.5 times as large.
    public var nextRegion: RegionOfInterest {
        .square(around: box, from: point(MeshTopology.rightEyeCorners.outer), to: point(MeshTopology.leftEyeCorners.outer),
                scale: Self.regionScale)
    }

    /// The box around all points, in the view.
    var box: Box {
        var low = landmarks[0], high = landmarks[0]
        for point in landmarks {
            low = pointwiseMin(low, point)
            high = pointwiseMax(high, point)
        }
        return Box(low: PicturePoint(Double(low.x), Double(low.y)), high: PicturePoint(Double(high.x), Double(high.y)))
    }

    /// A mesh point in the view, without its depth.
    public func point(_ index: Int) -> PicturePoint {
        PicturePoint(Double(landmarks[index].x), Double(landmarks[index].y))
    }

    /// Distance of a mesh point towards the camera, in pixels of the view.
    func depth(_ index: Int) -> Double { Double(-landmarks[index].z) }

    /// Runs the model on the current content of the input, for measuring.
    public func runBare() throws { try model.run() }

    private func project(by region: RegionOfInterest) {
        let toView = region.cropToView
        let x = SIMD2<Float>(toView.x / Double(Self.inputSide))
        let y = SIMD2<Float>(toView.y / Double(Self.inputSide))
        let origin = SIMD2<Float>(toView.origin)
        let depth = Float(region.size.x) / Float(Self.inputSide)
        landmarks.withUnsafeMutableBufferPointer { landmarks in
            for i in 0..<MeshTopology.pointCount {
                let flat = origin + x * points[3 * i] + y * points[3 * i + 1]
                landmarks[i] = SIMD3(flat.x, flat.y, points[3 * i + 2] * depth)
            }
        }
    }
}
