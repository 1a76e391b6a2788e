// Heads from ARKit's face tracking, with tilts and the face. Written from Apple's documentation; it has not been compiled or run on an iPhone.
#if canImport(ARKit) && os(iOS)
import ARKit
import Gestures

/// One sample for each frame: `for await event in heads.samples.gestures() { … }`.
public final class ARKitHeads: NSObject, ARSessionDelegate {
    public let samples: AsyncStream<HeadSample>
    private let frames: AsyncStream<HeadSample>.Continuation

    /// Set it as the session's delegate, and run the session with `ARFaceTrackingConfiguration`.
    public override init() {
        (samples, frames) = AsyncStream.makeStream(of: HeadSample.self, bufferingPolicy: .bufferingNewest(8))
    }

    public func session(_ session: ARSession, didUpdate frame: ARFrame) {
        let face = frame.anchors.lazy.compactMap { $0 as? ARFaceAnchor }.first { $0.isTracked }
        var sample = HeadSample(time: frame.timestamp, angles: face.map { HeadAngles($0.transform, in: frame.camera.viewMatrix(for: .portrait)) })
        if let face { sample.setFace { face.blendShapes[$0.location]?.doubleValue } }
        frames.yield(sample)
    }
}

extension HeadAngles {
    /// Along the axes of an upright camera: x to its right, where the user's left is, y up, z towards the user. The face's own axes are x to the user's
    /// left, y up, z where it points.
    init(_ face: simd_float4x4, in view: simd_float4x4) {
        let seen = view * face, left = seen.columns.0, forward = seen.columns.2
        func degrees(_ radians: Float) -> Double { Double(radians) * 180 / Double.pi }
        self.init(yaw: degrees(atan2(forward.x, forward.z)), pitch: degrees(asin(max(-1, min(1, forward.y)))), roll: degrees(atan2(-left.y, left.x)))
    }
}

extension BlendShape {
    /// Its place in ARKit's dictionary, whose keys have other texts than names.
    var location: ARFaceAnchor.BlendShapeLocation {
        switch self {
        case .jawOpen: .jawOpen
        case .mouthClose: .mouthClose
        case .eyeBlinkLeft: .eyeBlinkLeft
        case .eyeBlinkRight: .eyeBlinkRight
        case .browInnerUp: .browInnerUp
        case .browOuterUpLeft: .browOuterUpLeft
        case .browOuterUpRight: .browOuterUpRight
        case .browDownLeft: .browDownLeft
        case .browDownRight: .browDownRight
        case .mouthSmileLeft: .mouthSmileLeft
        case .mouthSmileRight: .mouthSmileRight
        }
    }
}
#endif
