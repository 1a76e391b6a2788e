/// What has happened since the start, for programs that watch many machines.
package struct RunningFigures: Codable, Equatable, Sendable {
    /// CPU seconds for one frame.
    package private(set) var frame_cost = Histogram(bounds: [0.001, 0.0025, 0.005, 0.01, 0.02, 0.03, 0.05, 0.1])
    /// Seconds from the end of a gesture's movement, or from the end of a hold's acceptance time, to its event.
    package private(set) var gesture_latency = Histogram(bounds: [0.025, 0.05, 0.1, 0.2, 0.3, 0.5, 0.75, 1, 2])
    /// How often each gesture fired, each rule refused a movement, each fault was reported.
    package private(set) var gestures: [String: Int] = [:], refused: [String: Int] = [:], faults: [String: Int] = [:]

    package init() {}

    package mutating func addFrame(cpu: Double) { frame_cost.add(cpu) }

    /// - Parameter latency: seconds.
    package mutating func addGesture(_ name: String, latency: Double) {
        gestures[name, default: 0] += 1
        gesture_latency.add(latency)
    }

    package mutating func addRefusal(by rule: String) { refused[rule, default: 0] += 1 }

    package mutating func addFault(_ what: String) { faults[what, default: 0] += 1 }
}
