/// A face that a ``HeadFollower`` carries along and that each run of the mesh corrects in small steps.
package struct FollowedFace: Sendable {
    /// Confidence of following. Below `doubtful` a part of the mesh's difference is applied at once, at `none` all of it.
    private static let confidence = (doubtful: 0.5, none: 0.3)
    /// Differences in interocular distances: above `large` a part is applied at once, from `whole` on all of it, whatever the confidence.
    private static let difference = (large: 0.3, whole: 0.4)
    /// The same limits for yaw and pitch, in degrees. Applied slowly, a gesture (8.6 and more) would continue after its end.
    private static let turn = (large: 5.0, whole: 8.0)
    /// Largest correction from one frame to the next: of a point in interocular distances, and of the head's angles in degrees. A jump
    /// would look like a movement.
    private static let largestStep = (shift: 0.018, turn: 1.5)

    /// The face in the last frame.
    package private(set) var sighting: FaceSighting
    /// Distance of the face from where the mesh last saw it, in interocular distances.
    var distance: Double {
        FacePoints.length(sighting.points.center - key.points.center - added.points.center) / sighting.points.eyeDistance
    }

    private typealias Correction = (points: FacePoints, angles: SIMD3<Double>)
    private static let none: Correction = (FacePoints(), .zero)

    /// The face at the key frame, the corrections added since, and those still to be added.
    private var key: FaceSighting
    private var added = Self.none
    private var pending = Self.none

    package init(_ sighting: FaceSighting) {
        self.sighting = sighting
        key = sighting
    }

    /// Moves the face with the head's motion since the key frame.
    mutating func move(by motion: HeadMotion, axes: FaceAxes) {
        sighting = key.moved(by: motion, axes: axes)
        sighting.points = sighting.points + added.points
        sighting.angles += added.angles
    }

    /// Applies the next step of the pending correction.
    package mutating func correct() {
        let most = Self.largestStep.shift * sighting.points.eyeDistance
        let step = pending.points.map { rest in
            let length = FacePoints.length(rest)
            return length > most ? rest * (most / length) : rest
        }
        let angle = (pending.angles * pending.angles).sum().squareRoot()
        let turn = angle > Self.largestStep.turn ? pending.angles * (Self.largestStep.turn / angle) : pending.angles
        pending = (pending.points - step, pending.angles - turn)
        added = (added.points + step, added.angles + turn)
        sighting.points = sighting.points + step
        sighting.angles += turn
    }

    /// Takes the mesh's result for the current frame, which becomes the key frame.
    ///
    /// - Parameter confidence: confidence of following up to this frame.
    package mutating func take(_ found: FaceSighting, confidence: Double) {
        let points = found.points - sighting.points
        var angles = found.angles - sighting.angles
        angles.z -= 360 * (angles.z / 360).rounded()  // near 180°, the angles of an upside-down head may have opposite signs
        func part(_ value: Double, from low: Double, to high: Double) -> Double {
            min(max((value - low) / (high - low), 0), 1)
        }
        let difference = points.furthest / sighting.points.eyeDistance
        let turn = (angles.x * angles.x + angles.y * angles.y).squareRoot()
        let atOnce = max(part(-confidence, from: -Self.confidence.doubtful, to: -Self.confidence.none),
                         part(difference, from: Self.difference.large, to: Self.difference.whole),
                         part(turn, from: Self.turn.large, to: Self.turn.whole))
        pending = (points.map { $0 * (1 - atOnce) }, angles * (1 - atOnce))
        added = Self.none
        sighting = found
        sighting.points = found.points - pending.points
        sighting.angles -= pending.angles
        key = sighting
    }

    /// Whether another sighting has the same size, within a factor.
    func hasSize(of other: FaceSighting, within factor: Double) -> Bool {
        let ratio = other.side / sighting.side
        return ratio < factor && ratio > 1 / factor
    }

    /// The region in which to look for the same face, in the view's pixels.
    func region(in view: FrameView, scale: Double) -> RegionOfInterest {
        let right = view.frameToView.apply(sighting.points.rightEye), left = view.frameToView.apply(sighting.points.leftEye)
        let center = view.frameToView.apply(sighting.center), half = PicturePoint(sighting.side, sighting.side) / 2
        return .square(around: Box(low: center - half, high: center + half), from: right, to: left, scale: scale)
    }
}
