import MQTTSettings
import Platform
import Wire

/// Judges what the broker sends: only commands that the configuration lists become requests to the appliance.
package struct CommandRules: Sendable {
    package struct Message: Equatable, Sendable {
        package let topic: String, payload: [UInt8], length: Int, isRetained: Bool

        package init(topic: String, payload: [UInt8], length: Int? = nil, isRetained: Bool = false) {
            (self.topic, self.payload, self.length, self.isRetained) = (topic, payload, length ?? payload.count, isRetained)
        }
    }

    package struct Refusal: Error, Equatable, Sendable {
        package let problem: String
    }

    /// Bytes of a payload.
    package static let longest = 4000
    /// Bytes of a question's `id`.
    private static let longestId = 64
    /// Seconds for which an output goes on: the control socket's own bound.
    package static let outputTime = 2.0
    /// Seconds from one test of an output to its next: repeated commands do not hold it either.
    package static let outputInterval = 6.0

    /// The command of a switch that pauses and resumes.
    static let paused = "paused"

    private let settings: MQTTConfiguration
    private let prefix: String
    /// As many changes as the appliance takes from one client.
    private var rate = TokenBucket(rate: 0.5, burst: 6)
    /// What only ends something has a rate of its own: it comes through, at once or half a second later, whatever else comes how often.
    private var endings = ["stop": TokenBucket(rate: 2, burst: 2), "pause": TokenBucket(rate: 2, burst: 2)]
    /// When each output may go on again, and when its test ends.
    private var nextTest: [String: Double] = [:], testEnd: [String: Double] = [:]

    package init(_ settings: MQTTConfiguration, _ topics: Topics) { (self.settings, prefix) = (settings, topics.command) }

    /// The request that a message asks for; `nil` if there is nothing to do.
    package mutating func request(_ message: Message, at time: Double) throws(Refusal) -> [String: JSONValue]? {
        guard settings.commands else { throw Refusal(problem: "commands are off") }
        guard message.topic.hasPrefix(prefix) else { throw Refusal(problem: "it is not a topic for commands") }
        // A broker keeps a retained message and sends it after every reconnect.
        if message.isRetained { throw Refusal(problem: "it is retained, so it may be old") }
        guard message.length <= Self.longest, message.payload.count == message.length, let text = String(validating: message.payload, as: UTF8.self)
        else { throw Refusal(problem: "its payload is not a text of at most \(Self.longest) bytes") }
        let command = String(message.topic.dropFirst(prefix.count))
        let pausing = Self.pausing(text)
        if command == Self.paused, pausing == nil { throw Refusal(problem: Self.isNoSwitch) }
        let meant = command == Self.paused ? pausing ?? command : command
        guard settings.allow.contains(meant.hasPrefix("output/") ? "output." + meant.dropFirst("output/".count) : meant) else {
            throw Refusal(problem: "\(meant.quoted) is not in allow")
        }
        guard let request = try Self.request(command, text) else { return end(command, at: time) }
        guard time >= nextTest[command] ?? time else { throw Refusal(problem: "the output rests for \(Int(Self.outputInterval)) s from one test to the next") }
        guard mayPass(request, at: time) else { throw Refusal(problem: "commands come too often") }
        if request["request"] == .text("test-output") {
            nextTest[command] = time + Self.outputInterval
            testEnd[command] = time + Self.outputTime
        }
        return request
    }

    private mutating func mayPass(_ request: [String: JSONValue], at time: Double) -> Bool {
        guard case .text(let kind)? = request["request"], var bucket = endings[kind] else { return rate.take(at: time) }
        defer { endings[kind] = bucket }
        return bucket.take(at: time)
    }

    /// The end of a test that a command has begun. What else holds the output is none of a broker's business.
    private mutating func end(_ command: String, at time: Double) -> [String: JSONValue]? {
        guard let end = testEnd.removeValue(forKey: command), time < end else { return nil }
        return ["request": .text("test-output"), "name": .text(Self.output(command)), "stop": .flag(true)]
    }

    private static func output(_ command: String) -> String { String(command.dropFirst("output/".count)) }

    private static let isNoSwitch = "its payload is neither ON nor OFF"

    /// The request that the switch's payload means.
    private static func pausing(_ text: String) -> String? { ["ON": "pause", "OFF": "resume"][text] }

    /// - Returns: `nil` for `OFF`.
    private static func request(_ command: String, _ text: String) throws(Refusal) -> [String: JSONValue]? {
        if command == "ask" { return try question(text) }
        if command.hasPrefix("output/") {
            guard text == "ON" || text == "OFF" else { throw Refusal(problem: isNoSwitch) }
            return text == "OFF" ? nil : ["request": .text("test-output"), "name": .text(output(command)), "seconds": .number(outputTime)]
        }
        if command == paused, let request = pausing(text) { return ["request": .text(request)] }
        guard text == "PRESS" else { throw Refusal(problem: "its payload is not PRESS") }
        return ["request": .text(command)]
    }

    /// A plain text, or an object with `question`, `timeout`, and an `id` that comes back with the answer.
    private static func question(_ text: String) throws(Refusal) -> [String: JSONValue] {
        var request: [String: JSONValue] = ["request": .text("ask"), "question": .text(text)]
        if text.hasPrefix("{") {
            guard let fields = JSONValue.object(text.utf8), case .text? = fields["question"], fields.keys.allSatisfy({ ["id", "question", "timeout"].contains($0) })
            else { throw Refusal(problem: "its payload is neither a question nor an object with question, timeout and id") }
            if let id = fields["id"] {
                guard case .text(let text) = id, text.utf8.count <= longestId else { throw Refusal(problem: "its id is not a text of at most \(longestId) bytes") }
            }
            request.merge(fields) { $1 }
        }
        if let problem = RequestBounds.problem(ofQuestion: request["question"]?.text ?? "") { throw Refusal(problem: "its " + problem) }
        return request
    }
}
