/// Keeps the neighbourhood of the head in the last processed frame and compares the next frames with it.
final class HeadWatch {
    /// Neighbourhoods in the last processed frame and in the last examined frame.
    private(set) var before = Neighborhood()
    private(set) var now = Neighborhood()
    private var gate = MotionGate()
    /// Smallest shift that counts, in tiles.
    private var shift: Float = 0
    /// How much the last examined frame differed from the kept one, as a multiple of the smallest difference that counts; infinite where they lie
    /// elsewhere.
    private(set) var difference = Float.infinity

    /// Smallest shift that counts, in interocular distances. BlazeFace's own noise is twice as large.
    private static let shift = 0.005

    /// Starts again around a head.
    func begin(at frame: Frame, center: PicturePoint, eyeDistance: Double) {
        before.place(around: center, eyeDistance: eyeDistance)
        before.fill(from: frame)
        shift = Float(Self.shift * eyeDistance) / Float(before.block * Neighborhood.tileSide)
    }

    /// Examines a frame. Returns whether it differs from the last kept one by more than noise and light.
    ///
    /// - Parameter center: last position of the head; the neighbourhood follows it.
    func hasChanged(in frame: Frame, center: PicturePoint? = nil) -> Bool {
        now.place(like: before, keeping: center)
        if now.liesLike(before) {
            now.fill(from: frame, .head)  // a third of all tiles: most frames of a head at rest end here
            difference = gate.difference(before.coarse, now.coarse, window: .head, shift: shift)
            guard difference > 1 else { return false }
        } else {
            difference = .infinity
        }
        now.fill(from: frame)
        return true
    }

    /// Keeps the examined frame as the one with which the next frames are compared.
    func keep() { swap(&before, &now) }
}
