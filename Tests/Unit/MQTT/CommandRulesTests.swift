import MQTT
import MQTTSettings
import Platform
import Testing

@Suite("Commands of the broker")
struct CommandRulesTests {
    private static func settings(commands: Bool = true) -> MQTTConfiguration {
        var settings = MQTTConfiguration()
        (settings.server, settings.name, settings.commands) = ("broker", "kitchen", commands)
        settings.allow = ["pause", "stop", "calibrate", "ask", "output.bell"]
        return settings
    }

    /// The request, or why there is none.
    private func outcome(_ topic: String, _ payload: String, isRetained: Bool = false, commands: Bool = true) -> String {
        let settings = Self.settings(commands: commands)
        var rules = CommandRules(settings, Topics(settings, machine: "host"))
        do throws(CommandRules.Refusal) {
            let message = CommandRules.Message(topic: "nodline/kitchen/command/" + topic, payload: Array(payload.utf8), isRetained: isRetained)
            return try rules.request(message, at: 0).map { JSONValue.object($0).line } ?? "nothing"
        } catch {
            return "refused: \(error.problem)"
        }
    }

    @Test("a listed command becomes exactly one request")
    func listed() {
        #expect(outcome("pause", "PRESS") == #"{"request":"pause"}"#)
        #expect(outcome("paused", "ON") == #"{"request":"pause"}"#)
        #expect(outcome("output/bell", "ON") == #"{"name":"bell","request":"test-output","seconds":2}"#)
        #expect(outcome("output/bell", "OFF") == "nothing")
        #expect(outcome("ask", "Tea?") == #"{"question":"Tea?","request":"ask"}"#)
        #expect(outcome("ask", #"{"question":"Tea?","id":"tea-1"}"#) == #"{"id":"tea-1","question":"Tea?","request":"ask"}"#)
        #expect(outcome("ask", #"{"question":"Tea?","timeout":20}"#) == #"{"question":"Tea?","request":"ask","timeout":20}"#)
    }

    @Test("everything else is refused", arguments: [
        ("resume", "PRESS", "\"resume\" is not in allow"),
        ("paused", "OFF", "\"resume\" is not in allow"),
        ("paused", "PRESS", "its payload is neither ON nor OFF"),
        ("output/horn", "ON", "\"output/horn\" is not in allow"),
        ("output.bell", "ON", "its payload is not PRESS"),
        ("test-output", "ON", "\"test-output\" is not in allow"),
        ("", "PRESS", "\"\" is not in allow"),
        ("pause", "", "its payload is not PRESS"),
        ("pause", "PRESS\n{\"request\":\"resume\"}", "its payload is not PRESS"),
        ("output/bell", "1", "its payload is neither ON nor OFF"),
        ("ask", #"{"question":"a","id":7}"#, "its id is not a text of at most 64 bytes"),
        ("ask", "", "its question has 0 characters; expected 1 to 500"),
        ("ask", "{\"question\":\"a\",\"request\":\"pause\"}", "its payload is neither a question nor an object with question, timeout and id"),
    ])
    func refused(topic: String, payload: String, problem: String) { #expect(outcome(topic, payload) == "refused: " + problem) }

    @Test("OFF ends the test that ON has begun, once, and nothing else")
    func off() {
        let settings = Self.settings()
        var rules = CommandRules(settings, Topics(settings, machine: "host"))
        func send(_ payload: String, at time: Double) -> String {
            let message = CommandRules.Message(topic: "nodline/kitchen/command/output/bell", payload: Array(payload.utf8))
            return (try? rules.request(message, at: time)).flatMap { $0 }.map { JSONValue.object($0).line } ?? "nothing"
        }
        #expect(send("OFF", at: 0) == "nothing")
        #expect(send("ON", at: 1) == #"{"name":"bell","request":"test-output","seconds":2}"#)
        #expect(send("OFF", at: 1.1) == #"{"name":"bell","request":"test-output","stop":true}"#)
        #expect(send("OFF", at: 1.2) == "nothing")
        #expect(send("ON", at: 7) != "nothing" && send("OFF", at: 9) == "nothing")
    }

    @Test("a retained command is refused: it may be old")
    func retained() { #expect(outcome("pause", "PRESS", isRetained: true) == "refused: it is retained, so it may be old") }

    @Test("nothing is allowed while commands are off")
    func none() { #expect(outcome("pause", "PRESS", commands: false) == "refused: commands are off") }

    @Test("repeated commands do not hold an output: two seconds of each six are the most")
    func repeated() {
        let settings = Self.settings()
        var rules = CommandRules(settings, Topics(settings, machine: "host"))
        let message = CommandRules.Message(topic: "nodline/kitchen/command/output/bell", payload: Array("ON".utf8))
        let tests = stride(from: 0.0, to: 60, by: 0.1).filter { (try? rules.request(message, at: $0)) != nil }
        #expect(tests.count == 10 && zip(tests, tests.dropFirst()).allSatisfy { $1 - $0 >= CommandRules.outputInterval })
    }

    @Test("long payloads, bytes that are no text, and more than six commands at once are refused, but a stop or a pause only after two of its kind")
    func bounds() {
        let settings = Self.settings()
        var rules = CommandRules(settings, Topics(settings, machine: "host"))
        func problem(_ payload: [UInt8], length: Int? = nil, command: String = "calibrate") -> String? {
            let message = CommandRules.Message(topic: "nodline/kitchen/command/\(command)", payload: payload, length: length)
            do throws(CommandRules.Refusal) { _ = try rules.request(message, at: 0) } catch { return error.problem }
            return nil
        }
        let text = "its payload is not a text of at most 4000 bytes"
        #expect(problem([0xFF, 0xFE]) == text)
        #expect(problem([UInt8](repeating: 65, count: 4001)) == text)
        #expect(problem([], length: 1 << 28) == text)
        for _ in 0..<6 { #expect(problem(Array("PRESS".utf8)) == nil) }
        #expect(problem(Array("PRESS".utf8)) == "commands come too often")
        for command in ["stop", "stop", "pause"] { #expect(problem(Array("PRESS".utf8), command: command) == nil) }
        #expect(problem(Array("ON".utf8), command: "paused") == nil)
        for command in ["stop", "pause"] { #expect(problem(Array("PRESS".utf8), command: command) == "commands come too often") }
    }
}
