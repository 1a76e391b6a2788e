/// A question that is answered with a nod or a shake.
struct Question: Sendable {
    /// End of its time limit, in seconds; `nil` if none is asked.
    private(set) var until: Double?

    /// Passes events on while a question is asked, each followed by the answer if it is one.
    struct Listener {
        let until: Double
        fileprivate var isAnswered = false

        init(until: Double) { self.until = until }

        mutating func hear(_ event: GestureEvent, _ emit: (GestureEvent) -> Void) {
            emit(event)
            guard !isAnswered, event.time <= until, let answer = GestureAnswer(event.kind) else { return }
            isAnswered = true
            emit(GestureEvent(time: event.time, kind: .answer(answer)))
        }
    }

    mutating func ask(at time: Double, until end: Double, _ emit: (GestureEvent) -> Void) {
        until = end
        emit(GestureEvent(time: time, kind: .armed(until: end)))
    }

    mutating func withdraw(at time: Double, _ emit: (GestureEvent) -> Void) {
        guard until != nil else { return }
        until = nil
        emit(GestureEvent(time: time, kind: .answer(.none)))
    }

    /// Ends the question if its listener has heard the answer, or its time is over.
    mutating func end(_ listener: Listener, at time: Double, _ emit: (GestureEvent) -> Void) {
        guard let until else { return }
        if listener.isAnswered {
            self.until = nil
        } else if time >= until {
            withdraw(at: time, emit)
        }
    }
}

extension GestureConfiguration {
    /// Enables nods and shakes, even during speech and if nothing else uses them.
    mutating func enableAnswers() {
        nod = true
        shake = true
        // People say yes while they nod.
        filters[.nod].quietMouth = 0
        filters[.shake].quietMouth = 0
    }
}
