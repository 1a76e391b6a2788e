import Gestures

/// The movements that were not recognised in the last minutes, with their times, in a ring buffer that is allocated once. It holds
/// numbers only, no images.
package struct RefusalLog: Sendable {
    /// Seconds for which ``recent(at:)`` still returns a refusal.
    package static let memory = 300.0
    private static let capacity = 256

    private var entries: [GestureEvent] = []
    private var next = 0

    package init() {
        entries.reserveCapacity(Self.capacity)
    }

    /// Keeps a refusal; other events are ignored.
    package mutating func add(_ event: GestureEvent) {
        guard case .rejected = event.kind else { return }
        if entries.count < Self.capacity {
            entries.append(event)
        } else {
            entries[next] = event
            next = (next + 1) % Self.capacity
        }
    }

    /// The refusals of the last minutes before `time`, oldest first.
    package func recent(at time: Double) -> [GestureEvent] {
        (entries[next...] + entries[..<next]).filter { time - $0.time <= Self.memory }
    }
}
