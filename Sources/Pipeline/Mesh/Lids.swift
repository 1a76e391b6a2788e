/// The lids as one run of the mesh sees them.
public struct Lids: Equatable, Sendable {
    /// Opening of the user's own right and left eye: the lids' mean distance over the eye's width (eye aspect ratio: Soukupová and Čech 2016),
    /// in space, so that turning the head changes it little: 0.2 to 0.4 in an open eye, less in a shut one.
    public var right: Double
    public var left: Double
    /// Time of the frame in which they were seen, in seconds. It may be older than the face's.
    public var time: Double

    package init(right: Double, left: Double, time: Double) {
        self.right = right
        self.left = left
        self.time = time
    }

    /// The lids of the mesh's last run.
    init(_ mesh: FaceMesh, at time: Double) {
        func distance(_ a: Int, _ b: Int) -> Double {
            let away = mesh.landmarks[a] - mesh.landmarks[b]
            return Double((away * away).sum()).squareRoot()
        }
        func ratio(_ lids: MeshTopology.LidPoints, _ corners: (outer: Int, inner: Int)) -> Double {
            let width = distance(corners.outer, corners.inner)
            let height = (distance(lids.outer.upper, lids.outer.lower) + distance(lids.inner.upper, lids.inner.lower)) / 2
            return width > 0 ? height / width : 0
        }
        self.init(right: ratio(MeshTopology.rightLids, MeshTopology.rightEyeCorners),
                  left: ratio(MeshTopology.leftLids, MeshTopology.leftEyeCorners), time: time)
    }
}
