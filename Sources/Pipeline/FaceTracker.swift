// Frames in, the user's face out.

/// Finds one face and follows it from frame to frame.
///
/// While no face is known the whole view is searched. Then, with accuracy `high`, the mesh runs on the region that the
/// last frame's points give (MediaPipe's tracking loop, face_landmark_front_cpu.pbtxt); with `low`, BlazeFace runs on a
/// crop around the head. A face that the mesh gives up on, because it looks far down or is half hidden, is followed by
/// BlazeFace for up to a second, but is not certain then. After a second without certainty the search begins again.
public final class FaceTracker {
    /// NodKit's two accuracies.
    public enum Accuracy: String, CaseIterable, Sendable {
        case low, high
    }

    /// Rolls at which a face is searched, one of them a frame, in radians: users lie and lean, and BlazeFace finds heads
    /// within about 35° of upright. Every other time upright, as most are.
    private static let searchRolls: [Double] = [0, .pi / 4, 0, -.pi / 4, 0, .pi / 2, 0, -.pi / 2]
    /// A crop for BlazeFace is this many times the face's box.
    private static let cropScale = 2.0
    /// For so long, in seconds, only the known place is looked at for a face that was certain there: longer than it takes
    /// until the face counts as lost, so that no other one takes over unnoticed.
    private static let graceTime = 1.0

    /// The mesh, where it was loaded; it may be unused at the moment.
    public let mesh: FaceMesh?
    /// How the face is followed from the next frame on. `high` needs the mesh and stays `low` where it was not loaded.
    /// A face that is known stays known.
    public var accuracy: Accuracy {
        didSet { if mesh == nil { accuracy = .low } }
    }
    /// Set it to measure stages.
    public var costs: StageCosts?

    private let detector: FaceDetector
    private var region: RegionOfInterest?
    private var lastSeen = -Double.infinity
    /// The mesh was certain in the last frame, and its points say where to look.
    private var isMeshCertain = false
    private var nextRoll = 0

    /// - Parameter threads: CPU threads of each model's run.
    /// - Throws: ``ModelFault``.
    public init(accuracy: Accuracy, runtime: LiteRTRuntime, threads: Int = 1) throws {
        detector = try FaceDetector(runtime: runtime, threads: threads)
        mesh = accuracy == .high ? try FaceMesh(runtime: runtime, threads: threads) : nil
        self.accuracy = accuracy
    }

    /// The mesh, while it is what the face is followed by.
    private var usedMesh: FaceMesh? { accuracy == .high ? mesh : nil }

    /// The face in this frame, or `nil` where there is none. Only a face that `isCertain` may be acted on.
    public func face(in view: FrameView) throws -> Face? {
        let time = view.frame.time
        if region != nil, time - lastSeen > Self.graceTime { region = nil }
        guard let face = try seek(in: view) else { return nil }
        if face.isCertain { lastSeen = time }
        return face
    }

    /// At most two runs of a network a frame, so that a frame in which the face is lost is known as quickly as another.
    private func seek(in view: FrameView) throws -> Face? {
        guard let known = region else {
            return try search(view).flatMap { try firstFace(of: $0, in: view) }
        }
        if usedMesh != nil, isMeshCertain {
            isMeshCertain = false
            return try meshFace(in: known, of: view)
        }
        // Somebody else's face elsewhere in the picture is not this one, however clear it is: only here is looked.
        guard let detection = try nearest(in: known, of: view), known.reaches(detection.box.center) else { return nil }
        if usedMesh == nil { return follow(detection, isCertain: true) }
        return try meshFace(in: Self.square(around: detection, FaceMesh.regionScale), of: view)
            ?? follow(detection, isCertain: false)
    }

    /// Forgets the face, so that the next frame is searched.
    public func forget() { region = nil }

    /// The face that the mesh is certain of.
    private func meshFace(in region: RegionOfInterest, of view: FrameView) throws -> Face? {
        guard let mesh = usedMesh else { return nil }
        let presence = try mesh.run(on: region, of: view, costs: costs)
        guard presence >= FaceMesh.presenceThreshold else { return nil }
        self.region = mesh.nextRegion
        isMeshCertain = true
        return Face(mesh: mesh, pose: mesh.pose(in: view, costs: costs), presence: presence)
    }

    /// A new face where BlazeFace sees one, if a second look agrees: the mesh, or BlazeFace on a crop.
    private func firstFace(of detection: Detection, in view: FrameView) throws -> Face? {
        if usedMesh != nil { return try meshFace(in: Self.square(around: detection, FaceMesh.regionScale), of: view) }
        return try nearest(in: Self.square(around: detection, Self.cropScale), of: view).map { follow($0, isCertain: true) }
    }

    private func follow(_ detection: Detection, isCertain: Bool) -> Face {
        region = Self.square(around: detection, Self.cropScale)
        isMeshCertain = false
        return Face(detection: detection, isCertain: isCertain)
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

    /// The biggest face of the whole view, upright and rolled in turns.
    private func search(_ view: FrameView) throws -> Detection? {
        defer { nextRoll = (nextRoll + 1) % Self.searchRolls.count }
        var biggest: Detection?
        let region = RegionOfInterest.letterbox(width: view.width, height: view.height,
                                                rotation: Self.searchRolls[nextRoll])
        try detector.detect(in: region, of: view, costs: costs) { detection in
            if detection.box.area > biggest?.box.area ?? 0 { biggest = detection }
        }
        return biggest
    }

    private static func square(around detection: Detection, _ scale: Double) -> RegionOfInterest {
        .square(around: detection.box, from: detection.rightEye, to: detection.leftEye, scale: scale)
    }
}
