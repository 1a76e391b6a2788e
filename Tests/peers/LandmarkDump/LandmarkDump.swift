// Prints what was seen in every frame of a clip, as lines: the mesh and key points, for comparison with other
// implementations, or with --heads what gestures are made of, to tune the recogniser without running networks again.
import Glibc
import Pipeline

@main
struct LandmarkDump {
    static func main() throws {
        let arguments = CommandLine.arguments
        switch arguments.count {
        case 2: try dumpLandmarks(of: arguments[1])
        case 3 where arguments[1] == "--heads": try dumpHeads(of: arguments[2])
        default:
            print("usage: LandmarkDump [--heads] CLIP")
            exit(2)
        }
    }

    /// CSV: seconds, 1 where the face may be acted on, eyes, mouth and nose in pixels, angles in degrees. Without a face
    /// only the time stands there.
    private static func dumpHeads(of clip: String) throws {
        let tracker = try FaceTracker(accuracy: .high, runtime: LiteRTRuntime())
        let source = try ClipOpener.open(clip)
        var first: Double?
        print("t,certain,right_x,right_y,left_x,left_y,mouth_x,mouth_y,nose_x,nose_y,yaw,pitch,roll")
        while let frame = try source.next() {
            first = first ?? frame.time
            var cells = [frame.time - (first ?? 0)]
            if let face = try tracker.face(in: FrameView(frame)) {
                cells.append(face.isCertain ? 1 : 0)
                for point in [face.rightEye, face.leftEye, face.mouth, face.noseTip] { cells += [point.x, point.y] }
                if let pose = face.pose { cells += [pose.yaw, pose.pitch, pose.roll] }
            }
            print(cells.map { "\(($0 * 10_000).rounded() / 10_000)" }.joined(separator: ","))
        }
    }

    private static func dumpLandmarks(of clip: String) throws {
        let runtime = try LiteRTRuntime()
        let tracker = try FaceTracker(accuracy: .high, runtime: runtime)
        let detector = try FaceDetector(runtime: runtime)
        let source = try ClipOpener.open(clip)
        while let frame = try source.next() {
            let view = FrameView(frame)
            let cpu = CPUClock.process
            let face = try tracker.face(in: view)
            let cost = (CPUClock.process - cpu) * 1000
            var points = "[]"
            // A face without a pose comes from BlazeFace; the mesh then holds what it rejected.
            if face?.pose != nil, let mesh = tracker.mesh {
                points = "[" + mesh.landmarks.map { "[\($0.x),\($0.y)]" }.joined(separator: ",") + "]"
            }
            var keys = "[]"
            try detector.detect(in: .letterbox(width: view.width, height: view.height), of: view) { found in
                guard keys == "[]" else { return }
                let all = [found.rightEye, found.leftEye, found.noseTip, found.mouth, found.rightEar, found.leftEar]
                keys = "[" + all.map { "[\($0.x),\($0.y)]" }.joined(separator: ",") + "]"
            }
            let pose = face?.pose.map { "[\($0.yaw),\($0.pitch),\($0.roll)]" } ?? "null"
            print(#"{"t":\#(frame.time),"cpu_ms":\#(cost),"pose":\#(pose),"mesh":\#(points),"keys":\#(keys)}"#)
        }
    }
}
