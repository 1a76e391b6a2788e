import Glibc
import Pipeline

/// How the skin of a photograph's face moves when brows rise or the mouth smiles: the brows carry the skin between the upper lids and the hairline,
/// the corners of the mouth that around them. A drawing, not anatomy: enough for the mesh to see it.
struct DrawnFace {
    /// Middle between the eyes, the user's left and up, and the eyes' distance.
    private let origin: PicturePoint, left: PicturePoint, up: PicturePoint, iod: Double
    /// The corners of the mouth, in IOD to the left and up.
    private let corners: [SIMD2<Double>]

    init(mesh: FaceMesh, face: Face) {
        let eyes = face.leftEye - face.rightEye, distance = (eyes * eyes).sum().squareRoot()
        (origin, left, iod) = ((face.leftEye + face.rightEye) / 2, eyes / distance, distance)
        up = PicturePoint(left.y, -left.x)
        let (origin, left, up) = (origin, left, up)
        corners = [MeshTopology.mouthCorners.right, MeshTopology.mouthCorners.left].map { index in
            let away = mesh.point(index) - origin
            return SIMD2((away * left).sum(), (away * up).sum()) / distance
        }
    }

    /// The movement of a point, in IOD for each IOD.
    func movement(at point: PicturePoint) -> (brows: SIMD2<Double>, smile: SIMD2<Double>) {
        let away = (point - origin) / iod, place = SIMD2((away * left).sum(), (away * up).sum())
        // From the lids (0.1) to the brows (0.32), fading out to the hairline (1.15) and to the temples (0.95).
        let rise = Self.smooth((place.y - 0.1) / 0.22) * Self.smooth((1.15 - place.y) / 0.65) * Self.smooth((0.95 - abs(place.x)) / 0.25)
        var smile = SIMD2<Double>.zero
        for corner in corners {
            let side: Double = corner.x > 0 ? 1 : -1
            let far = (place - corner - SIMD2(0.05 * side, 0.04)) / SIMD2(0.2, 0.17)
            smile += SIMD2(0.7 * side, 0.7) * exp(-(far * far).sum())
        }
        return (up * rise, left * smile.x + up * smile.y)
    }

    private static func smooth(_ part: Double) -> Double {
        let part = min(max(part, 0), 1)
        return part * part * (3 - 2 * part)
    }
}
