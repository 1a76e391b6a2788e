import Gestures
import Pipeline
import Traces

extension HeadSample {
    /// The sample of a face, or of none, at a moment. A face that is not certain counts as none.
    package init(time: Double, face: Face?) {
        self = HeadMark(time: time, seen: face).sample
        if let face, face.isCertain { eyes = face.eye.map { EyeLook($0) } }
    }
}

extension EyeFinder.Side {
    init(_ eye: EyeLook.Eye) { self = eye == .left ? .left : .right }

    fileprivate var eye: EyeLook.Eye { self == .left ? .left : .right }
}

extension EyeLook {
    package init(_ sighting: EyeSighting) {
        self.init(sighting.side.eye, left: sighting.eye.iris.x, up: sighting.eye.iris.y, openness: sighting.eye.openness,
                  certainty: sighting.certainty, head: HeadAngles(yaw: sighting.pose.yaw, pitch: sighting.pose.pitch), seenAt: sighting.time)
    }
}

extension HeadMark {
    /// The contents of a frame. A face that is not certain is ignored.
    package init(time: Double, seen face: Face?) {
        self.init(time: time, face: face.flatMap { face in
            guard face.isCertain else { return nil }
            var points = FacePoints(rightEye: face.rightEye, leftEye: face.leftEye, mouth: face.mouth, nose: face.noseTip, yaw: face.pose?.yaw,
                                    pitch: face.pose?.pitch)
            if let shape = face.shape {
                points.opening = FaceMeasure(shape.lips, seenAt: shape.time)
                points.lids = LidOpening(right: shape.rightLids, left: shape.leftLids, seenAt: shape.time)
                points.brows = FaceMeasure(shape.brows, seenAt: shape.time)
                points.smile = FaceMeasure(shape.smile, seenAt: shape.time)
            }
            return points
        })
    }
}
