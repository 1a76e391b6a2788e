/// The other faces in the view while one is followed: they are searched now and then, and one at a time is watched for signs of life.
///
/// It runs at most one network a frame, and none unless it is asked to.
final class Company {
    /// Seconds: between two runs of the mesh on a face that is watched; for which one is watched that shows no sign of life; and for which such a
    /// one is not looked at again.
    private static let spacing = 0.15, timeout = 6.0, memory = 3.0
    /// Another face's least size, in sizes of the followed one, and its least distance from it, in eye distances.
    private static let least = 0.4, apart = 1.5
    /// The most places that are remembered.
    private static let places = 8

    /// Searches from one of the whole view to the next: those between are of parts, for small faces.
    private static let searches = 4

    private var search = 0
    private var lastSearch = -Double.infinity, lastLook = -Double.infinity
    private var watched: (face: OtherFace, since: Double)?
    private var seenInVain: [(place: PicturePoint, size: Double, time: Double)] = []

    /// Starts again, because another face is followed or the view is another one.
    func restart() {
        watched = nil
        seenInVain.removeAll(keepingCapacity: true)
        lastSearch = -.infinity
        lastLook = -.infinity
    }

    /// Looks for another face, or at the one that is watched.
    /// - Parameters:
    ///   - face: the followed one.
    ///   - pause: seconds between two searches of the whole view.
    /// - Returns: the face that was seen in this frame, if any.
    func look(besides face: Face, in view: FrameView, every pause: Double, _ detector: FaceDetector, _ mesh: FaceMesh, _ costs: StageCosts?) throws
        -> OtherFace?
    {
        let time = view.frame.time
        if time < max(lastSearch, lastLook) { restart() }  // another clip
        if let watched { return time - lastLook >= Self.spacing ? try watch(watched, besides: face, in: view, mesh, costs) : nil }
        guard time - lastSearch >= pause / Double(Self.searches) else { return nil }
        lastSearch = time
        seenInVain.removeAll { time - $0.time > Self.memory }
        let size = face.size
        var biggest: Detection?
        let part = search % Self.searches == 0 ? nil : search - search / Self.searches - 1
        search += 1
        try detector.detect(in: SearchRegions.upright(part, width: view.width, height: view.height), of: view, costs: costs) { found in
            guard found.size >= Self.least * size, FacePoints.length(found.noseTip - face.noseTip) > Self.apart * min(size, found.size),
                  !seenInVain.contains(where: { FacePoints.length(found.noseTip - $0.place) < Self.apart * min($0.size, found.size) })
            else { return }
            if found.size > biggest?.size ?? 0 { biggest = found }
        }
        guard let biggest else { return nil }
        watched = (OtherFace(region: biggest.region(scale: FaceMesh.regionScale), noseTip: biggest.noseTip, size: biggest.size), time)
        return nil
    }

    private func watch(_ previous: (face: OtherFace, since: Double), besides face: Face, in view: FrameView, _ mesh: FaceMesh, _ costs: StageCosts?) throws
        -> OtherFace?
    {
        let time = view.frame.time
        lastLook = time
        var other = previous.face
        let presence = try mesh.run(on: other.region, of: view, costs: costs)
        guard presence >= FaceMesh.presenceThreshold, let pose = mesh.pose(in: view, costs: costs), pose.isFinite else {
            watched = nil
            return nil
        }
        let seen = Face(points: FacePoints(mesh), pose: pose, shape: FaceShape(mesh, at: time), confidence: presence)
        (other.region, other.noseTip, other.size) = (mesh.nextRegion, seen.noseTip, seen.size)
        other.life.see(seen, at: time)
        watched = (other, previous.since)
        // The mesh may have slipped onto the followed face.
        let isSame = FacePoints.length(seen.noseTip - face.noseTip) < Self.apart * min(face.size, seen.size)
        if isSame || !other.life.areSeen && time - previous.since > Self.timeout {
            watched = nil
            if !isSame {
                if seenInVain.count >= Self.places { seenInVain.removeFirst() }
                seenInVain.append((seen.noseTip, seen.size, time))
            }
        }
        return isSame ? nil : other
    }
}

/// A face besides the followed one, as the mesh saw it.
public struct OtherFace: Sendable {
    /// Where it is looked for next, in pixels of the view.
    var region: RegionOfInterest
    public internal(set) var noseTip: PicturePoint
    /// As ``Face/size``.
    public internal(set) var size: Double
    /// What is known of its movements since it is watched.
    public internal(set) var life = LifeSigns()
}
