import Glibc

/// A face as one run of the mesh saw it, or as it has moved since, in pixels of a frame.
package struct FaceSighting: Equatable, Sendable {
    package var points: FacePoints
    /// Yaw, pitch and roll in degrees, as in ``HeadPose``.
    package var angles: SIMD3<Double>
    /// As the mesh saw them; following does not update them.
    package var shape: FaceShape?
    /// Centre of the box around the whole face, and its longer side.
    package var center: PicturePoint
    package var side: Double
    /// The mesh's presence, 0…1.
    package var presence: Double
    /// Depth of right eye, left eye, mouth and nose tip towards the camera, relative to the point between the eyes.
    package var depths: SIMD4<Double>

    package init(points: FacePoints, angles: SIMD3<Double>, shape: FaceShape? = nil, center: PicturePoint, side: Double, presence: Double,
                 depths: SIMD4<Double>) {
        self.points = points
        self.angles = angles
        self.shape = shape
        self.center = center
        self.side = side
        self.presence = presence
        self.depths = depths
    }

    /// The result of the mesh's last run.
    init(_ mesh: FaceMesh, pose: HeadPose, shape: FaceShape, presence: Double, viewToFrame: AffineTransform) {
        let box = mesh.box, right = MeshTopology.rightEyeCorners, left = MeshTopology.leftEyeCorners
        let mouth = MeshTopology.mouthCorners
        func depth(_ corners: (Int, Int)) -> Double { (mesh.depth(corners.0) + mesh.depth(corners.1)) / 2 }
        let eyes = (depth(right) + depth(left)) / 2
        let depths = SIMD4(depth(right), depth(left), depth((mouth.right, mouth.left)), mesh.depth(MeshTopology.noseTip))
        self.init(points: FacePoints(mesh).map(viewToFrame.apply), angles: SIMD3(pose.yaw, pose.pitch, pose.roll),
                  shape: shape, center: viewToFrame.apply(box.center), side: max(box.size.x, box.size.y), presence: presence,
                  depths: depths - SIMD4(repeating: eyes))
    }

    /// The face after a motion.
    package func moved(by motion: HeadMotion, axes: FaceAxes) -> FaceSighting {
        func place(_ point: PicturePoint, _ depth: Double) -> PicturePoint {
            let flat = axes.place(of: point)
            return axes.point(motion.apply(SIMD3(flat.x, flat.y, depth / axes.eyeDistance)))
        }
        var moved = self
        moved.points = FacePoints(rightEye: place(points.rightEye, depths[0]), leftEye: place(points.leftEye, depths[1]),
                                  mouth: place(points.mouth, depths[2]), noseTip: place(points.noseTip, depths[3]))
        // The mesh's angles refer to the view's axes, the motion's to the face's.
        let turn = motion.angles, roll = angles.z * .pi / 180
        moved.angles += SIMD3(turn.x * cos(roll) + turn.y * sin(roll), turn.y * cos(roll) - turn.x * sin(roll), turn.z)
        moved.center = place(center, 0)
        moved.side *= 1 + motion.growth
        return moved
    }

    /// The face in the form that the pipeline returns.
    func face(frameToView: AffineTransform) -> Face {
        Face(points: points.map(frameToView.apply), pose: HeadPose(yaw: angles.x, pitch: angles.y, roll: angles.z),
             shape: shape, confidence: presence)
    }
}
