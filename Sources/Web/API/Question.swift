import Platform
import Wire

/// A question from a program, over a connection of its own: the appliance takes a question back when its client leaves.
struct Question: Sendable {
    enum Answer: String { case yes, no, none }

    /// Why an answer is what it is.
    enum Reason: String, CaseIterable {
        case nod, shake
        /// Nobody answered in time.
        case timeout
        /// Nodline was paused, ended, or ran out of battery.
        case interrupted
        /// Nodline died.
        case noAppliance = "no-appliance"
    }

    enum Outcome {
        case answer(Answer, Reason)
        /// With the control socket's error and detail.
        case refused(String, String)
        case noAppliance
    }

    static let fields: Set = ["question", "timeout", "language"]
    /// Seconds, as the control socket has them.
    static let timeouts = 0.5...600.0
    static let languages = ["en", "de"]
    /// Seconds that the appliance's answer may be late.
    private static let answerTime = 2.0

    let text: String
    let timeout: Double
    let language: String

    init(_ fields: [String: JSONValue]) throws(Problem) {
        func wrong(_ field: String, _ expected: String) -> Problem { Problem(field: field, "\(field) is \(fields[field]?.line ?? "missing"); expected \(expected)") }
        switch fields["question"] {
        case .text(let given)?:
            if let problem = RequestBounds.problem(ofQuestion: given) { throw Problem(field: "question", problem) }
            text = given
        default: throw wrong("question", "a text of at most \(RequestBounds.question.upperBound) characters")
        }
        switch fields["timeout"] {
        case nil: timeout = 10
        case .number(let given)? where Self.timeouts.contains(given): timeout = given
        default: throw wrong("timeout", "seconds from \(Self.timeouts.lowerBound.shortest) to \(Self.timeouts.upperBound.shortest)")
        }
        switch fields["language"] {
        case nil: language = Self.languages[0]
        case .text(let given)? where Self.languages.contains(given): language = given
        default: throw wrong("language", "one of \(Self.languages.quoted)")
        }
    }

    /// - Parameter visit: the request; when its client leaves, the question is taken back.
    func ask(at links: ApplianceLinks, until visit: Int, of visits: Visits) async -> Outcome {
        guard let socket = try? await LineSocket(path: links.path, pool: links.pool) else { return .noAppliance }
        let limit = links.limits.after(timeout + Self.answerTime) { socket.hangUp() }
        visits.whenLeft(visit) {
            socket.hangUp()  // first, so that the appliance has heard of it before it hears of the next one
            links.endQuestion(of: visit)
        }
        defer {
            links.limits.cancel(limit)
            visits.forget(visit)
            socket.hangUp()
        }
        let line = JSONValue.object(["request": .text("ask"), "question": .text(text), "timeout": .number(timeout)]).line
        // Its client may have left before.
        guard (try? await socket.send(line)) != nil else { return visits.isThere(visit) ? .noAppliance : .answer(.none, .interrupted) }
        let begin = MonotonicClock.now
        let reply = await Self.reply(on: socket)
        guard let reply else { return .answer(.none, visits.isThere(visit) ? .noAppliance : .interrupted) }
        guard reply["ok"] == .flag(true) else { return .refused(reply["error"]?.text ?? "", reply["detail"]?.text ?? "") }
        switch reply["answer"] {
        case .text("yes")?: return .answer(.yes, .nod)
        case .text("no")?: return .answer(.no, .shake)
        default: return .answer(.none, MonotonicClock.now - begin >= timeout - 0.1 ? .timeout : .interrupted)
        }
    }

    private static func reply(on socket: LineSocket) async -> [String: JSONValue]? {
        var reply: [String: JSONValue]?
        await socket.eachLine { line in
            guard let fields = JSONValue.object(line.utf8), fields["reply"] == .text("ask") else { return true }
            reply = fields
            return false
        }
        return reply
    }
}

extension Question.Reason {
    /// For the person who was asked.
    func words(_ language: String) -> String {
        switch (self, language) {
        case (.nod, "de"): "Ja."
        case (.shake, "de"): "Nein."
        case (.timeout, "de"): "Keine Antwort. Bitte einen Knopf drücken."
        case (.interrupted, "de"), (.noAppliance, "de"): "Nicken und Kopfschütteln werden gerade nicht erkannt. Bitte einen Knopf drücken."
        case (.nod, _): "Yes."
        case (.shake, _): "No."
        case (.timeout, _): "No answer. Please press a button."
        case (.interrupted, _), (.noAppliance, _): "Nods and shakes are not recognised at the moment. Please press a button."
        }
    }
}
