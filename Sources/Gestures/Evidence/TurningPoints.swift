/// Turning points of the head on one axis: where it turned back by at least a hysteresis. A large hysteresis sees through weak swings and
/// stays on the way, a small one sees small gestures.
struct TurningPoints: Sendable {
    struct Point: Sendable {
        var number: Int
        var value: Double
    }

    static let most = 16

    /// The turning points that are certain, the oldest first.
    private(set) var points: [Point] = []
    /// The furthest point since the last of them; the head may go on.
    private(set) var open = Point(number: 0, value: 0)
    private var lowest = Point(number: 0, value: 0), highest = Point(number: 0, value: 0)
    /// 1 upwards, −1 downwards, 0 before the first movement.
    private var heading = 0

    init() { points.reserveCapacity(Self.most) }

    mutating func reset() {
        points.removeAll(keepingCapacity: true)
        heading = 0
    }

    mutating func add(_ value: Double, number: Int, hysteresis: Double) {
        let now = Point(number: number, value: value)
        if points.isEmpty, heading == 0, number == 0 || highest.number < 0 { (lowest, highest) = (now, now) }
        if heading >= 0, value > highest.value { highest = now }
        if heading <= 0, value < lowest.value { lowest = now }
        if heading >= 0, highest.value - value >= hysteresis {
            turn(at: highest)
            heading = -1
            lowest = now
        } else if heading <= 0, value - lowest.value >= hysteresis {
            turn(at: lowest)
            heading = 1
            highest = now
        }
        open = heading > 0 ? highest : heading < 0 ? lowest : now
    }

    private mutating func turn(at point: Point) {
        if points.count == Self.most { points.removeFirst() }
        points.append(point)
    }

    /// The number of swings, the open one included.
    var swings: Int { points.count }

    /// The ends of a swing; the last one may go on.
    subscript(swing: Int) -> (from: Point, to: Point) { (points[swing], swing + 1 < points.count ? points[swing + 1] : open) }
}
