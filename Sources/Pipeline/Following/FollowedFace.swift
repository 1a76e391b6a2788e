// A followed face, and how the mesh corrects it.

/// A face that is carried along by a ``HeadFollower`` and corrected, gently, by each run of the mesh.
package struct FollowedFace: Sendable {
    /// Confidence of following below which a difference is its fault, and is taken over at once.
    private static let confidence = (doubtful: 0.5, none: 0.3)
    /// Differences, in interocular distances, from which on and beyond which it is taken over at once all the same.
    private static let difference = (large: 0.3, whole: 0.4)
    /// The same of yaw and pitch, in degrees: taken over slowly, a gesture (8.6 and more) would go on after its end.
    private static let turn = (large: 5.0, whole: 8.0)
    /// The furthest that a correction moves a point, in interocular distances, and turns the head, in degrees, from one
    /// frame to the next: a jump would look like a movement.
    private static let largestStep = (shift: 0.018, turn: 1.5)

    /// As it is in the last frame.
    package private(set) var sighting: FaceSighting
    /// How far the face is from where the mesh last saw it, in interocular distances.
    var distance: Double {
        FacePoints.length(sighting.points.center - key.points.center - added.points.center) / sighting.points.eyeDistance
    }

    private typealias Correction = (points: FacePoints, angles: SIMD3<Double>)
    private static let none: Correction = (FacePoints(), .zero)

    /// At the key frame, what corrections have added since, and what they have yet to add.
    private var key: FaceSighting
    private var added = Self.none
    private var pending = Self.none

    package init(_ sighting: FaceSighting) {
        self.sighting = sighting
        key = sighting
    }

    /// Moves with the head, from the key frame.
    mutating func move(by motion: HeadMotion, axes: FaceAxes) {
        sighting = key.moved(by: motion, axes: axes)
        sighting.points = sighting.points + added.points
        sighting.angles += added.angles
    }

    /// Takes over the next part of what the last run found.
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

    /// What the mesh saw in the frame that the face is at: the next key frame.
    ///
    /// - Parameter confidence: of the following up to here.
    package mutating func take(_ found: FaceSighting, confidence: Double) {
        let points = found.points - sighting.points
        var angles = found.angles - sighting.angles
        angles.z -= 360 * (angles.z / 360).rounded()  // a head upside down is on either side of 180°
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

    /// Whether another sighting is as large as this one, within a factor.
    func hasSize(of other: FaceSighting, within factor: Double) -> Bool {
        let ratio = other.side / sighting.side
        return ratio < factor && ratio > 1 / factor
    }

    /// Where to look for the same face, in the view's pixels.
    func region(in view: FrameView, scale: Double) -> RegionOfInterest {
        let right = view.frameToView.apply(sighting.points.rightEye), left = view.frameToView.apply(sighting.points.leftEye)
        let center = view.frameToView.apply(sighting.center), half = PicturePoint(sighting.side, sighting.side) / 2
        return .square(around: Box(low: center - half, high: center + half), from: right, to: left, scale: scale)
    }
}
