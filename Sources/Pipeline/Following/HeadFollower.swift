/// Follows a head without a network: finds a key frame's template patches in every later frame, and computes the head's motion from them.
///
/// Block matching from the last frame gives a rough motion. Then each patch is aligned individually, twice, with a fit of the head's motion
/// in between. Patches always come from the key frame, so that errors do not accumulate from frame to frame.
package final class HeadFollower {
    /// Motion from the key frame to the last processed frame.
    package private(set) var motion = HeadMotion()
    /// Fraction of the key frame's patches, 0…1, that were found and moved as one head.
    package private(set) var confidence = 0.0
    /// How much the last frame differed near the head from the one before, as a multiple of the smallest difference that counts as a change.
    var difference: Float { watch.difference }
    /// Axes of the key frame.
    private(set) var axes: FaceAxes?

    /// Centre of a face, relative to the point between the eyes.
    private static let middle = SIMD3(0, 0.4, 0)
    /// Greatest change of the head's size within a key frame's life.
    private static let mostGrowth = 0.5
    /// Minimum number of patches for a motion.
    private static let fewestPatches = 4

    private let watch = HeadWatch()
    private let patches = PatchSet()
    private let fit = MotionFit()

    package init() {}

    /// Makes a frame the key frame, with the face where the mesh has just seen it.
    package func begin(at frame: Frame, mesh: FaceMesh, viewToFrame: AffineTransform) {
        let points = FacePoints(mesh).map(viewToFrame.apply)
        guard let axes = FaceAxes(rightEye: points.rightEye, leftEye: points.leftEye, mouth: points.mouth) else { return forget() }
        watch.begin(at: frame, center: axes.point(HeadMotion().apply(Self.middle)), eyeDistance: axes.eyeDistance)
        patches.take(from: watch.before, axes: axes, mesh: mesh, viewToFrame: viewToFrame)
        self.axes = axes
        motion = HeadMotion()
        confidence = 1
    }

    /// Discards the key frame; nothing is followed any more.
    package func forget() {
        axes = nil
        confidence = 0
    }

    /// Processes the next frame. Returns `false` if nothing has changed near the head; the last motion stands then.
    package func follow(_ frame: Frame) -> Bool {
        guard let axes else { return false }
        let center = axes.point(motion.apply(Self.middle))
        guard watch.hasChanged(in: frame, center: center) else { return false }
        let shift = CoarseSearch.shift(from: watch.before, to: watch.now, around: center)
        motion.shift += axes.place(of: axes.origin + shift)
        // Maximum number of alignment steps. In the second pass every patch starts close to its final place.
        for steps in [4, 3] {
            guard align(axes, steps: steps) else { break }
        }
        if !(motion.growth.magnitude <= Self.mostGrowth) { confidence = 0 }
        watch.keep()
        return true
    }

    private func align(_ axes: FaceAxes, steps: Int) -> Bool {
        patches.search(in: watch.now, axes: axes, near: motion, steps: steps)
        guard patches.shifts.count >= Self.fewestPatches, let better = fit.motion(of: patches.shifts, near: motion) else {
            confidence = 0
            return false
        }
        motion = better
        confidence = 0
        for (i, shift) in patches.shifts.enumerated() { confidence += shift.weight * fit.inliers[i] }
        confidence /= patches.totalWeight
        return true
    }
}
