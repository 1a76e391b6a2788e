import Gestures
import Platform

/// A teaching in progress. Nothing fires meanwhile: the recogniser is kept from completing its own calibration.
package struct TeachSession: Sendable {
    package let name: GestureName
    private var teacher: Teacher
    private var timeout: SessionTimeout

    package init(_ name: GestureName, repetitions: Int, at time: Double) {
        self.name = name
        teacher = Teacher(repetitions: repetitions)
        timeout = SessionTimeout(faceless: 30, longest: 300, at: time)
    }

    /// The repetitions, or why there are too few; `nil` while it is not over.
    package var outcome: Result<[TaughtRepetition], Teacher.Fault>? { teacher.outcome }

    /// Takes a sample and reports changes.
    package mutating func add(_ sample: HeadSample, _ emit: (ApplianceEvent) -> Void) {
        guard teacher.outcome == nil else { return }
        if sample.head != nil { timeout.see(at: sample.time) }
        teacher.add(sample) { report in
            if report != .done { emit(.teach(time: sample.time, name, .told(report))) }  // what follows from it is told instead
        }
    }

    /// Marks what has been measured so far as invalid.
    package mutating func disturb(_ reason: String) { timeout.disturb(reason) }

    /// The reason why it cannot go on, if there is one.
    package func obstacle(at time: Double) -> String? { timeout.obstacle(at: time) }
}
