import Appliance
import Gestures
import Outputs

extension ApplianceEvent {
    /// A fault's code and detail.
    package var fault: (what: String, detail: String)? {
        if case .fault(_, let what, let detail) = self { return (what.rawValue, detail) }
        return nil
    }

    package var line: LineChange? {
        if case .line(let change) = self { return change }
        return nil
    }

    package var stats: Stats? {
        if case .stats(let stats) = self { return stats }
        return nil
    }

    package var point: (from: String, to: String, reason: String)? {
        if case .operatingPoint(_, let from, let to, let reason) = self { return (from, to, reason) }
        return nil
    }

    package var gesture: GestureEvent.Kind? {
        if case .gesture(let event) = self { return event.kind }
        return nil
    }

    /// Whether it is the raw pointer.
    package var isMoved: Bool {
        if case .pointer = gesture { return true }
        return false
    }

    /// Whether a hold continues.
    package var isHeld: Bool {
        if case .moved(.hold, _) = gesture { return true }
        return false
    }

    /// Whether an output went on or off.
    package func isLine(_ name: String, _ value: Bool) -> Bool { line.map { $0.name == name && $0.value == value } ?? false }
}

extension [ApplianceEvent] {
    /// An output's changes, for example `[true, false]`.
    package func values(_ name: String) -> [Bool] { compactMap(\.line).filter { $0.name == name }.map(\.value) }

    /// The codes of all faults.
    package var faults: [String] { compactMap { $0.fault?.what } }

    package func has(_ gesture: GestureEvent.Kind) -> Bool { contains { $0.gesture == gesture } }

    /// The statistics between two moments.
    package func stats(_ range: ClosedRange<Double>) -> [ApplianceEvent.Stats] { compactMap(\.stats).filter { range.contains($0.time) } }
}
