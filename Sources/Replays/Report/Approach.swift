import Gestures
import Platform

/// How near the head came to a threshold.
package struct Approach: Equatable, Sendable {
    /// Seconds since the clip's first frame.
    package let time: Double
    package let direction: HeadDirection
    /// The distance of the head, and the required distance, in eye distances.
    package let distance: Double
    package let threshold: Double

    /// The nearest approach within some frames; `nil` if no offset from rest was measured.
    package init?(nearestIn points: some Sequence<TracePoint>) {
        var nearest: (part: Double, time: Double, direction: HeadDirection, distance: Double, threshold: Double)?
        for point in points {
            guard let offset = point.offset, offset.left.isFinite, offset.up.isFinite else { continue }
            let direction = offset.dominant, distance = offset.reach(direction), threshold = point.thresholds[direction]
            guard distance / threshold > nearest?.part ?? -1 else { continue }
            nearest = (distance / threshold, point.time, direction, distance, threshold)
        }
        guard let nearest else { return nil }
        (time, direction, distance, threshold) = (nearest.time, nearest.direction, nearest.distance, nearest.threshold)
    }

    /// As a sentence: "The head went furthest to the left, 0.17 eye distances at 3.2 s; a gesture needs 0.18."
    package var words: String {
        let way = switch direction {
        case .left, .right: "to the \(direction)"
        case .up, .down: "\(direction)"
        }
        return "The head went furthest \(way), \(distance.short) eye distances at \(time.short) s; a gesture needs \(threshold.short)."
    }
}
