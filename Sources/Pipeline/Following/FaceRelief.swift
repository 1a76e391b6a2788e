// The shape of a face, as far as following needs it.

/// How far a face stands out of the plane through eyes and mouth corners.
enum FaceRelief {
    /// Heights and depths of eyes and mouth corners of the canonical face, in centimetres (points 33, 133, 263, 362 and
    /// 61, 291 of canonical_face_model.obj).
    private static let eyeDistance = CanonicalFace.eyeDistance
    private static let eyeHeight = 2.62, eyeDepth = 3.47
    private static let mouthHeight = -4.34, mouthDepth = 4.28, mouthWidth = 2.46

    /// The nose tip's, in interocular distances: point 4 of the canonical face.
    static let noseTip = 0.6

    /// In interocular distances, at a place in the face's axes: the canonical face's points nearby, by inverse distance.
    static func relief(at place: PicturePoint) -> Double {
        var sum = 0.0, weights = 0.0
        func add(x: Double, y: Double, z: Double) {
            let plane = eyeDepth + (eyeHeight - y) / (eyeHeight - mouthHeight) * (mouthDepth - eyeDepth)
            let away = PicturePoint(x, eyeHeight - y) / eyeDistance - place
            let weight = 1 / ((away * away).sum() + 0.01)
            sum += weight * weight * (z - plane) / eyeDistance
            weights += weight * weight
        }
        for point in CanonicalFace.points { add(x: point.position.x, y: point.position.y, z: point.position.z) }
        for side in [-1.0, 1] {
            add(x: side * eyeDistance / 2, y: eyeHeight, z: eyeDepth)
            add(x: side * mouthWidth, y: mouthHeight, z: mouthDepth)
        }
        return sum / weights
    }
}
