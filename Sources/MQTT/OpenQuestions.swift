import Platform
import Wire

/// The questions that came from the broker and have no answer yet. The appliance's reply says whose answer it is; an event does not, because anybody
/// may have asked. So events wait until the replies have come.
package struct OpenQuestions: Sendable {
    private struct Question: Sendable {
        let id: String?, question: String?
        /// Until when the appliance must have answered.
        let end: Double
    }

    /// Seconds that the appliance's answer may be late.
    private static let answerTime = 2.0
    /// Why there is no answer of an appliance that hangs.
    static let silence = "the appliance says nothing: it hangs or is stopped"

    private var questions: [String: Question] = [:]
    private var events: [Answer] = []
    private var number = 0

    package init() {}

    /// Notes a question.
    /// - Parameter request: of the rules, with the asker's `id` if there is one.
    /// - Returns: the request for the appliance, with an `id` of our own.
    package mutating func add(_ request: [String: JSONValue], at time: Double) -> [String: JSONValue] {
        number += 1
        let id = "ask-\(number)"
        var timeout = 10.0  // the control socket's own
        if case .number(let seconds)? = request["timeout"] { timeout = seconds }
        questions[id] = Question(id: request["id"]?.text, question: request["question"]?.text, end: time + timeout + Self.answerTime)
        return request.merging(["id": .text(id)]) { $1 }
    }

    /// An answer that came as an event.
    /// - Returns: what to publish now.
    package mutating func hear(_ event: Answer) -> [Answer] {
        guard !questions.isEmpty else { return [event] }
        events.append(event)
        return []
    }

    /// The appliance's reply to a request, after all events that were sent before it.
    /// - Returns: what to publish now.
    package mutating func take(_ reply: ControlReply, _ body: AskReply?) -> [Answer] {
        guard case .text(let id)? = reply.id, let own = questions.removeValue(forKey: id) else { return [] }
        var answer = Answer("none", id: own.id, question: own.question)
        if reply.ok, let body {
            answer.event_type = body.answer
            // One question at a time: the last event is of this one's answer.
            if events.last?.event_type == body.answer { answer.t = events.removeLast().t }
        } else {
            // Its detail is about a field that the asker does not know.
            answer.reason = reply.error == ControlError.Code.late.rawValue ? "the appliance did nothing for some seconds" : reply.detail ?? "it was refused"
        }
        return release() + [answer]
    }

    /// No reply will come.
    /// - Returns: what to publish now.
    package mutating func end(_ reason: String) -> [Answer] { expire(at: .infinity, reason) }

    /// The appliance has had its time.
    /// - Returns: what to publish now.
    package mutating func expire(at time: Double, _ reason: String = silence) -> [Answer] {
        let over = questions.filter { $0.value.end <= time }
        guard !over.isEmpty else { return [] }
        questions = questions.filter { $0.value.end > time }
        return release() + over.sorted { $0.key.count == $1.key.count ? $0.key < $1.key : $0.key.count < $1.key.count }
            .map { Answer("none", id: $0.value.id, question: $0.value.question, reason: reason) }
    }

    /// The answer to a question that the appliance is not asked.
    /// - Parameter request: of the rules.
    package static func refusal(of request: [String: JSONValue], _ reason: String) -> Answer {
        Answer("none", id: request["id"]?.text, question: request["question"]?.text, reason: reason)
    }

    /// The events that wait, once no reply can be about them.
    private mutating func release() -> [Answer] {
        guard questions.isEmpty else { return [] }
        defer { events = [] }
        return events
    }
}
