import Traces

/// Counts and latencies of one gesture or of all: firings compared with labels.
package struct Score: Equatable, Sendable {
    package var labels = 0
    package var hits = 0
    package var falseActivations = 0
    /// Seconds; for looks from the end of the movement, for holds from its beginning.
    package var latencies: [Double] = []

    /// Fraction of the labels that were found, or `nil` if there were none.
    package var recall: Double? { labels > 0 ? Double(hits) / Double(labels) : nil }
    /// Fraction of the firings that were correct, or `nil` if nothing fired.
    package var precision: Double? {
        hits + falseActivations > 0 ? Double(hits) / Double(hits + falseActivations) : nil
    }

    /// False activations an hour, or `nil` if no time passed.
    package func falsePerHour(in hours: Double) -> Double? { hours > 0 ? Double(falseActivations) / hours : nil }

    /// Upper 95 % confidence bound of the rate of false activations.
    package func falsePerHourUpper95(in hours: Double) -> Double? {
        hours > 0 ? PoissonBound.upper95(falseActivations) / hours : nil
    }

    package static func += (left: inout Score, right: Score) {
        left.labels += right.labels
        left.hits += right.hits
        left.falseActivations += right.falseActivations
        left.latencies += right.latencies
    }

    /// The latency at quantile `part` (nearest rank).
    package func latency(_ part: Double) -> Double? {
        guard !latencies.isEmpty else { return nil }
        let sorted = latencies.sorted()
        return sorted[min(sorted.count - 1, max(0, Int((part * Double(sorted.count)).rounded(.up)) - 1))]
    }
}

/// The firings in one clip compared with its labels.
package struct ClipScore: Sendable {
    /// A gesture still counts for a label if it fires up to this long before the span begins or after it ends, in seconds: labels are
    /// set by eye, and a look is known only when the head is back.
    package static let before = 0.3
    package static let after = 0.6

    /// By the gesture's name; a miss counts for the label's name, a false activation for the name of the gesture that fired.
    package private(set) var gestures: [String: Score] = [:]
    package private(set) var found: [(label: Label, firing: Firing)] = []
    package private(set) var missed: [Label] = []
    package private(set) var falseActivations: [Firing] = []

    /// Matches in order of time. Each label takes the first correct firing; every other firing is false unless it lies in an ignored span.
    package init(labels: [Label], firings: [Firing]) {
        let wanted = labels.filter { $0.gesture != .ignore }
        var isFound = [Bool](repeating: false, count: wanted.count)
        for firing in firings {
            let match = wanted.indices.first { index in
                !isFound[index] && wanted[index].gesture.accepts(firing.gesture)
                    && Self.spans(wanted[index], firing.time)
            }
            if let match {
                isFound[match] = true
                let label = wanted[match]
                found.append((label, firing))
                let latency: Double = switch firing.gesture {
                case .look, .tilt, .expression, .nod, .shake, .taught: firing.time - label.end
                case .hold, .holdTilt, .holdExpression, .gaze: firing.time - label.start
                }
                gestures[label.gesture.description, default: Score()].hits += 1
                gestures[label.gesture.description, default: Score()].latencies.append(latency)
            } else if !labels.contains(where: { $0.gesture == .ignore && Self.spans($0, firing.time) }) {
                gestures[firing.gesture.description, default: Score()].falseActivations += 1
                falseActivations.append(firing)
            }
        }
        for (index, label) in wanted.enumerated() {
            gestures[label.gesture.description, default: Score()].labels += 1
            if !isFound[index] { missed.append(label) }
        }
    }

    private static func spans(_ label: Label, _ time: Double) -> Bool {
        (label.start - before...label.end + after).contains(time)
    }
}
