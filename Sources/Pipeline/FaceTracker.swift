// Frames in, the user's face out.

/// Finds one face and follows it from frame to frame, with a network's run only where one is needed.
///
/// While no face is known the whole view is searched, often while something moves and rarely while nothing does. Then a
/// frame in which nothing has changed near the head costs no more than seeing that: the last face stands. Where something
/// has, accuracy `high` runs the mesh on the region that the last frame's points give (MediaPipe's tracking loop,
/// face_landmark_front_cpu.pbtxt); `low` follows the head by motion, and BlazeFace on a crop around it corrects that now
/// and then, at once where following is not sure. A face that the mesh gives up on, because it looks far down or is half
/// hidden, is looked for by BlazeFace for up to a second, but is not certain then. After that the search begins again.
public final class FaceTracker {
    /// NodKit's two accuracies.
    public enum Accuracy: String, CaseIterable, Sendable {
        case low, high
    }

    /// Times in seconds of the frames' clock.
    private enum Interval {
        /// For so long only the known place is looked at for a face that was certain there: longer than it takes until
        /// the face counts as lost. Whether a face that is found later is the same person's, the recogniser judges.
        static let grace = 1.0
        /// A network's run at the latest after this: where the head stays (whatever a mouth says), where it moves, and where
        /// it came to rest.
        static let heartbeat = 6.0
        static let moving = 0.35
        static let settled = 0.2
    }

    /// A crop for BlazeFace is this many times the face's box.
    private static let cropScale = 2.0
    /// Scores at which BlazeFace is believed without the mesh, of a new face and of a known one: faces that look at the
    /// camera have 0.87 and more, ones turned by 55° 0.72, and what is none, hair or a back, reaches 0.66 (measured on real
    /// footage).
    private static let belief = (new: 0.75, known: 0.7)
    /// Confidence of following: with less than the first its motion is not taken; with less than the second BlazeFace looks
    /// at once; with more than the third a detection may fail for a few frames before the face is given up.
    private static let confidence = (some: 0.3, sure: 0.4, high: 0.7)
    private static let failuresForgiven = 2
    /// A distance, in interocular distances, that is a movement of the head.
    private static let movement = 0.03
    /// Detections after one, the first of which may still be blurred and is taken over in part only.
    private static let looksAfterMovement = 2
    /// A head does not change its size by more than this factor from one detection to the next.
    private static let sizeRatio = 1.6

    private enum Knowledge {
        case nobody
        /// A face was or should be here.
        case place(RegionOfInterest)
        /// The mesh was certain; its points say where to look next.
        case meshed(RegionOfInterest, Face, isSettled: Bool)
        case followed(FollowedFace)
    }

    /// May be changed while running; without the mesh it stays `low`.
    public var accuracy: Accuracy {
        didSet { if mesh == nil { accuracy = .low } }
    }
    /// The last run's mesh; only where it was asked for at the start.
    public let mesh: FaceMesh?
    /// Set it to measure stages.
    public var costs: StageCosts?

    private let detector: FaceDetector
    private let pace = SearchPace()
    private var searchRegions = SearchRegions()
    private let watch = HeadWatch()
    private let follower = HeadFollower()
    private let runsAlways: Bool
    private var knowledge = Knowledge.nobody
    private var lastSeen = -Double.infinity
    private var lastRun = -Double.infinity
    private var lastTime = -Double.infinity
    private var failures = 0
    /// Detections still to come after a movement.
    private var looksAtRest = 0

    /// - Parameters:
    ///   - accuracy: `high` loads the mesh too.
    ///   - threads: CPU threads of each model's run.
    ///   - runsAlways: a network on every frame, the mesh or BlazeFace; only to measure what doing without costs.
    /// - Throws: ``ModelFault``.
    public init(accuracy: Accuracy, runtime: LiteRTRuntime, threads: Int = 1, runsAlways: Bool = false) throws {
        detector = try FaceDetector(runtime: runtime, threads: threads)
        mesh = accuracy == .high ? try FaceMesh(runtime: runtime, threads: threads) : nil
        self.accuracy = accuracy
        self.runsAlways = runsAlways
    }

    /// Nobody is known to be there.
    public var isSearching: Bool { if case .nobody = knowledge { true } else { false } }

    /// Forgets the face, so that the next frame is searched.
    public func forget() {
        knowledge = .nobody
        pace.restart()
    }

    /// The face in this frame, or `nil` where there is none. Only a face that `isCertain` may be acted on.
    public func face(in view: FrameView) throws -> Face? {
        let time = view.frame.time
        if time < lastTime { forget() }  // another clip: what was known is of another time
        lastTime = time
        if !isSearching, time - lastSeen > Interval.grace { forget() }
        guard let face = try seek(in: view) else { return nil }
        if face.isCertain { lastSeen = time }
        return face
    }

    /// At most two runs of a network a frame, so that a frame in which the face is lost is known as quickly as another.
    private func seek(in view: FrameView) throws -> Face? {
        switch knowledge {
        case .nobody: try search(view)
        case .place(let region): try lookAt(region, in: view)
        case .meshed(let region, let face, let isSettled) where accuracy == .high:
            try meshed(face, isSettled: isSettled, region, in: view)
        case .meshed(let region, _, _): try lookAt(region, in: view)
        case .followed(let face) where accuracy == .low: try followed(face, in: view)
        case .followed(let face): try lookAt(face.region(in: view, scale: Self.cropScale), in: view)
        }
    }

    // MARK: - Finding

    /// The biggest face of the region whose turn it is, if a second look agrees.
    private func search(_ view: FrameView) throws -> Face? {
        guard pace.isDue(view.frame) else { return nil }
        var biggest: Detection?
        let region = searchRegions.next(width: view.width, height: view.height)
        try detector.detect(in: region, of: view, costs: costs) { detection in
            if detection.box.area > biggest?.box.area ?? 0 { biggest = detection }
        }
        guard let biggest else { return nil }
        if accuracy == .high { return try runMesh(on: Self.square(around: biggest, FaceMesh.regionScale), of: view) }
        guard let again = try nearest(in: Self.square(around: biggest, Self.cropScale), of: view),
              again.score >= Self.belief.new
        else { return nil }
        return begin(again, in: view)
    }

    /// Somebody else's face elsewhere in the picture is not this one, however clear it is: only here is looked.
    private func lookAt(_ region: RegionOfInterest, in view: FrameView) throws -> Face? {
        knowledge = .place(region)
        guard let detection = try nearest(in: region, of: view), region.reaches(detection.box.center) else { return nil }
        if accuracy == .low, runsAlways || detection.score >= Self.belief.known { return begin(detection, in: view) }
        if accuracy == .high, let face = try runMesh(on: Self.square(around: detection, FaceMesh.regionScale), of: view) {
            return face
        }
        if accuracy == .high { knowledge = .place(Self.square(around: detection, Self.cropScale)) }
        return Face(detection: detection, isCertain: false)
    }

    // MARK: - Accuracy high

    /// - Parameter isSettled: the last run found the face where the one before had. One that still slides towards a head
    ///   must go on although nothing changes where it is.
    private func meshed(_ last: Face, isSettled: Bool, _ region: RegionOfInterest, in view: FrameView) throws -> Face? {
        let isSame = !watch.hasChanged(in: view.frame, center: view.viewToFrame.apply(last.noseTip))
        let mayStand = !runsAlways && isSettled && last.confidence >= FaceMesh.surePresence
        if isSame, mayStand, view.frame.time - lastRun < Interval.heartbeat { return last }
        knowledge = .place(region)
        // Beside a head that comes in from the edge the mesh can hold on to next to nothing: BlazeFace sets it right.
        if last.confidence < FaceMesh.surePresence, let found = try nearest(in: region, of: view),
           region.reaches(found.box.center) {
            return try runMesh(on: Self.square(around: found, FaceMesh.regionScale), of: view, last: last)
        }
        return try runMesh(on: region, of: view, last: last)
    }

    /// The face that the mesh is certain of.
    private func runMesh(on region: RegionOfInterest, of view: FrameView, last: Face? = nil) throws -> Face? {
        guard let mesh else { return nil }
        let presence = try mesh.run(on: region, of: view, costs: costs)
        guard presence >= FaceMesh.presenceThreshold else { return nil }
        let face = Face(mesh: mesh, pose: mesh.pose(in: view, costs: costs), presence: presence)
        let eyeDistance = FacePoints.length(face.leftEye - face.rightEye)
        watch.begin(at: view.frame, center: view.viewToFrame.apply(face.noseTip), eyeDistance: eyeDistance)
        let isSettled = last.map { FacePoints.length(face.noseTip - $0.noseTip) < Self.movement * eyeDistance } ?? false
        knowledge = .meshed(mesh.nextRegion, face, isSettled: isSettled)
        lastRun = view.frame.time
        return face
    }

    // MARK: - Accuracy low

    /// Begins to follow a face that BlazeFace has found.
    private func begin(_ detection: Detection, in view: FrameView) -> Face {
        let face = FollowedFace(detection, viewToFrame: view.viewToFrame)
        anchor(face, at: detection, in: view)
        return face.face(in: view)
    }

    private func followed(_ last: FollowedFace, in view: FrameView) throws -> Face? {
        var face = last
        let hasChanged = costs.measure(.follow) { follower.follow(view.frame) }
        // A motion that nothing speaks for would only lead the next look astray.
        if hasChanged, follower.confidence >= Self.confidence.some, let axes = follower.axes {
            face.move(by: follower.motion, axes: axes)
        }
        face.correct()
        knowledge = .followed(face)
        let hasMoved = face.distance > Self.movement
        if hasMoved { looksAtRest = Self.looksAfterMovement }
        let interval = hasChanged && hasMoved ? Interval.moving : looksAtRest > 0 ? Interval.settled : Interval.heartbeat
        let isSure = follower.confidence >= Self.confidence.sure && failures == 0 && !runsAlways
        if isSure, view.frame.time - lastRun < interval { return face.face(in: view) }

        let region = face.region(in: view, scale: Self.cropScale)
        var found = try nearest(in: region, of: view)
        if let detection = found, !region.reaches(detection.box.center) || !face.hasSize(of: detection, within: Self.sizeRatio) {
            found = nil  // another one's
        }
        if let found, found.score >= Self.belief.known || runsAlways {
            if runsAlways { return begin(found, in: view) }
            face.take(found, viewToFrame: view.viewToFrame, confidence: follower.confidence)
            anchor(face, at: found, in: view)
            return face.face(in: view)
        }
        failures += 1
        if follower.confidence >= Self.confidence.high, failures <= Self.failuresForgiven { return face.face(in: view) }
        knowledge = .place(last.region(in: view, scale: Self.cropScale))
        return found.map { Face(detection: $0, isCertain: false) }
    }

    /// Makes this the key frame. Its axes are the detection's, which lie on the face whatever following has done.
    private func anchor(_ face: FollowedFace, at detection: Detection, in view: FrameView) {
        lastRun = view.frame.time
        failures = 0
        looksAtRest = max(0, looksAtRest - 1)
        let points = detection.points.map(view.viewToFrame.apply)
        if let axes = FaceAxes(rightEye: points.rightEye, leftEye: points.leftEye, mouth: points.mouth), !runsAlways {
            costs.measure(.follow) { follower.begin(at: view.frame, axes: axes) }
        } else {
            follower.forget()
        }
        knowledge = .followed(face)
    }

    // MARK: - Regions

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

    private static func square(around detection: Detection, _ scale: Double) -> RegionOfInterest {
        .square(around: detection.box, from: detection.rightEye, to: detection.leftEye, scale: scale)
    }
}
