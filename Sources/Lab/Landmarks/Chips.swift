import People
import Pipeline
import Platform

/// The face as the recogniser of persons gets it, at most once in `interval` seconds of the clip.
package struct Chips {
    private let tracker: FaceTracker
    private let interval: Double
    private var next = -Double.infinity
    private var chip = FaceChip()

    package init(_ runtime: LiteRTRuntime, every interval: Double) throws {
        tracker = try FaceTracker(accuracy: .high, runtime: runtime)
        self.interval = interval
    }

    /// `{"t":…,"pose":[yaw,pitch,roll],"eyes":…,"chip":"hexadecimal luma"}`; `nil` while no face is certain.
    package mutating func line(_ view: FrameView) throws -> String? {
        guard let face = try tracker.face(in: view), face.isCertain, let pose = face.pose, view.frame.time >= next,
              chip.cut(face, from: view) else { return nil }
        next = view.frame.time + interval
        let digits = chip.pixels.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        return "{\"t\":\(view.frame.time),\"pose\":[\(pose.yaw),\(pose.pitch),\(pose.roll)],\"eyes\":\(chip.eyeDistance),\"chip\":\"\(digits)\"}"
    }
}
