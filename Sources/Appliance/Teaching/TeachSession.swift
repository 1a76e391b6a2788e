import Gestures
import Platform

/// A teaching in progress. Nothing fires meanwhile: the recogniser is kept from completing its own calibration.
package struct TeachSession: Sendable {
    /// Seconds after which it is cancelled: without a head, and in total.
    private static let patience = 30.0, longest = 300.0

    package let name: GestureName
    private var teacher: Teacher
    private let began: Double
    private var lastSeen: Double
    private var disturbance: String?

    package init(_ name: GestureName, repetitions: Int, at time: Double) {
        self.name = name
        teacher = Teacher(repetitions: repetitions)
        began = time
        lastSeen = time
    }

    /// The repetitions, or why there are too few; `nil` while it is not over.
    package var outcome: Result<[TaughtRepetition], Teacher.Fault>? { teacher.outcome }

    /// Takes a sample and reports changes.
    package mutating func add(_ sample: HeadSample, _ emit: (ApplianceEvent) -> Void) {
        guard teacher.outcome == nil else { return }
        if sample.head != nil { lastSeen = max(lastSeen, sample.time) }
        teacher.add(sample) { report in
            if report != .done { emit(.teach(time: sample.time, name, .told(report))) }  // what follows from it is told instead
        }
    }

    /// Marks what has been measured so far as invalid.
    package mutating func disturb(_ reason: String) { disturbance = disturbance ?? reason }

    /// The reason why it cannot go on, if there is one.
    package func obstacle(at time: Double) -> String? {
        if let disturbance { return disturbance }
        if time - lastSeen > Self.patience { return "no face was seen for \(Self.patience.shortest) s" }
        return time - began > Self.longest ? "it took longer than \(Self.longest.shortest) s" : nil
    }
}
