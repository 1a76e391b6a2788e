// The head in a picture, from Vision's landmarks. Written from Apple's documentation; it has not been compiled or run on Apple's systems.
#if canImport(Vision)
import Gestures
import Vision

extension HeadSample {
    /// - Parameters:
    ///   - time: of the frame, in seconds.
    ///   - face: of a `VNDetectFaceLandmarksRequest`; `nil` if no face was found.
    ///   - size: of the upright, unmirrored picture, in pixels.
    public init(time: Double, face: VNFaceObservation?, size: CGSize) {
        self.init(time: time, head: face.flatMap { HeadPointer($0, size) })
    }
}

extension HeadPointer {
    fileprivate init?(_ face: VNFaceObservation, _ size: CGSize) {
        func middle(_ region: VNFaceLandmarkRegion2D?) -> HeadPoint? {
            guard let points = region?.pointsInImage(imageSize: size), !points.isEmpty else { return nil }
            let sum = points.reduce(HeadPoint(0, 0)) { $0 + HeadPoint(Double($1.x), Double(size.height - $1.y)) }  // Vision's y is up
            return sum / Double(points.count)
        }
        guard let landmarks = face.landmarks, let one = middle(landmarks.leftEye), let other = middle(landmarks.rightEye),
              let mouth = middle(landmarks.outerLips)
        else { return nil }
        // The user's left eye is at the larger x, whichever eye the framework calls left.
        self.init(leftEye: one.x > other.x ? one : other, rightEye: one.x > other.x ? other : one, mouth: mouth)
    }
}
#endif
