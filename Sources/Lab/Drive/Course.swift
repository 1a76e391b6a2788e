import Glibc

/// A closed course between walls, with bends to both sides and a narrow place. Metres.
package struct Course: Sendable {
    private static let corners: [SIMD2<Double>] = [SIMD2(0, 0), SIMD2(4, 0), SIMD2(4, 2), SIMD2(6, 2), SIMD2(6, 5), SIMD2(0, 5)]
    /// From the middle to a wall, from there where it is narrow, and the robot's radius.
    private static let half = 0.4, narrow = 0.25, radius = 0.12
    /// How far along the course it is narrow.
    private static let gate = 14.0...15.0
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
    /// - Returns: where it is put, in the middle of the way, if it has hit a wall.
    package mutating func follow(_ robot: Robot) -> Robot? {
        let near = (-20...20).min { distance(robot.place, $0) < distance(robot.place, $1) } ?? 0, away = distance(robot.place, near)
        progress += near
        index = wrapped(near)
        let half = Self.gate.contains(Double(index) * Self.step) ? Self.narrow : Self.half
        guard away > half - Self.radius else { return nil }
        collisions += 1
        let ahead = points[wrapped(1)] - points[index]
        return Robot(at: points[index], heading: atan2(ahead.y, ahead.x))
    }

    /// The angle by which a robot must turn left towards the middle of the way so many metres ahead, in radians, -π to π.
    package func error(of robot: Robot, ahead: Double) -> Double {
        let way = points[wrapped(Int(ahead / Self.step))] - robot.place
        return remainder(atan2(way.y, way.x) - robot.heading, 2 * .pi)
    }

    private func wrapped(_ steps: Int) -> Int { (index + steps + points.count) % points.count }

    private func distance(_ place: SIMD2<Double>, _ steps: Int) -> Double {
        let way = place - points[wrapped(steps)]
        return (way * way).sum().squareRoot()
    }
}
