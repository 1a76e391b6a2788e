// Where the pipeline's words become the recogniser's.
import Gestures
import Pipeline

extension HeadSample {
    /// A face, or none, at a moment. One that is not certain is none.
    package init(time: Double, face: Face?) {
        self.init(time: time, head: face.flatMap {
            !$0.isCertain ? nil : HeadPointer(leftEye: $0.leftEye, rightEye: $0.rightEye, mouth: $0.mouth)
        })
    }
}
