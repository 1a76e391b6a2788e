/// Mouth, lids and brows as one run of the mesh sees them. All lengths are measured in space, so that a turned head changes them little.
public struct FaceShape: Equatable, Sendable {
    /// Distance of the inner lips over the distance of the eyes: 0.00 to 0.03 with the mouth closed, 0.1 to 0.4 in speech, 0.6 in a yawn.
    public var lips: Double
    /// Opening of the user's own right and left eye: the lids' mean distance over the eye's width (eye aspect ratio: Soukupová and Čech 2016):
    /// 0.2 to 0.4 in an open eye, less in a shut one.
    public var rightLids: Double
    public var leftLids: Double
    /// Mean distance of six points of the brows from the bridge of the nose, over the distance of the eyes: 0.62 at rest, about 0.07 more with
    /// raised brows. Of the distances that were compared it depends least on speech and on the head's pose (docs/lab/face.md).
    public var brows: Double
    /// Width of the mouth over the mean distance of its corners from the eyes' outer corners: 0.72 at rest, about 0.2 more in a smile, which
    /// moves the corners outwards and up. It is the ratio that depends least on how far the mouth is open.
    public var smile: Double
    /// Time of the frame in which they were seen, in seconds. It may be older than the face's.
    public var time: Double

    package init(lips: Double, rightLids: Double, leftLids: Double, brows: Double, smile: Double, time: Double) {
        self.lips = lips
        self.rightLids = rightLids
        self.leftLids = leftLids
        self.brows = brows
        self.smile = smile
        self.time = time
    }

    /// The face of the mesh's last run.
    init(_ mesh: FaceMesh, at time: Double) {
        typealias Mesh = MeshTopology
        func between(_ a: SIMD3<Float>, _ b: SIMD3<Float>) -> Double { Double(((a - b) * (a - b)).sum()).squareRoot() }
        func distance(_ a: Int, _ b: Int) -> Double { between(mesh.landmarks[a], mesh.landmarks[b]) }
        func middle(_ corners: (outer: Int, inner: Int)) -> SIMD3<Float> { (mesh.landmarks[corners.outer] + mesh.landmarks[corners.inner]) / 2 }
        func ratio(_ lids: Mesh.LidPoints, _ corners: (outer: Int, inner: Int)) -> Double {
            let width = distance(corners.outer, corners.inner)
            let height = (distance(lids.outer.upper, lids.outer.lower) + distance(lids.inner.upper, lids.inner.lower)) / 2
            return width > 0 ? height / width : 0
        }
        func height(_ brow: Mesh.BrowPoints) -> Double {
            distance(brow.inner, Mesh.noseBridge) + distance(brow.middle, Mesh.noseBridge) + distance(brow.outer, Mesh.noseBridge)
        }
        let eyes = between(middle(Mesh.rightEyeCorners), middle(Mesh.leftEyeCorners)), mouth = Mesh.mouthCorners
        let toEyes = distance(mouth.right, Mesh.rightEyeCorners.outer) + distance(mouth.left, Mesh.leftEyeCorners.outer)
        self.init(lips: eyes > 0 ? distance(Mesh.innerLips.upper, Mesh.innerLips.lower) / eyes : 0,
                  rightLids: ratio(Mesh.rightLids, Mesh.rightEyeCorners), leftLids: ratio(Mesh.leftLids, Mesh.leftEyeCorners),
                  brows: eyes > 0 ? (height(Mesh.rightBrow) + height(Mesh.leftBrow)) / (6 * eyes) : 0,
                  smile: toEyes > 0 ? 2 * distance(mouth.right, mouth.left) / toEyes : 0, time: time)
    }
}
