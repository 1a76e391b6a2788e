// Where the pipeline's words become the recogniser's.
import Gestures
import Pipeline

extension HeadSample {
    /// A face, or none, at a moment. One that is not certain is none.
    package init(time: Double, face: Face?) {
        guard let face, face.isCertain else {
            self.init(time: time, head: nil)
            return
        }
        self.init(time: time, head: HeadPointer(leftEye: face.leftEye, rightEye: face.rightEye, mouth: face.mouth),
                  nose: HeadOffset(nose: face.noseTip, leftEye: face.leftEye, rightEye: face.rightEye, mouth: face.mouth),
                  angles: face.pose.map { HeadAngles(yaw: $0.yaw, pitch: $0.pitch) })
    }
}
