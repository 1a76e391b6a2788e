// Prints the mesh and key points of every frame of a clip as JSON lines, for comparison with other implementations.
import Glibc
import Pipeline

@main
struct LandmarkDump {
    static func main() throws {
        let arguments = CommandLine.arguments
        guard arguments.count == 2 else {
            print("usage: LandmarkDump CLIP")
            exit(2)
        }
        let runtime = try LiteRTRuntime()
        let tracker = try FaceTracker(accuracy: .high, runtime: runtime)
        let detector = try FaceDetector(runtime: runtime)
        let source = try ClipOpener.open(arguments[1])
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
