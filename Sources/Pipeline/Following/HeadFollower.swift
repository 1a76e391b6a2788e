// Follows a head from frame to frame without a network.

/// Finds a key frame's patches again in every later frame, and from them the head's motion.
///
/// Roughly first, by block matching from the last frame; then each patch by itself, twice, with the head's motion fitted
/// in between. Patches always come from the key frame, so that errors do not add up from frame to frame.
package final class HeadFollower {
    /// From the key frame to the last frame that was worked on.
    package private(set) var motion = HeadMotion()
    /// The part of the key frame's patches, 0…1, that were found again and moved as one head.
    package private(set) var confidence = 0.0
    /// Of the key frame.
    private(set) var axes: FaceAxes?

    /// The middle of a face, from between the eyes.
    private static let middle = SIMD3(0, 0.4, 0)
    /// A head does not grow or shrink by more than this within a key frame's life.
    private static let mostGrowth = 0.5
    /// Fewer patches carry no motion.
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

    /// There is no key frame any more: nothing is followed, and nothing is sure.
    package func forget() {
        axes = nil
        confidence = 0
    }

    /// Looks at the next frame; `false` where nothing has changed near the head, and the last motion stands.
    package func follow(_ frame: Frame) -> Bool {
        guard let axes else { return false }
        let center = axes.point(motion.apply(Self.middle))
        guard watch.hasChanged(in: frame, center: center) else { return false }
        let shift = CoarseSearch.shift(from: watch.before, to: watch.now, around: center)
        motion.shift += axes.place(of: axes.origin + shift)
        // Steps of the alignment at most: the second time every patch begins next to its place.
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
