// Frames in, the user's face out.

/// Finds one face and follows it from frame to frame.
///
/// While no face is known the whole view is searched. Then, with accuracy `high`, the mesh runs on the region that the
/// last frame's points give (MediaPipe's tracking loop, face_landmark_front_cpu.pbtxt); with `low`, BlazeFace runs on a
/// crop around the head. When the face is not certain any more the same frame is searched again.
public final class FaceTracker {
    /// NodKit's two accuracies.
    public enum Accuracy: String, CaseIterable, Sendable {
        case low, high
    }

    /// Rolls that are searched when the upright view shows no face, one of them a frame, in radians: users lie and lean,
    /// and BlazeFace finds heads within about 35° of upright.
    private static let searchRolls: [Double] = [.pi / 4, -.pi / 4, .pi / 2, -.pi / 2]
    /// A crop for key points is this many times the face's box.
    private static let cropScale = 2.0

    /// The last run's mesh; only with accuracy `high`.
    public let mesh: FaceMesh?
    /// Set it to measure stages.
    public var costs: StageCosts?

    private let detector: FaceDetector
    private var region: RegionOfInterest?
    private var nextRoll = 0

    /// - Parameter threads: CPU threads of each model's run.
    /// - Throws: ``ModelFault``.
    public init(accuracy: Accuracy, runtime: LiteRTRuntime, threads: Int = 1) throws {
        detector = try FaceDetector(runtime: runtime, threads: threads)
        mesh = accuracy == .high ? try FaceMesh(runtime: runtime, threads: threads) : nil
    }

    /// The face in this frame, or `nil` where none is certain.
    public func face(in view: FrameView) throws -> Face? {
        if let region, let face = try follow(in: region, of: view) { return face }
        region = nil
        guard let found = try search(view) else { return nil }
        return try follow(in: found, of: view)
    }

    /// Whether a face is being followed.
    public var isFollowing: Bool { region != nil }

    /// Forgets the face, so that the next frame is searched.
    public func forget() { region = nil }

    private func follow(in region: RegionOfInterest, of view: FrameView) throws -> Face? {
        guard let mesh else { return try followByDetection(in: region, of: view) }
        let presence = try mesh.run(on: region, of: view, costs: costs)
        guard presence >= FaceMesh.presenceThreshold else {
            self.region = nil
            return nil
        }
        self.region = mesh.nextRegion
        return Face(mesh: mesh, pose: mesh.pose(in: view, costs: costs), presence: presence)
    }

    private func followByDetection(in region: RegionOfInterest, of view: FrameView) throws -> Face? {
        // In a crop around one head, another face is the one further from the middle.
        var nearest: Detection?
        func distance(_ detection: Detection) -> Double {
            let away = detection.box.center - region.center
            return (away * away).sum()
        }
        try detector.detect(in: region, of: view, costs: costs) { detection in
            if nearest.map({ distance(detection) < distance($0) }) ?? true { nearest = detection }
        }
        self.region = nearest.map { Self.region(around: $0, scale: Self.cropScale) }
        return nearest.map(Face.init(detection:))
    }

    /// The biggest face of the whole view.
    private func search(_ view: FrameView) throws -> RegionOfInterest? {
        if let found = try biggest(in: .letterbox(width: view.width, height: view.height), of: view) { return found }
        defer { nextRoll = (nextRoll + 1) % Self.searchRolls.count }
        return try biggest(in: .letterbox(width: view.width, height: view.height, rotation: Self.searchRolls[nextRoll]),
                           of: view)
    }

    private func biggest(in region: RegionOfInterest, of view: FrameView) throws -> RegionOfInterest? {
        var biggest: Detection?
        try detector.detect(in: region, of: view, costs: costs) { detection in
            if detection.box.area > biggest?.box.area ?? 0 { biggest = detection }
        }
        let scale = mesh == nil ? Self.cropScale : 1.5  // MediaPipe's own for the mesh
        return biggest.map { Self.region(around: $0, scale: scale) }
    }

    private static func region(around detection: Detection, scale: Double) -> RegionOfInterest {
        .square(around: detection.box, from: detection.rightEye, to: detection.leftEye, scale: scale)
    }
}
