import Gestures
import Traces

/// How far heads drive that command nothing.
package struct IdleDrive: Sendable {
    package private(set) var seconds = 0.0, metres = 0.0, longest = 0.0
    package private(set) var drives = 0

    package init() {}

    package var hours: Double { seconds / 3600 }

    /// Adds a head that commands nothing.
    /// - Throws: `ModelError`.
    package mutating func add(_ trace: HeadTrace) throws {
        guard let first = trace.marks.first?.time else { return }
        var driven = try DrivenRobot(), began: Double?
        func ended(_ way: Double) -> Double { began.map { way - $0 } ?? 0 }
        for mark in trace.marks {
            var mark = mark
            mark.time -= first
            driven.see(mark)
            if driven.drives {
                if began == nil { (began, drives) = (driven.robot.way, drives + 1) }
            } else if began != nil {
                longest = max(longest, ended(driven.robot.way))
                began = nil
            }
        }
        longest = max(longest, ended(driven.robot.way))
        seconds += driven.time
        metres += driven.robot.way
    }
}

extension TraceSimulation {
    /// A person who keeps still with a trembling head.
    package mutating func trembling(seconds: Double) -> HeadTrace {
        let person = limited().person
        return record(Plan(rest: seconds), person)
    }
}
