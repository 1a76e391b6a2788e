/// A point of the canonical face, in centimetres: x to the right of the image, y up, z towards the camera.
package struct CanonicalPoint: Sendable {
    package let index: Int
    package let position: SIMD3<Double>
    package let weight: Double
}

/// The reference for the head pose: the 33 points of MediaPipe's canonical face model that have a weight in the pose fit.
///
/// Positions: mediapipe/modules/face_geometry/data/canonical_face_model.obj; weights: geometry_pipeline_metadata_landmarks.pbtxt in the
/// same folder (Apache-2.0, see NOTICE).
package enum CanonicalFace {
    /// Distance between the eyes' centres (points 33 and 133, 263 and 362), in centimetres.
    package static let eyeDistance = 6.3

    package static let points: [CanonicalPoint] = middle + sides.flatMap { side in
        [
            CanonicalPoint(index: side.right, position: side.position, weight: side.weight),
            CanonicalPoint(index: side.left, position: side.position * SIMD3(-1, 1, 1), weight: side.weight),
        ]
    }

    private static let middle = [
        CanonicalPoint(index: 4, position: SIMD3(0, -0.463170, 7.586580), weight: 0.070909939706326),
        CanonicalPoint(index: 6, position: SIMD3(0, 2.473255, 5.788627), weight: 0.032100144773722),
        CanonicalPoint(index: 10, position: SIMD3(0, 8.261778, 4.481535), weight: 0.008446550928056),
    ]

    private struct Side {
        let right: Int
        let left: Int
        let position: SIMD3<Double>
        let weight: Double

        init(_ right: Int, _ left: Int, _ x: Double, _ y: Double, _ z: Double, _ weight: Double) {
            self.right = right
            self.left = left
            position = SIMD3(x, y, z)
            self.weight = weight
        }
    }

    private static let sides = [
        Side(33, 263, -4.445859, 2.663991, 3.173422, 0.058724168688059),
        Side(54, 284, -6.279331, 6.615427, 1.425850, 0.007667080033571),
        Side(67, 297, -3.523964, 8.005976, 3.729163, 0.009078059345484),
        Side(117, 346, -5.258659, 0.945811, 2.974312, 0.009791937656701),
        Side(119, 348, -3.300681, 0.861641, 3.872784, 0.014565368182957),
        Side(121, 350, -1.820731, 1.467954, 4.224124, 0.018591361120343),
        Side(127, 356, -7.743095, 2.364999, -2.005167, 0.005197994410992),
        Side(129, 358, -1.785794, -0.978284, 4.850470, 0.120625205338001),
        Side(132, 361, -7.270895, -2.890917, -2.252455, 0.005560018587857),
        Side(133, 362, -1.856432, 2.585245, 3.757904, 0.05328618362546),
        Side(136, 365, -5.085276, -7.178590, 0.714711, 0.066890455782413),
        Side(143, 372, -6.407571, 2.236021, 1.560843, 0.014816547743976),
        Side(147, 376, -6.234883, -1.944430, 1.663542, 0.014262833632529),
        Side(198, 420, -1.246815, 0.230297, 5.681036, 0.025462191551924),
        Side(205, 425, -3.832928, -1.537326, 4.137731, 0.047252278774977),
    ]
}
