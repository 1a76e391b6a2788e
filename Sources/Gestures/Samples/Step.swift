/// Two samples in a row. Crossing times are interpolated linearly between them; a sample's own time would be up to one frame late.
package struct Step: Sendable {
    private(set) var from = (time: -Double.infinity, offset: HeadOffset(left: 0, up: 0))
    private(set) var to = (time: -Double.infinity, offset: HeadOffset(left: 0, up: 0))
    /// Longest interval that is interpolated, in seconds.
    private var longest = 0.0

    /// Length of the interval, limited to the part that is interpolated, in seconds.
    var span: Double { min(to.time - from.time, longest) }

    /// - Parameter longest: see ``GestureRules/longestStep``.
    mutating func go(to offset: HeadOffset, at time: Double, longest: Double) {
        from = to
        to = (time, offset)
        self.longest = longest
    }

    /// When the head went beyond a distance; the first sample's time if it was there already.
    func moment(beyond distance: Double, _ direction: HeadDirection) -> Double {
        let reach = (from: from.offset.reach(direction), to: to.offset.reach(direction))
        return moment(at: reach.from < distance && reach.to > reach.from ? (distance - reach.from) / (reach.to - reach.from) : 0)
    }

    /// When the head left a zone around its rest; the first sample's time if it was outside already. After a long gap it is taken to have
    /// left at the end of the gap.
    func departure(from zone: IdleZone) -> Double {
        max(moment(beyond: zone.radius, to.offset.dominant), to.time - longest)
    }

    /// When the head came back into a zone around its rest; the first sample's time if it was there already.
    func arrival(in zone: IdleZone) -> Double {
        moment(backWithin: zone.radius, from.offset.dominant)
    }

    /// When the head came back from a side to within a distance; the first sample's time if it was there already.
    func moment(backWithin distance: Double, _ side: HeadDirection) -> Double {
        let reach = (from: from.offset.reach(side), to: to.offset.reach(side))
        return moment(at: reach.from > distance && reach.to < reach.from ? (reach.from - distance) / (reach.from - reach.to) : 0)
    }

    private func moment(at part: Double) -> Double {
        from.time > -.infinity ? from.time + min(1, part) * (to.time - from.time) : to.time
    }
}
