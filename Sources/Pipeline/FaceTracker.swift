import Glibc

/// Finds one face and follows it from frame to frame. A network runs only when it is needed.
///
/// While no face is known, BlazeFace searches the view: at once where something came to rest, at intervals while something moves, rarely
/// while nothing does. The mesh then decides whether the detection is a face. Once a face is known, a frame in which nothing has changed
/// near the head costs only that comparison, and the last face stands. When something has changed, accuracy `high` runs the mesh on the
/// region given by the last frame's points (MediaPipe's tracking loop, face_landmark_front_cpu.pbtxt); `low` follows the head by motion,
/// and the mesh corrects it at intervals, at once when following is unsure. When the mesh loses a face, because it looks far down or is
/// half hidden, BlazeFace looks for it for up to a second, but the face is not certain then. After that the search starts again.
public final class FaceTracker {
    private typealias Limits = TrackerLimits

    private enum Knowledge {
        case nobody
        /// A face was here or should be here.
        case place(RegionOfInterest)
        /// The mesh was certain; its points give the next region.
        case meshed(RegionOfInterest, Face, isSettled: Bool)
        case followed(FollowedFace)
    }

    /// May be changed at any time.
    public var accuracy: Accuracy
    /// The last run's mesh.
    public let mesh: FaceMesh
    /// Longest interval between runs of the mesh, in seconds of the frames' clock, while something needs mouth, lids or brows; `nil` if
    /// nothing does. A lid moves too little to count as a change of the picture, and following sees only the head as a whole.
    public var expressionInterval: Double?
    /// The same on a picture that changes, while a movement may become a gesture: following sees neither the lips nor its own error.
    public var movementInterval: Double?
    /// Set this to measure the cost of the stages.
    public var costs: StageCosts?

    private let detector: FaceDetector
    private let pace = SearchPace()
    private let watch = HeadWatch()
    private let follower = HeadFollower()
    private let runsAlways: Bool
    private var knowledge = Knowledge.nobody
    private var lastSeen = -Double.infinity
    private var lastRun = -Double.infinity
    private var lastTime = -Double.infinity
    private var failures = 0
    /// Remaining runs after a movement.
    private var looksAtRest = 0
    /// The mesh's certainty of the followed face, and when it is to be compared with that of the same face turned round; `nil` once that is known.
    private var certainty = 0.0
    private var turnDue: Double?
    /// Whether the followed face moves as living ones do.
    public private(set) var life = LifeSigns()
    private let company = Company()

    /// - Parameters:
    ///   - threads: CPU threads of each model's run.
    ///   - runsAlways: runs the mesh on every frame; only to measure the effect of skipping runs.
    /// - Throws: ``ModelError``.
    public init(accuracy: Accuracy, runtime: LiteRTRuntime, threads: Int = 1, runsAlways: Bool = false) throws {
        detector = try FaceDetector(runtime: runtime, threads: threads)
        mesh = try FaceMesh(runtime: runtime, threads: threads)
        self.accuracy = accuracy
        self.runsAlways = runsAlways
    }

    /// Whether no face is known.
    public var isSearching: Bool { if case .nobody = knowledge { true } else { false } }

    /// Forgets the face; the next frame is searched.
    public func forget() {
        knowledge = .nobody
        pace.restart()
        life = LifeSigns()
        company.restart()
    }

    /// The face in this frame, or `nil` if there is none. Only a face that `isCertain` may be acted on.
    public func face(in view: FrameView) throws -> Face? {
        let time = view.frame.time
        if time < lastTime { forget() }  // another clip: what is known is obsolete
        lastTime = time
        if !isSearching, time - lastSeen > Limits.Interval.grace { forget() }
        guard let face = try faceTurnedRound(in: view) ?? seek(in: view) else { return nil }
        if face.isCertain {
            lastSeen = time
            life.see(face, at: time)
        }
        return face
    }

    /// Looks for another face in the view now and then, and watches it for signs of life. It costs at most one run of a network in a
    /// frame, and changes nothing of what is known.
    /// - Parameter pause: seconds between two searches of the whole view; three of parts lie between.
    public func look(besides face: Face, in view: FrameView, every pause: Double) throws -> OtherFace? {
        guard face.isCertain else { return nil }
        return try company.look(besides: face, in: view, every: pause, detector, mesh, costs)
    }

    /// Whether one of the ``others(than:in:thoroughly:)`` is at least 0.4 times as large as this face.
    public func seesAnother(than face: Face, in view: FrameView) throws -> Bool {
        let least = Limits.companion * FacePoints.length(face.leftEye - face.rightEye)
        return try others(than: face, in: view).contains { FacePoints.length($0.leftEye - $0.rightEye) >= least }
    }

    /// The faces of other people, the surest first. It costs a run of BlazeFace on the whole view, and changes nothing of what is known.
    /// - Parameter thoroughly: also on each part, for small faces: seven runs, when somebody asks for it.
    public func others(than face: Face, in view: FrameView, thoroughly: Bool = false) throws -> [Detection] {
        try detector.others(than: face, in: view, thoroughly: thoroughly)
    }

    /// Follows another face from the next frame on.
    public func turn(to other: Detection) { turn(to: other.region(scale: Limits.cropScale), LifeSigns()) }

    /// Follows another face from the next frame on.
    public func turn(to other: OtherFace) {
        var region = other.region
        region.size *= Limits.cropScale / FaceMesh.regionScale
        turn(to: region, other.life)
    }

    private func turn(to region: RegionOfInterest, _ life: LifeSigns) {
        knowledge = .place(region)
        lastSeen = lastTime
        turnDue = lastTime
        self.life = life
        company.restart()
    }

    /// At most two runs of a network a frame, so that a frame in which the face is lost does not take longer than others.
    private func seek(in view: FrameView) throws -> Face? {
        switch knowledge {
        case .nobody: try search(view)
        case .place(let region): try lookAt(region, in: view)
        case .meshed(let region, let face, let isSettled) where accuracy == .high:
            try meshed(face, isSettled: isSettled, region, in: view)
        case .followed(let face) where accuracy == .low: try followed(face, in: view)
        // The accuracy has been changed: the mesh continues where the face was.
        case .meshed(let region, _, _): try goOn(at: region, in: view)
        case .followed(let face): try goOn(at: face.region(in: view, scale: FaceMesh.regionScale), in: view)
        }
    }

    private func goOn(at region: RegionOfInterest, in view: FrameView) throws -> Face? {
        knowledge = .place(region)
        return try begin(on: region, of: view)
    }

    // MARK: - Finding

    /// Searches the region whose turn it is, and takes its biggest face if the mesh confirms it.
    private func search(_ view: FrameView) throws -> Face? {
        guard let region = pace.region(in: view), let biggest = try detector.biggest(in: region, of: view, costs: costs) else { return nil }
        pace.askMesh()
        turnDue = view.frame.time
        return try begin(on: biggest.region(scale: FaceMesh.regionScale), of: view)
    }

    /// Compares a face that was found in an earlier frame with the same one turned round.
    /// - Returns: the face turned round, which is followed from now on, if the mesh is much surer of that.
    private func faceTurnedRound(in view: FrameView) throws -> Face? {
        let time = view.frame.time
        guard let due = turnDue, time > due, var region = region(in: view) else { return nil }
        region.rotation += .pi
        _ = try mesh.run(on: region, of: view, costs: costs)
        let surer = mesh.certainty - certainty
        turnDue = surer.magnitude < Limits.surer ? time + Limits.secondLook : nil
        if turnDue == nil { pace.isReversed = cos(region.rotation) * surer < 0 }
        guard surer >= Limits.surer, let face = try begin(on: region, of: view) else { return nil }
        turnDue = time + Limits.secondLook
        life = LifeSigns()
        return face
    }

    /// The region of a face of which the mesh is certain.
    private func region(in view: FrameView) -> RegionOfInterest? {
        switch knowledge {
        case .nobody, .place: nil
        case .meshed(let region, _, _): region
        case .followed(let face): face.region(in: view, scale: FaceMesh.regionScale)
        }
    }

    /// Looks only in the known place: a face elsewhere in the frame is another person's, however clear it is.
    private func lookAt(_ region: RegionOfInterest, in view: FrameView) throws -> Face? {
        knowledge = .place(region)
        guard let detection = try detector.nearest(in: region, of: view, costs: costs), region.reaches(detection.box.center) else { return nil }
        if let face = try begin(on: detection.region(scale: FaceMesh.regionScale), of: view) { return face }
        knowledge = .place(detection.region(scale: Limits.cropScale))
        return Face(doubtful: detection)
    }

    /// Runs the mesh on a region and returns its face if it is certain; the face is known from then on.
    private func begin(on region: RegionOfInterest, of view: FrameView) throws -> Face? {
        guard accuracy == .low else { return try runMesh(on: region, of: view) }
        guard let sighting = try sighting(on: region, of: view) else { return nil }
        looksAtRest = Limits.looksAfterMovement  // BlazeFace's region differs slightly from the mesh's own, which gives better angles
        return anchor(FollowedFace(sighting), in: view)
    }

    // MARK: - Accuracy high

    /// - Parameter isSettled: the last run found the face where the run before had. A mesh that is still converging on a head must continue
    ///   even if nothing changes in the frame.
    private func meshed(_ last: Face, isSettled: Bool, _ region: RegionOfInterest, in view: FrameView) throws -> Face? {
        let isSame = !watch.hasChanged(in: view.frame, center: view.viewToFrame.apply(last.noseTip))
        let mayStand = !runsAlways && isSettled && last.confidence >= FaceMesh.surePresence
        if isSame, mayStand, view.frame.time - lastRun < longestInterval(Limits.Interval.heartbeat) { return last }
        knowledge = .place(region)
        return try runMesh(on: checked(region, presence: last.confidence, in: view), of: view, last: last)
    }

    private func runMesh(on region: RegionOfInterest, of view: FrameView, last: Face? = nil) throws -> Face? {
        let presence = try mesh.run(on: region, of: view, costs: costs)
        guard presence >= FaceMesh.presenceThreshold else { return nil }
        certainty = mesh.certainty
        let points = FacePoints(mesh)
        let face = Face(points: points, pose: mesh.pose(in: view, costs: costs),
                        shape: FaceShape(mesh, at: view.frame.time), confidence: presence)
        watch.begin(at: view.frame, center: view.viewToFrame.apply(face.noseTip), eyeDistance: points.eyeDistance)
        let isSettled = last.map { FacePoints.length(face.noseTip - $0.noseTip) < Limits.movement * points.eyeDistance } ?? false
        knowledge = .meshed(mesh.nextRegion, face, isSettled: isSettled)
        lastRun = view.frame.time
        return face
    }

    // MARK: - Accuracy low

    private func followed(_ last: FollowedFace, in view: FrameView) throws -> Face? {
        var face = last
        let hasChanged = costs.measure(.follow) { follower.follow(view.frame) }
        // A motion without evidence would only displace the next region.
        if hasChanged, follower.confidence >= Limits.confidence.sure, let axes = follower.axes {
            face.move(by: follower.motion, axes: axes)
        }
        face.correct()
        knowledge = .followed(face)
        let hasMoved = face.distance > Limits.movement
        if hasMoved { looksAtRest = Limits.looksAfterMovement }
        let moving = follower.confidence > Limits.confidence.good ? Limits.Interval.moving.well : Limits.Interval.moving.badly
        let isClear = looksAtRest == 0 && face.sighting.presence >= FaceMesh.surePresence
        var interval = hasChanged && hasMoved ? moving : isClear ? Limits.Interval.heartbeat : Limits.Interval.settled
        if hasChanged, follower.difference >= Limits.blinks.least { interval = min(interval, blinkInterval(at: view.frame.time)) }
        if hasChanged, let movementInterval { interval = min(interval, movementInterval - Limits.Interval.jitter) }
        let isSure = follower.confidence >= Limits.confidence.sure && failures == 0 && !runsAlways
        if isSure, view.frame.time - lastRun < longestInterval(interval) { return face.sighting.face(frameToView: view.frameToView) }
        let region = try checked(face.region(in: view, scale: FaceMesh.regionScale), presence: face.sighting.presence, in: view)
        let place = face.region(in: view, scale: Limits.cropScale)
        if let found = try sighting(on: region, of: view), place.reaches(view.frameToView.apply(found.center)),
           face.hasSize(of: found, within: Limits.sizeRatio) {
            face.take(found, confidence: follower.confidence)
            return anchor(face, in: view)
        }
        failures += 1
        if follower.confidence >= Limits.confidence.high, failures <= Limits.failuresForgiven {
            return face.sighting.face(frameToView: view.frameToView)
        }
        knowledge = .place(last.region(in: view, scale: Limits.cropScale))
        return nil
    }

    /// The mesh's result, `nil` if it is not certain.
    private func sighting(on region: RegionOfInterest, of view: FrameView) throws -> FaceSighting? {
        let presence = try mesh.run(on: region, of: view, costs: costs)
        guard presence >= FaceMesh.presenceThreshold, let pose = mesh.pose(in: view, costs: costs), pose.isFinite else { return nil }
        certainty = mesh.certainty
        return FaceSighting(mesh, pose: pose, shape: FaceShape(mesh, at: view.frame.time),
                            presence: presence, viewToFrame: view.viewToFrame)
    }

    /// Makes this frame, in which the mesh has just seen the face, the key frame.
    private func anchor(_ face: FollowedFace, in view: FrameView) -> Face {
        lastRun = view.frame.time
        failures = 0
        looksAtRest = max(0, looksAtRest - 1)
        costs.measure(.follow) { follower.begin(at: view.frame, mesh: mesh, viewToFrame: view.viewToFrame) }
        knowledge = .followed(face)
        return face.sighting.face(frameToView: view.frameToView)
    }

    /// Longest interval between runs of the mesh on a picture that changes, for the sake of the signs of life.
    private func blinkInterval(at time: Double) -> Double {
        let still = life.stillness(at: time)
        return still < Limits.blinks.after ? .infinity : still < Limits.blinks.until ? Limits.blinks.early : Limits.blinks.late
    }

    /// An interval between runs of the mesh, or a shorter one for the sake of the face's shape; a frame that comes a little early counts.
    private func longestInterval(_ interval: Double) -> Double {
        min(interval, expressionInterval.map { $0 - Limits.Interval.jitter } ?? .infinity)
    }

    // MARK: - Regions

    /// The region for the mesh. When a head comes in from the edge, the mesh can lock onto almost nothing next to it: where it was not
    /// sure, BlazeFace corrects the region.
    private func checked(_ region: RegionOfInterest, presence: Double, in view: FrameView) throws -> RegionOfInterest {
        guard presence < FaceMesh.surePresence, let found = try detector.nearest(in: region, of: view, costs: costs),
              region.reaches(found.box.center)
        else { return region }
        return found.region(scale: FaceMesh.regionScale)
    }
}
