import Gestures
import Platform

/// A range calibration in progress. Nothing fires meanwhile: the recogniser is kept from completing its own calibration.
package struct RangeSession: Sendable {
    package private(set) var calibration: RangeCalibration
    private var timeout: SessionTimeout
    private var asked: RangeCalibration.Step?
    private var found = 0

    package init(_ movements: [RangeMovement], pointer: PointerKind, at time: Double) {
        calibration = RangeCalibration(movements, pointer: pointer)
        timeout = SessionTimeout(faceless: 10, longest: 180, at: time)
    }

    package var isDone: Bool { calibration.step == .done }

    /// Takes a sample and reports changes.
    package mutating func add(_ sample: HeadSample, _ emit: (ApplianceEvent) -> Void) {
        calibration.add(sample)
        if sample.head != nil { timeout.see(at: sample.time) }
        while found < calibration.findings.count {
            emit(.range(time: sample.time, .found(calibration.findings[found])))
            found += 1
        }
        guard calibration.step != asked else { return }
        asked = calibration.step
        switch calibration.step {
        case .rest: emit(.range(time: sample.time, .asks(nil)))
        case .reach(let movement): emit(.range(time: sample.time, .asks(movement)))
        case .done: break
        }
    }

    /// Marks what has been measured so far as invalid.
    package mutating func disturb(_ reason: String) { timeout.disturb(reason) }

    /// The reason why it cannot go on, if there is one.
    package func obstacle(at time: Double) -> String? { timeout.obstacle(at: time) }
}
