/// The top speeds of a movement on its way out and back, along its axis, in IOD a second.
struct VelocityProfile: Sendable {
    private(set) var out = 0.0
    private(set) var back = 0.0

    private let origin: HeadOffset
    private var last: (offset: HeadOffset, time: Double)
    private var furthest = 0.0
    private var direction: HeadDirection?

    /// - Parameter time: time at which the head was last at `origin`.
    init(from origin: HeadOffset, at time: Double) {
        self.origin = origin
        last = (origin, time)
    }

    mutating func add(_ offset: HeadOffset, at time: Double) {
        let before = last
        last = (offset, time)
        guard time > before.time, before.time > -.infinity else { return }
        let side = direction ?? (offset - origin).dominant
        direction = side
        let speed = (offset.reach(side) - before.offset.reach(side)) / (time - before.time)
        out = max(out, speed)
        // The way back begins at the furthest point; earlier returns do not count.
        if offset.reach(side) > furthest {
            furthest = offset.reach(side)
            back = 0
        } else {
            back = max(back, -speed)
        }
    }
}
