// From one sample to the next, and what happened in between.

/// Two samples in a row. Moments between them are reckoned, as if the head went straight: by the pictures alone a time would be
/// wrong by up to the time of one, at 12 a second by 0.08 s.
struct Step: Sendable {
    private(set) var from = (time: -Double.infinity, offset: HeadOffset(left: 0, up: 0))
    private(set) var to = (time: -Double.infinity, offset: HeadOffset(left: 0, up: 0))

    /// Of a longer time between two samples nothing is known, in seconds.
    static let longest = 0.125

    /// How long it took, as far as anything is known of it.
    var span: Double { min(to.time - from.time, Self.longest) }

    mutating func go(to offset: HeadOffset, at time: Double) {
        from = to
        to = (time, offset)
    }

    /// When the head went beyond a distance; the first sample's time where it was there already.
    func moment(beyond distance: Double, _ direction: Direction) -> Double {
        let reach = (from: from.offset.reach(direction), to: to.offset.reach(direction))
        return moment(at: reach.from < distance && reach.to > reach.from ? (distance - reach.from) / (reach.to - reach.from) : 0)
    }

    /// When the head left a zone around its rest; the first sample's time where it was outside already. A head that was unseen for
    /// long left at the end of that time.
    func departure(from zone: IdleZone) -> Double {
        max(moment(beyond: zone.radius, to.offset.dominant), to.time - Self.longest)
    }

    /// When the head came back into a zone around its rest; the first sample's time where it was there already.
    func arrival(in zone: IdleZone) -> Double {
        moment(backWithin: zone.radius, from.offset.dominant)
    }

    /// When the head came back from a side to within a distance; the first sample's time where it was there already.
    func moment(backWithin distance: Double, _ side: Direction) -> Double {
        let reach = (from: from.offset.reach(side), to: to.offset.reach(side))
        return moment(at: reach.from > distance && reach.to < reach.from ? (reach.from - distance) / (reach.from - reach.to) : 0)
    }

    private func moment(at part: Double) -> Double {
        from.time > -.infinity ? from.time + min(1, part) * (to.time - from.time) : to.time
    }
}
