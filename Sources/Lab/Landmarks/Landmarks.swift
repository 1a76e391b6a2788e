import Pipeline
import Platform

/// The mesh as it follows the face, and BlazeFace's key points in the whole view.
package struct Landmarks {
    private let tracker: FaceTracker
    private let detector: FaceDetector

    package init(_ runtime: LiteRTRuntime) throws {
        tracker = try FaceTracker(accuracy: .high, runtime: runtime, runsAlways: true)
        detector = try FaceDetector(runtime: runtime)
    }

    /// `{"t":…,"cpu_ms":…,"pose":[yaw,pitch,roll]|null,"mesh":[[x,y]…],"keys":[[x,y]…]}`
    package func line(_ view: FrameView) throws -> String {
        let cpu = CPUClock.process
        let face = try tracker.face(in: view)
        let cost = (CPUClock.process - cpu) * 1000
        var points = "[]"
        // A face that is not certain comes from BlazeFace; the mesh then holds what it rejected.
        if face?.isCertain == true {
            points = "[" + tracker.mesh.landmarks.map { "[\($0.x),\($0.y)]" }.joined(separator: ",") + "]"
        }
        var keys = "[]"
        try detector.detect(in: .letterbox(width: view.width, height: view.height), of: view) { found in
            guard keys == "[]" else { return }
            let all = [found.rightEye, found.leftEye, found.noseTip, found.mouth, found.rightEar, found.leftEar]
            keys = "[" + all.map { "[\($0.x),\($0.y)]" }.joined(separator: ",") + "]"
        }
        let pose = face?.pose.map { "[\($0.yaw),\($0.pitch),\($0.roll)]" } ?? "null"
        return #"{"t":\#(view.frame.time),"cpu_ms":\#(cost),"pose":\#(pose),"mesh":\#(points),"keys":\#(keys)}"#
    }
}
