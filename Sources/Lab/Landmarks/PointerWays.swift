import Gestures
import Pipeline

/// The same frames through the mesh and through the product.
package struct PointerWays {
    private let mesh: FaceTracker
    private let product: FaceTracker
    private let productCosts = StageCosts()

    /// Defines both ways.
    package init(_ runtime: LiteRTRuntime) throws {
        // The reference: Face Mesh on every frame.
        mesh = try FaceTracker(accuracy: .high, runtime: runtime, runsAlways: true)
        // The product: accuracy low as it is used.
        product = try FaceTracker(accuracy: .low, runtime: runtime)
        product.costs = productCosts
    }

    /// `{"t":…,"pose":[yaw,pitch,roll],"product_pose":[…],"mesh":[x,y,iod],"product":[x,y,iod],"anchored":true}` in degrees
    /// and pixels; null where there is no certain face. A product's frame is anchored when the mesh ran on it.
    package func line(_ view: FrameView) throws -> String {
        let reference = try mesh.face(in: view)
        let runs = productCosts.milliseconds(of: .mesh).count
        let product = try product.face(in: view)
        let isAnchored = productCosts.milliseconds(of: .mesh).count > runs
        return #"{"t":\#(view.frame.time),"pose":\#(angles(reference)),"product_pose":\#(angles(product)),"#
            + #""mesh":\#(pointer(reference)),"product":\#(pointer(product)),"anchored":\#(isAnchored)}"#
    }

    private func angles(_ face: Face?) -> String {
        guard let face, face.isCertain, let pose = face.pose else { return "null" }
        return "[\(pose.yaw),\(pose.pitch),\(pose.roll)]"
    }

    private func pointer(_ face: Face?) -> String {
        guard let face, face.isCertain,
              let head = HeadPointer(leftEye: face.leftEye, rightEye: face.rightEye, mouth: face.mouth)
        else { return "null" }
        return "[\(head.position.x),\(head.position.y),\(head.interocularDistance)]"
    }
}
