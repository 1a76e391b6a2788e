// Frames in, the user's face out.

/// Finds one face and follows it from frame to frame.
///
/// While no face is known the whole view is searched. Then, with accuracy `high`, the mesh runs on the region that the
/// last frame's points give (MediaPipe's tracking loop, face_landmark_front_cpu.pbtxt); with `low`, BlazeFace runs on a
/// crop around the head. A face that the mesh gives up on, because it looks far down or is half hidden, is followed by
/// BlazeFace for a moment. When that sees nothing either, the same frame is searched.
public final class FaceTracker {
    /// NodKit's two accuracies.
    public enum Accuracy: String, CaseIterable, Sendable {
        case low, high
    }

    /// Rolls that are searched when the upright view shows no face, one of them a frame, in radians: users lie and lean,
    /// and BlazeFace finds heads within about 35° of upright.
    private static let searchRolls: [Double] = [.pi / 4, -.pi / 4, .pi / 2, -.pi / 2]
    /// A crop for BlazeFace is this many times the face's box; one for the mesh is MediaPipe's own 1.5.
    private static let cropScale = 2.0
    private static let meshScale = 1.5
    /// How long BlazeFace alone may carry a face that the mesh has given up on, in seconds. BlazeFace takes more for a
    /// face than the mesh does, so it may bridge a gap but not keep a face alive.
    private static let bridgeTime = 1.0

    /// The last run's mesh; only with accuracy `high`.
    public let mesh: FaceMesh?
    /// Set it to measure stages.
    public var costs: StageCosts?

    private let detector: FaceDetector
    private var region: RegionOfInterest?
    private var lastMeshTime = -Double.infinity
    private var nextRoll = 0

    /// - Parameter threads: CPU threads of each model's run.
    /// - Throws: ``ModelFault``.
    public init(accuracy: Accuracy, runtime: LiteRTRuntime, threads: Int = 1) throws {
        detector = try FaceDetector(runtime: runtime, threads: threads)
        mesh = accuracy == .high ? try FaceMesh(runtime: runtime, threads: threads) : nil
    }

    /// The face in this frame, or `nil` where none is certain.
    public func face(in view: FrameView) throws -> Face? {
        let known = region
        if let known {
            if let face = try meshFace(in: known, of: view) { return face }
            if let detection = try nearest(in: known, of: view), let face = try face(of: detection, known, in: view) {
                return face
            }
        }
        if let detection = try search(view), let face = try face(of: detection, known, in: view) { return face }
        // The region is kept while the face may be bridged, so that a frame without any does not end that.
        if !isBridging(at: view.frame.time) { region = nil }
        return nil
    }

    /// Whether a face is being followed.
    public var isFollowing: Bool { region != nil }

    /// Forgets the face, so that the next frame is searched.
    public func forget() { region = nil }

    /// The face that the mesh is certain of.
    private func meshFace(in region: RegionOfInterest, of view: FrameView) throws -> Face? {
        guard let mesh else { return nil }
        let presence = try mesh.run(on: region, of: view, costs: costs)
        guard presence >= FaceMesh.presenceThreshold else { return nil }
        self.region = mesh.nextRegion
        lastMeshTime = view.frame.time
        return Face(mesh: mesh, pose: mesh.pose(in: view, costs: costs), presence: presence)
    }

    /// A face where BlazeFace sees one: certain by the mesh, or by a second look at a crop, or as a bridge.
    private func face(of detection: Detection, _ known: RegionOfInterest?, in view: FrameView) throws -> Face? {
        if mesh != nil {
            if let face = try meshFace(in: Self.square(around: detection, Self.meshScale), of: view) { return face }
            guard let known, isBridging(at: view.frame.time), known.reaches(detection.box.center) else { return nil }
            return follow(detection)
        }
        if known != nil { return follow(detection) }
        return try nearest(in: Self.square(around: detection, Self.cropScale), of: view).map(follow)
    }

    private func isBridging(at time: Double) -> Bool { mesh != nil && time - lastMeshTime <= Self.bridgeTime }

    private func follow(_ detection: Detection) -> Face {
        region = Self.square(around: detection, Self.cropScale)
        return Face(detection: detection)
    }

    /// In a crop around one head, another face is the one further from the middle.
    private func nearest(in region: RegionOfInterest, of view: FrameView) throws -> Detection? {
        var nearest: Detection?
        func distance(_ detection: Detection) -> Double {
            let away = detection.box.center - region.center
            return (away * away).sum()
        }
        try detector.detect(in: region, of: view, costs: costs) { detection in
            if nearest.map({ distance(detection) < distance($0) }) ?? true { nearest = detection }
        }
        return nearest
    }

    /// The biggest face of the whole view.
    private func search(_ view: FrameView) throws -> Detection? {
        if let found = try biggest(in: view, roll: 0) { return found }
        defer { nextRoll = (nextRoll + 1) % Self.searchRolls.count }
        return try biggest(in: view, roll: Self.searchRolls[nextRoll])
    }

    private func biggest(in view: FrameView, roll: Double) throws -> Detection? {
        var biggest: Detection?
        let region = RegionOfInterest.letterbox(width: view.width, height: view.height, rotation: roll)
        try detector.detect(in: region, of: view, costs: costs) { detection in
            if detection.box.area > biggest?.box.area ?? 0 { biggest = detection }
        }
        return biggest
    }

    private static func square(around detection: Detection, _ scale: Double) -> RegionOfInterest {
        .square(around: detection.box, from: detection.rightEye, to: detection.leftEye, scale: scale)
    }
}
