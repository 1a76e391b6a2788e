/// Eyes, mouth and nose tip, in pixels of a frame or a view.
package struct FacePoints: Equatable, Sendable {
    package var rightEye = PicturePoint.zero
    package var leftEye = PicturePoint.zero
    package var mouth = PicturePoint.zero
    package var noseTip = PicturePoint.zero

    package init(rightEye: PicturePoint = .zero, leftEye: PicturePoint = .zero, mouth: PicturePoint = .zero,
                 noseTip: PicturePoint = .zero) {
        self.rightEye = rightEye
        self.leftEye = leftEye
        self.mouth = mouth
        self.noseTip = noseTip
    }

    var eyeDistance: Double { Self.length(leftEye - rightEye) }
    var center: PicturePoint { (rightEye + leftEye + mouth) / 3 }
    /// Greatest distance of a point from the origin, for points that are differences.
    var furthest: Double {
        max(Self.length(rightEye), Self.length(leftEye), Self.length(mouth), Self.length(noseTip))
    }

    func map(_ body: (PicturePoint) -> PicturePoint) -> FacePoints {
        FacePoints(rightEye: body(rightEye), leftEye: body(leftEye), mouth: body(mouth), noseTip: body(noseTip))
    }

    static func + (a: FacePoints, b: FacePoints) -> FacePoints {
        FacePoints(rightEye: a.rightEye + b.rightEye, leftEye: a.leftEye + b.leftEye, mouth: a.mouth + b.mouth,
                   noseTip: a.noseTip + b.noseTip)
    }

    static func - (a: FacePoints, b: FacePoints) -> FacePoints { a + b.map { -$0 } }

    static func size(_ rightEye: PicturePoint, _ leftEye: PicturePoint, _ mouth: PicturePoint) -> Double {
        max(length(leftEye - rightEye), length((leftEye + rightEye) / 2 - mouth))
    }

    package static func length(_ vector: PicturePoint) -> Double { (vector * vector).sum().squareRoot() }
}

extension FacePoints {
    /// The points of the mesh's last run, in pixels of the view: eyes and mouth from their corners, which neither blinking nor speaking
    /// moves.
    package init(_ mesh: FaceMesh) {
        let right = MeshTopology.rightEyeCorners, left = MeshTopology.leftEyeCorners, mouth = MeshTopology.mouthCorners
        self.init(rightEye: (mesh.point(right.outer) + mesh.point(right.inner)) / 2,
                  leftEye: (mesh.point(left.outer) + mesh.point(left.inner)) / 2,
                  mouth: (mesh.point(mouth.right) + mesh.point(mouth.left)) / 2,
                  noseTip: mesh.point(MeshTopology.noseTip))
    }
}
