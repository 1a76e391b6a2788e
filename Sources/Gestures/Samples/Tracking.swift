/// A known rest: its centre, its beginning, and the rest before it.
struct Tracking: Sendable {
    var center: CalibrationCenter
    /// Time since which the head rests here, in seconds.
    var since: Double
    /// The rest before this one.
    var previousRest: PreviousRest?
    /// If the head has returned here: the previous rest that was known here before it left.
    var revisited: PreviousRest?
    var filter = PoseFilter()

    init(_ center: CalibrationCenter, since: Double, previousRest: PreviousRest? = nil) {
        self.center = center
        self.since = since
        self.previousRest = previousRest
    }

    /// Moves the centre towards a head at rest.
    mutating func follow(_ sample: HeadSample, _ pose: Pose, part: Double) {
        center.follow(sample, part: part)
        filter.shift(by: pose.offset * part)
    }

    /// Makes the present position of the head its rest.
    /// - Parameter memory: how long the rest until now stays known, unless an earlier one still is, in seconds.
    mutating func moveCenter(to sample: HeadSample, memory: Double) {
        revisited = nil
        if previousRest?.isRemembered(at: sample.time) != true {
            previousRest = PreviousRest(center, stayed: sample.time - since, leftAt: sample.time, memory: memory)
        }
        settle(on: sample)
    }

    /// Makes the present position the rest, when the head is back near its previous rest but not quite in the same place.
    mutating func moveCenterBack(to sample: HeadSample, _ rules: GestureRules) {
        leave(at: sample.time, rules)
        settle(on: sample)
    }

    /// Makes the previous rest the present one.
    mutating func comeBack(to previous: PreviousRest, at time: Double, _ rules: GestureRules) {
        leave(at: time, rules)
        center = previous.center
        begin(at: time)
    }

    /// Swaps the two rests. The rest that the head leaves stays known for a while, because it may be the true one.
    private mutating func leave(at time: Double, _ rules: GestureRules) {
        guard let previous = previousRest else { return }
        let isKnown = previous.isFirm || revisited?.isFirm == true
        previousRest = isKnown ? previous.left(center, after: time - since, at: time, visiting: revisited, rules) : nil
        revisited = previous
    }

    private mutating func settle(on sample: HeadSample) {
        center.follow(sample, part: 1)
        begin(at: sample.time)
    }

    private mutating func begin(at time: Double) {
        since = time
        filter = PoseFilter()
    }
}
