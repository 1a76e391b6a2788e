import Platform

/// Whose face is followed has become known, or unknown.
package struct PersonRecord: EventContent {
    /// Its words are those of an output's `state`.
    package enum State: String, Codable, Sendable {
        case recognising, recognised, stranger, unavailable = "recognition-unavailable"
    }

    package let state: State
    package private(set) var name: String?
    /// The limit below which two faces are one person's, and the distance of this one.
    package private(set) var bound: Double?, distance: Double?
    /// Whether a face that cannot be recognised counts, and why it cannot: a word, and its sentence.
    package private(set) var counts: Bool?, reason: String?
    private var obstacle: String?

    private enum CodingKeys: String, CodingKey { case state, name, bound, distance, counts, reason, obstacle = "words" }

    package init(state: State, name: String? = nil, distance: Double? = nil, bound: Double? = nil, counts: Bool? = nil, reason: String? = nil,
                 obstacle: String? = nil) {
        (self.state, self.name, self.distance, self.bound) = (state, name, distance, bound)
        (self.counts, self.reason, self.obstacle) = (counts, reason, obstacle)
    }

    package var words: String? {
        func measured() -> String? {
            guard let distance, let bound else { return nil }
            return "(\(NumberFormat.text(distance, decimals: 2)); the limit is \(NumberFormat.text(bound, decimals: 2)))"
        }
        switch state {
        case .recognising: return "a face: is it known?"
        case .recognised: return name.flatMap { name in measured().map { "this is \(name) \($0)" } }
        case .stranger: return measured().map { (name.map { "this is \($0), who may not act " } ?? "a stranger: nothing fires ") + $0 }
        case .unavailable:
            guard let obstacle, let counts else { return nil }
            return "not recognisable: \(obstacle); " + (counts ? "it counts all the same" : "nothing fires")
        }
    }
}

/// A person is being enrolled.
package struct EnrolRecord: EventContent {
    package enum Step: String, Codable, Sendable { case asks, took, waits, done, cancelled }

    package let name: String, step: Step
    /// The angle from which a face was taken, and how many there are.
    package private(set) var direction: String?, count: Int?
    /// What the person is to do, what it waits for, or the result.
    package private(set) var text: String?
    package private(set) var kept: Bool?
    /// Angles of which there is no face yet, the asked one first.
    package private(set) var missing: [String]?
    /// A word for what it waits for; a sentence if it was cancelled.
    package private(set) var reason: String?
    /// What would help.
    package private(set) var advice: [String]?

    private enum CodingKeys: String, CodingKey { case name, step, direction, count, text = "words", kept, missing, reason, advice }

    package init(_ name: String, _ step: Step, direction: String? = nil, count: Int? = nil, words: String? = nil, kept: Bool? = nil, missing: [String]? = nil,
                 reason: String? = nil, advice: [String]? = nil) {
        (self.name, self.step, self.direction, self.count) = (name, step, direction, count)
        (text, self.kept, self.missing, self.reason, self.advice) = (words, kept, missing, reason, advice)
    }

    package var words: String? {
        switch step {
        case .asks: text
        case .took: direction.map { "  ✓ \($0)" }
        case .waits: text.map { "  waiting: \($0)" }
        case .done: text.map { "\(name) is enrolled: \($0)" }
        case .cancelled: reason.map { "not enrolled: \($0); nothing has changed" }
        }
    }
}
