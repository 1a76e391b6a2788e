import Appliance
import Gestures
import Outputs

extension ApplianceEvent {
    /// A fault's word and sentence.
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

    /// The raw pointer.
    package var isMoved: Bool {
        if case .moved = gesture { return true }
        return false
    }

    /// A hold that goes on.
    package var isHeld: Bool {
        if case .lookMoved = gesture { return true }
        return false
    }

    /// An output that has gone on, or off.
    package func isLine(_ name: String, _ value: Bool) -> Bool { line.map { $0.name == name && $0.value == value } ?? false }
}

extension [ApplianceEvent] {
    /// What an output did: `[true, false]`.
    package func values(_ name: String) -> [Bool] { compactMap(\.line).filter { $0.name == name }.map(\.value) }

    /// The faults' words.
    package var faults: [String] { compactMap { $0.fault?.what } }

    package func has(_ gesture: GestureEvent.Kind) -> Bool { contains { $0.gesture == gesture } }

    /// The figures of the seconds between two moments.
    package func stats(_ range: ClosedRange<Double>) -> [ApplianceEvent.Stats] { compactMap(\.stats).filter { range.contains($0.time) } }
}
