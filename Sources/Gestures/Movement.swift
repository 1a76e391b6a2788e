// One journey of the head out of the idle zone and back: a stroke, a hold, or nothing.

/// Follows the head's offset and tells strokes from holds, so that one movement is never both.
struct Movement: Sendable {
    /// What the recogniser must do beside passing events on.
    enum Outcome: Equatable { case goesOn, settledElsewhere }

    private enum State: Sendable {
        /// In the idle zone; the last offset is where the next stroke begins.
        case resting(at: HeadOffset)
        /// Outside, not yet decided.
        case outside(Excursion)
        /// A hold is under way.
        case holding(Direction, since: Double)
        /// Outside with nothing more to give: the head must visit the idle zone first.
        case spent(since: Double?)
    }

    private var state: State

    /// - Parameter isResting: the head is known to be in the idle zone; else it must visit it before anything counts.
    init(isResting: Bool) {
        state = isResting ? .resting(at: HeadOffset(left: 0, up: 0)) : .spent(since: nil)
    }

    /// The direction that is being held, if any.
    var held: Direction? { if case .holding(let direction, _) = state { direction } else { nil } }

    /// Takes the next offset and emits what it completes.
    mutating func add(_ offset: HeadOffset, at time: Double, _ configuration: GestureConfiguration,
                      _ emit: (GestureEvent) -> Void) -> Outcome {
        let inside = configuration.idleZone.contains(offset)
        switch state {
        case .resting(let origin):
            if inside {
                state = .resting(at: offset)
            } else {
                state = .outside(Excursion(origin: origin, began: time))
                return add(offset, at: time, configuration, emit)
            }
        case .outside(let excursion) where inside:
            if configuration.discrete, let stroke = excursion.stroke(endingAt: time, configuration) {
                emit(GestureEvent(time: time, kind: stroke))
            }
            state = .resting(at: offset)
        case .outside(var excursion):
            if time - excursion.began >= configuration.maxHold { return settle() }
            excursion.add(offset, at: time, configuration)
            state = .outside(excursion)
            if configuration.continuous, let out = excursion.out, time - out.since >= configuration.acceptance {
                state = .holding(out.direction, since: time)
                emit(GestureEvent(time: time, kind: .lookStarted(out.direction, distance: offset.reach(out.direction))))
            }
        case .holding(let direction, let since):
            let distance = offset.reach(direction)
            if inside || distance <= configuration.idleZoneRadius {
                emit(GestureEvent(time: time, kind: .lookStopped(direction, held: time - since, reason: .returned)))
                // Still outside, but elsewhere: that may become another hold, never a stroke, whose way out was not seen.
                state = inside ? .resting(at: offset)
                    : .outside(Excursion(origin: offset, began: time, mayBeStroke: false))
            } else if time - since >= configuration.maxHold {
                emit(GestureEvent(time: time, kind: .lookStopped(direction, held: time - since, reason: .maxHold)))
                return settle()
            } else {
                emit(GestureEvent(time: time, kind: .lookMoved(direction, distance: distance)))
            }
        case .spent(let since):
            if inside {
                state = .resting(at: offset)
            } else if let since, time - since >= configuration.maxHold {
                return settle()
            } else {
                state = .spent(since: since ?? time)
            }
        }
        return .goesOn
    }

    /// Ends whatever is under way; the head must rest before anything counts again.
    mutating func end(at time: Double, reason: GestureEvent.StopReason, _ emit: (GestureEvent) -> Void) {
        if case .holding(let direction, let since) = state {
            emit(GestureEvent(time: time, kind: .lookStopped(direction, held: time - since, reason: reason)))
        }
        state = .spent(since: nil)
    }

    private mutating func settle() -> Outcome {
        state = .spent(since: nil)
        return .settledElsewhere
    }
}
