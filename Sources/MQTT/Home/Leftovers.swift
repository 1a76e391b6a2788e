import Platform

/// What the broker keeps of this machine from before: states that nobody knows any more, entities that have gone, and everything under a
/// name that it had. It is asked once, with the first connection; its size is bounded, because anybody may have put it there.
struct Leftovers {
    /// Seconds for which the broker is listened to. It sends what it keeps at once.
    private static let timeout = 1.0
    /// Most topics, or entities, and bytes of a topic.
    private static let most = 200, longest = 300
    /// A broker may end the connection because of what is asked.
    private static let mostAttempts = 2

    /// What was found.
    struct Finding {
        /// Outputs whose state is kept.
        var outputs: [String] = []
        /// The platform of each entity that Home Assistant knows.
        var entities: [String: String] = [:]
        /// Topics of previous names, to be cleared.
        var previous: [String] = []
        /// Previous names under which another machine is at work.
        var foreign: [String] = []
    }

    private let topics: Topics
    private let previous: [Place]
    private var attempts = 0
    private var begun: Double?
    private var finding = Finding()
    private var isDone = false

    init(_ topics: Topics, previous: [Place]) { (self.topics, self.previous) = (topics, previous) }

    /// What to subscribe to.
    var filters: [String] { Set([topics.output("+"), topics.discovery] + previous.flatMap(\.filters)).sorted() }

    /// A connection was accepted.
    /// - Returns: whether to subscribe.
    mutating func begin(at time: Double) -> Bool {
        guard !isDone else { return false }
        attempts += 1
        isDone = attempts > Self.mostAttempts
        (begun, finding) = (isDone ? nil : time, Finding())
        return !isDone
    }

    /// Whether the broker has been asked.
    var isAsked: Bool { isDone || begun != nil }

    mutating func connectionEnded() { begun = nil }

    /// Takes a message, if it is one that was asked for.
    mutating func take(_ message: CommandRules.Message) -> Bool {
        guard !message.topic.hasPrefix(topics.command) else { return false }
        guard begun != nil, message.isRetained, !message.payload.isEmpty, message.topic.utf8.count <= Self.longest else { return true }
        if message.topic == topics.discovery {
            finding.entities = Self.entities(message.payload)
        } else if message.topic.hasPrefix(topics.output("")) {
            if finding.outputs.count < Self.most { finding.outputs.append(String(message.topic.dropFirst(topics.output("").count))) }
        } else if !message.topic.hasPrefix(topics.root + "/"), let place = previous.first(where: { $0.owns(message.topic) }) {
            if message.topic == place.availability, message.payload == Array("online".utf8) { finding.foreign.append(place.root) }
            if finding.previous.count < Self.most { finding.previous.append(message.topic) }
        }
        return true
    }

    /// What was found, once.
    mutating func end(at time: Double) -> Finding? {
        guard let begun, time - begun >= Self.timeout else { return nil }
        (self.begun, isDone) = (nil, true)
        let foreign = previous.filter { finding.foreign.contains($0.root) }
        finding.previous.removeAll { topic in foreign.contains { $0.owns(topic) } }
        return finding
    }

    private static func entities(_ payload: [UInt8]) -> [String: String] {
        guard case .object(let components)? = JSONValue.object(payload)?["components"], components.count <= most else { return [:] }
        return components.compactMapValues { component in
            guard case .object(let fields) = component, let platform = fields["platform"]?.text, Discovery.platforms.contains(platform) else { return nil }
            return platform
        }.filter { $0.key.utf8.count <= 100 }
    }
}
