// What gestures are made of, to tune the recogniser without running networks again.
import Pipeline

/// CSV: seconds, 1 where the face may be acted on, eyes, mouth and nose in pixels, angles in degrees. Without a face only
/// the time stands there.
struct Heads {
    static let header = "t,certain,right_x,right_y,left_x,left_y,mouth_x,mouth_y,nose_x,nose_y,yaw,pitch,roll"

    private let tracker: FaceTracker
    private var first: Double?

    init(_ runtime: LiteRTRuntime, _ accuracy: FaceTracker.Accuracy) throws {
        tracker = try FaceTracker(accuracy: accuracy, runtime: runtime)
    }

    mutating func line(_ view: FrameView) throws -> String {
        let start = first ?? view.frame.time
        first = start
        var cells = [view.frame.time - start]
        if let face = try tracker.face(in: view) {
            cells.append(face.isCertain ? 1 : 0)
            for point in [face.rightEye, face.leftEye, face.mouth, face.noseTip] { cells += [point.x, point.y] }
            if let pose = face.pose { cells += [pose.yaw, pose.pitch, pose.roll] }
        }
        return cells.map { "\(($0 * 10_000).rounded() / 10_000)" }.joined(separator: ",")
    }
}
