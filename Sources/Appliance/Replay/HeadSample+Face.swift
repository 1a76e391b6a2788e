// Where the pipeline's words become the recogniser's.
import Gestures
import Pipeline

extension HeadSample {
    /// A face, or none, at a moment.
    package init(time: Double, face: Face?) {
        self.init(time: time, head: face.flatMap {
            HeadPointer(leftEye: $0.leftEye, rightEye: $0.rightEye, mouth: $0.mouth)
        })
    }
}
