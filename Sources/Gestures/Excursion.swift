// A journey outside the idle zone that is not yet a stroke or a hold.

/// What is known of the head's way since it left the idle zone.
struct Excursion: Sendable {
    /// The last offset inside the zone: off-axis movement is measured from here, because nods drift sideways slowly.
    let origin: HeadOffset
    /// Seconds at which the head was first seen outside.
    let began: Double
    private let mayBeStroke: Bool
    /// The direction beyond its threshold now, and since when without a break.
    private(set) var out: (direction: Direction, since: Double)?

    /// The furthest point so far, and the direction it counts for; `nil` where it was off axis.
    private var peak: (distance: Double, direction: Direction?) = (0, nil)
    /// The direction that was beyond its threshold; a second one makes the journey no stroke.
    private var seen: Direction?
    private var isAmbiguous = false

    init(origin: HeadOffset, began: Double, mayBeStroke: Bool = true) {
        self.origin = origin
        self.began = began
        self.mayBeStroke = mayBeStroke
    }

    mutating func add(_ offset: HeadOffset, at time: Double, _ configuration: GestureConfiguration) {
        let direction = configuration.direction(of: offset, from: origin)
        if direction != out?.direction { out = direction.map { ($0, time) } }
        let reach = offset.reach(offset.dominant)
        if reach > peak.distance { peak = (reach, direction) }
        guard let direction else { return }
        if let seen, seen != direction { isAmbiguous = true }
        seen = direction
    }

    /// The stroke that ends with the return at `time`, if it is one.
    func stroke(endingAt time: Double, _ configuration: GestureConfiguration) -> GestureEvent.Kind? {
        let duration = time - began
        guard mayBeStroke, !isAmbiguous, let direction = peak.direction,
              duration >= configuration.discreteMin, duration <= configuration.discreteMax
        else { return nil }
        return .look(direction, distance: peak.distance, duration: duration)
    }
}
