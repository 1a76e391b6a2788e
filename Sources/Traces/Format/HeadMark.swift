import Gestures

/// Points and angles of one frame, or none.
package struct HeadMark: Equatable, Sendable {
    /// Seconds.
    package var time: Double
    /// Pixels of the upright, unmirrored view; `nil` if no face was certain.
    package var face: FacePoints?

    package struct FacePoints: Equatable, Sendable {
        package var rightEye: HeadPoint
        package var leftEye: HeadPoint
        package var mouth: HeadPoint
        package var nose: HeadPoint
        /// Degrees from the user's own point of view; `nil` without a mesh.
        package var yaw: Double?
        package var pitch: Double?
        /// `nil` if the lips were not seen.
        package var opening: FaceMeasure?
        /// `nil` if the lids were not seen.
        package var lids: LidOpening?
        /// ``HeadSample/brows`` and ``HeadSample/smile``; `nil` if they were not seen.
        package var brows: FaceMeasure?
        package var smile: FaceMeasure?
        /// Measurements of the eyes; `nil` if none were made.
        package var eyes: Eyes?

        package init(rightEye: HeadPoint, leftEye: HeadPoint, mouth: HeadPoint, nose: HeadPoint, yaw: Double?, pitch: Double?,
                     opening: FaceMeasure? = nil, lids: LidOpening? = nil) {
            self.rightEye = rightEye
            self.leftEye = leftEye
            self.mouth = mouth
            self.nose = nose
            self.yaw = yaw
            self.pitch = pitch
            self.opening = opening
            self.lids = lids
        }
    }

    /// A measurement of each eye.
    package struct Eyes: Equatable, Sendable {
        package var right: EyeLook
        package var left: EyeLook

        package init(right: EyeLook, left: EyeLook) {
            self.right = right
            self.left = left
        }

        /// Mean position of the irises of the eyes that are open and certain; `nil` if none is.
        package func offset(_ rules: GestureRules) -> HeadOffset? {
            let seen = [right, left].filter { $0.certainty >= rules.eyeCertainty && $0.openness >= rules.closedEye }
            guard !seen.isEmpty else { return nil }
            let count = Double(seen.count)
            return HeadOffset(left: seen.reduce(0) { $0 + $1.left } / count, up: seen.reduce(0) { $0 + $1.up } / count)
        }
    }

    package init(time: Double, face: FacePoints?) {
        self.time = time
        self.face = face
    }

    package func look(at eye: EyeLook.Eye) -> EyeLook? { eye == .left ? face?.eyes?.left : face?.eyes?.right }

    /// The recogniser's input.
    package var sample: HeadSample {
        guard let face else { return HeadSample(time: time, head: nil) }
        var angles: HeadAngles?
        if let yaw = face.yaw, let pitch = face.pitch { angles = HeadAngles(yaw: yaw, pitch: pitch) }
        var sample = HeadSample(time: time, leftEye: face.leftEye, rightEye: face.rightEye, mouth: face.mouth, nose: face.nose,
                                angles: angles, opening: face.opening)
        sample.lids = face.lids
        sample.brows = face.brows
        sample.smile = face.smile
        return sample
    }
}

extension HeadSample {
    /// The sample of a face's points, in pixels of the upright view.
    package init(time: Double, leftEye: HeadPoint, rightEye: HeadPoint, mouth: HeadPoint, nose: HeadPoint, angles: HeadAngles?, opening: FaceMeasure?) {
        self.init(time: time, head: HeadPointer(leftEye: leftEye, rightEye: rightEye, mouth: mouth),
                  nose: HeadOffset(nose: nose, leftEye: leftEye, rightEye: rightEye, mouth: mouth), angles: angles, mouth: opening)
    }
}

extension HeadMark {
    /// Where the person looks, not corrected.
    package func gaze(_ model: GazeModel) -> GazeLook? {
        guard let head = sample.head, let eyes = face?.eyes else { return nil }
        return model.look(head, right: eyes.right, left: eyes.left)
    }
}
