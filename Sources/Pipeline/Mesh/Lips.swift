/// The lips as one run of the mesh sees them.
public struct Lips: Equatable, Sendable {
    /// Distance of the inner lips over the distance of the eyes, both in space, so that turning the head does not change it: 0.00 to 0.03
    /// with the mouth closed, 0.1 to 0.4 in speech, 0.6 in a yawn.
    public var opening: Double
    /// Time of the frame in which they were seen, in seconds. With accuracy `low` it may be older than the face's.
    public var time: Double

    package init(opening: Double, time: Double) {
        self.opening = opening
        self.time = time
    }

    /// The lips of the mesh's last run.
    init(_ mesh: FaceMesh, at time: Double) {
        func distance(_ a: SIMD3<Float>, _ b: SIMD3<Float>) -> Double { Double(((a - b) * (a - b)).sum()).squareRoot() }
        func middle(_ corners: (Int, Int)) -> SIMD3<Float> { (mesh.landmarks[corners.0] + mesh.landmarks[corners.1]) / 2 }
        let lips = MeshTopology.innerLips
        let eyes = distance(middle(MeshTopology.rightEyeCorners), middle(MeshTopology.leftEyeCorners))
        self.init(opening: eyes > 0 ? distance(mesh.landmarks[lips.upper], mesh.landmarks[lips.lower]) / eyes : 0, time: time)
    }
}
