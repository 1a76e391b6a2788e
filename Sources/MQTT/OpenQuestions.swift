import Platform

/// The questions that came from the broker and have no answer yet. The appliance's reply says whose answer it is; an event does not, because anybody
/// may have asked. So events wait until the replies have come.
package struct OpenQuestions: Sendable {
    package typealias Fields = [String: JSONValue]

    private var questions: [String: Fields] = [:]
    private var events: [Fields] = []
    private var number = 0

    package init() {}

    /// Notes a question.
    /// - Parameter request: of the rules, with the asker's `id` if there is one.
    /// - Returns: the request for the appliance, with an `id` of our own.
    package mutating func add(_ request: Fields) -> Fields {
        number += 1
        let id = "ask-\(number)"
        questions[id] = request.filter { ["id", "question"].contains($0.key) }
        return request.merging(["id": .text(id)]) { $1 }
    }

    /// An answer that came as an event.
    /// - Returns: what to publish now.
    package mutating func hear(_ event: Fields) -> [Fields] {
        guard !questions.isEmpty else { return [event] }
        events.append(event)
        return []
    }

    /// The appliance's reply to a request, after all events that were sent before it.
    /// - Returns: what to publish now.
    package mutating func take(_ reply: Fields) -> [Fields] {
        guard let id = reply["id"]?.text, var own = questions.removeValue(forKey: id) else { return [] }
        if reply["ok"] == .flag(true), case .text(let word)? = reply["answer"] {
            // One question at a time: the last event is of this one's answer.
            if events.last?["event_type"] == .text(word) { own.merge(events.removeLast()) { $1 } }
            own["event_type"] = .text(word)
        } else {
            own["event_type"] = .text("none")
            own["reason"] = reply["detail"] ?? .text("it was refused")
        }
        return release() + [own]
    }

    /// No reply will come.
    /// - Returns: what to publish now.
    package mutating func end(_ reason: String) -> [Fields] {
        let open = questions.sorted { $0.key.count == $1.key.count ? $0.key < $1.key : $0.key.count < $1.key.count }
            .map { $0.value.merging(["event_type": .text("none"), "reason": .text(reason)]) { $1 } }
        questions = [:]
        return release() + open
    }

    /// The events that wait, once no reply can be about them.
    private mutating func release() -> [Fields] {
        guard questions.isEmpty else { return [] }
        defer { events = [] }
        return events
    }
}
