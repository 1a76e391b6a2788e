// Whether the head lies calm.

/// Tells how long the head has stayed about where it is, inside the idle zone or out of it.
struct Calm: Sendable {
    /// A head that keeps within this part of the idle zone's radius of where it was is calm.
    private static let part = 0.6

    private var anchor: HeadOffset?
    private var since = 0.0

    mutating func add(_ offset: HeadOffset, at time: Double, zone: IdleZone) {
        if let anchor, (offset - anchor).length <= Self.part * zone.radius { return }
        anchor = offset
        since = time
    }

    func lasts(_ seconds: Double, at time: Double) -> Bool { anchor != nil && time - since >= seconds - 1e-6 }
}
