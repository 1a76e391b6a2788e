// Two pictures of the same place, and whether something has moved between them.

/// Keeps the picture of the last frame that was worked on, and compares the next ones with it.
final class HeadWatch {
    /// The last frame that was worked on, and the one that was looked at last.
    private(set) var before = Neighborhood()
    private(set) var now = Neighborhood()
    private var gate = MotionGate()
    /// In tiles.
    private var shift: Float = 0

    /// A shift that counts, in interocular distances: BlazeFace's own noise is twice as much.
    private static let shift = 0.005

    /// Begins anew around a head.
    func begin(at frame: Frame, center: PicturePoint, eyeDistance: Double) {
        before.place(around: center, eyeDistance: eyeDistance)
        before.fill(from: frame)
        shift = Float(Self.shift * eyeDistance) / Float(before.block * Neighborhood.tileSide)
    }

    /// Looks at a frame; whether it differs from the last one that was kept by more than noise and light.
    ///
    /// - Parameter center: where the head was last; the picture goes after it.
    func hasChanged(in frame: Frame, center: PicturePoint? = nil) -> Bool {
        now.place(like: before, keeping: center)
        if now.liesLike(before) {
            now.fill(from: frame, .head)  // a third of the whole: most frames of a head at rest end here
            guard gate.hasMoved(before.coarse, now.coarse, window: .head, shift: shift) else { return false }
        }
        now.fill(from: frame)
        return true
    }

    /// The frame that was looked at has been worked on: the next ones are compared with it.
    func keep() { swap(&before, &now) }
}
