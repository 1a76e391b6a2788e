import Glibc

/// A robot on two wheels: where it is, and how it moves. Metres, seconds and radians; the left is positive.
package struct Robot: Equatable, Sendable {
    /// Metres a second at full speed, metres between the wheels, and the time in which a wheel comes near to the speed that it is told.
    package static let fullSpeed = 0.5, track = 0.2, lag = 0.1

    package private(set) var place: SIMD2<Double>
    package private(set) var heading: Double
    /// How far its wheels have run, whichever way: the mean of both.
    package private(set) var way = 0.0
    private var left = 0.0, right = 0.0

    package init(at place: SIMD2<Double> = .zero, heading: Double = 0) { (self.place, self.heading) = (place, heading) }

    /// Metres a second of its faster wheel.
    package var speed: Double { max(left.magnitude, right.magnitude) }

    /// - Parameter wheels: what the wheels are told, -1 to 1.
    package mutating func move(_ wheels: (left: Double, right: Double), for seconds: Double) {
        let part = 1 - exp(-seconds / Self.lag)
        left += (wheels.left * Self.fullSpeed - left) * part
        right += (wheels.right * Self.fullSpeed - right) * part
        heading += (right - left) / Self.track * seconds
        place += SIMD2(cos(heading), sin(heading)) * ((left + right) / 2 * seconds)
        way += (left.magnitude + right.magnitude) / 2 * seconds
    }
}
