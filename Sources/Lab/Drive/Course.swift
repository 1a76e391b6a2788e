import Glibc

/// A closed course between walls, with bends to both sides, a narrow place, and obstacles that leave one side free. Metres.
package struct Course: Sendable {
    /// What stands in the way.
    private struct Obstacle {
        /// How far along the course it begins and ends.
        let place: ClosedRange<Double>
        /// What it leaves free, from the middle to the left.
        let free: ClosedRange<Double>
    }

    private static let corners: [SIMD2<Double>] = [SIMD2(0, 0), SIMD2(4, 0), SIMD2(4, 2), SIMD2(6, 2), SIMD2(6, 5), SIMD2(0, 5)]
    /// From the middle to the walls, and the robot's radius.
    private static let half = 0.4, radius = 0.12
    /// Two boxes at the left and one at the right, and a narrow place.
    private static let obstacles = [
        Obstacle(place: 2...2.3, free: -0.4...0.05), Obstacle(place: 9.4...9.7, free: -0.05...0.4), Obstacle(place: 14...15, free: -0.25...0.25),
        Obstacle(place: 19.4...19.7, free: -0.4...0.05),
    ]
    /// So far before an obstacle the driver begins to leave the middle, and so far has reached the free side.
    private static let leaves = 0.9, passes = 0.3
    private static let step = 0.05

    private let points: [SIMD2<Double>]
    private var index = 0
    /// Points along the course since the start.
    private var progress = 0
    package private(set) var collisions = 0

    package init() {
        var points: [SIMD2<Double>] = []
        for (from, to) in zip(Self.corners, Self.corners.dropFirst() + [Self.corners[0]]) {
            let way = to - from, count = Int((way * way).sum().squareRoot() / Self.step)
            points += (0..<count).map { from + way * (Double($0) / Double(count)) }
        }
        self.points = points
    }

    package var laps: Double { Double(progress) / Double(points.count) }

    /// Follows the robot.
    /// - Returns: where it is put, in the middle of what is free, if it has hit a wall or an obstacle.
    package mutating func follow(_ robot: Robot) -> Robot? {
        let near = (-20...20).min { distance(robot.place, $0) < distance(robot.place, $1) } ?? 0, away = distance(robot.place, near)
        progress += near
        index = wrapped(near)
        let ahead = direction(index), way = robot.place - points[index]
        let left = ahead.x * way.y - ahead.y * way.x < 0 ? -away : away, along = Double(index) * Self.step
        let free = Self.obstacles.first { $0.place.contains(along) }?.free ?? -Self.half...Self.half
        guard left - Self.radius < free.lowerBound || left + Self.radius > free.upperBound else { return nil }
        collisions += 1
        return Robot(at: points[index] + Self.toLeft(ahead) * ((free.lowerBound + free.upperBound) / 2), heading: atan2(ahead.y, ahead.x))
    }

    /// The angle by which a robot must turn left towards the middle of what is free so many metres ahead, in radians, -π to π.
    package func error(of robot: Robot, ahead: Double) -> Double {
        let there = wrapped(Int(ahead / Self.step))
        let way = points[there] + Self.toLeft(direction(there)) * Self.aim(at: Double(there) * Self.step) - robot.place
        return remainder(atan2(way.y, way.x) - robot.heading, 2 * .pi)
    }

    /// How far left of the middle the driver wants to be.
    private static func aim(at along: Double) -> Double {
        obstacles.map { obstacle in
            let away = max(obstacle.place.lowerBound - along, along - obstacle.place.upperBound, 0)
            let part = min(1, max(0, (leaves - away) / (leaves - passes)))
            return part * (obstacle.free.lowerBound + obstacle.free.upperBound) / 2
        }.reduce(0, +)
    }

    /// The course's direction at one of its points, of length 1.
    private func direction(_ index: Int) -> SIMD2<Double> {
        let way = points[(index + 1) % points.count] - points[index]
        return way / (way * way).sum().squareRoot()
    }

    private static func toLeft(_ direction: SIMD2<Double>) -> SIMD2<Double> { SIMD2(-direction.y, direction.x) }

    private func wrapped(_ steps: Int) -> Int { (index + steps + points.count) % points.count }

    private func distance(_ place: SIMD2<Double>, _ steps: Int) -> Double {
        let way = place - points[wrapped(steps)]
        return (way * way).sum().squareRoot()
    }
}
