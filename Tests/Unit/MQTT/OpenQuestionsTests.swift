import MQTT
import Platform
import Testing
import Wire

@Suite("Answers over MQTT")
struct OpenQuestionsTests {
    private var questions = OpenQuestions()

    private func fields(_ line: String) -> [String: JSONValue] { JSONValue.object(line.utf8) ?? [:] }
    private func lines(_ answers: [Answer]) -> [String] { answers.map { JSONLine.text($0) } }

    private mutating func ask(_ line: String) -> String { questions.add(fields(line), at: 0)["id"]?.text ?? "" }
    private mutating func hear(_ word: String, _ time: Double) -> [String] { lines(questions.hear(Answer(word, t: time))) }

    /// The appliance's reply, as its own types write it.
    private mutating func reply(_ id: String, _ answer: String?) throws -> [String] {
        try take(ControlReply(to: .text(id), "ask").done(answer.map { AskReply(answer: $0) }))
    }

    private mutating func refusal(_ id: String, _ detail: String) throws -> [String] {
        try take(ControlReply(to: .text(id), "ask").refusal(ControlError(.busy, detail)))
    }

    private mutating func take(_ line: String) throws -> [String] {
        lines(questions.take(try #require(JSONValue.decoded(ControlReply.self, from: line)), JSONValue.decoded(AskReply.self, from: line)))
    }

    @Test("an answer to a question of the broker's comes once, with its question and its id")
    mutating func own() throws {
        let id = ask(#"{"request":"ask","question":"Tea?","id":"tea"}"#)
        #expect(hear("yes", 31.2) == [])
        #expect(try reply(id, "yes") == [#"{"event_type":"yes","id":"tea","question":"Tea?","t":31.2}"#])
        #expect(hear("no", 40) == [#"{"event_type":"no","t":40}"#])
    }

    @Test("an answer to somebody else's question never becomes one to the broker's, whichever comes first")
    mutating func others() throws {
        let first = ask(#"{"request":"ask","question":"Tea?"}"#)
        #expect(hear("yes", 1) == [])
        #expect(try refusal(first, "another question is being asked; one at a time") == [
            #"{"event_type":"yes","t":1}"#, #"{"event_type":"none","question":"Tea?","reason":"another question is being asked; one at a time"}"#,
        ])
        let second = ask(#"{"request":"ask","question":"Milk?"}"#)
        _ = hear("yes", 2)  // of a question that was asked just before
        _ = hear("none", 9)
        #expect(try reply(second, "none") == [#"{"event_type":"yes","t":2}"#, #"{"event_type":"none","question":"Milk?","t":9}"#])
    }

    @Test("while one of two questions is open, no event is published as anybody's")
    mutating func two() throws {
        let first = ask(#"{"question":"a","id":"1"}"#), second = ask(#"{"question":"b","id":"2"}"#)
        #expect(first != second)
        #expect(try refusal(second, "busy") == [#"{"event_type":"none","id":"2","question":"b","reason":"busy"}"#])
        #expect(hear("no", 3) == [])
        #expect(try reply(first, "no") == [#"{"event_type":"no","id":"1","question":"a","t":3}"#])
    }

    @Test("a reply that says no answer, or that nobody asked for, is never a yes")
    mutating func strange() throws {
        #expect(try reply("ask-1", "yes") == [])
        let id = ask(#"{"question":"a"}"#)
        #expect(try reply(id, nil) == [#"{"event_type":"none","question":"a","reason":"it was refused"}"#])
    }

    @Test("a question is answered none when the appliance has not answered in its time and two seconds, and once")
    mutating func silent() throws {
        let short = ask(#"{"question":"a","id":"1","timeout":2}"#), usual = ask(#"{"question":"b"}"#)
        #expect(lines(questions.expire(at: 3.9)) == [])
        #expect(lines(questions.expire(at: 4.1)) == [#"{"event_type":"none","id":"1","question":"a","reason":"the appliance says nothing: it hangs or is stopped"}"#])
        #expect(try reply(short, "yes") == [])
        #expect(lines(questions.expire(at: 11.9)) == [] && hear("no", 12) == [])
        #expect(try reply(usual, "no") == [#"{"event_type":"no","question":"b","t":12}"#])
    }

    @Test("a question that the appliance has read too late is answered in words for the asker")
    mutating func late() throws {
        let line = ControlReply(to: .text(ask(#"{"question":"a"}"#)), "ask").refusal(ControlError(.late, "it came after the time that it says in before"))
        #expect(try take(line) == [#"{"event_type":"none","question":"a","reason":"the appliance did nothing for some seconds"}"#])
    }

    @Test("an appliance that goes answers none to every open question, and says why")
    mutating func gone() {
        _ = ask(#"{"question":"a","id":"1"}"#)
        _ = ask(#"{"question":"b"}"#)
        #expect(lines(questions.end("the appliance has gone")) == [
            #"{"event_type":"none","id":"1","question":"a","reason":"the appliance has gone"}"#, #"{"event_type":"none","question":"b","reason":"the appliance has gone"}"#,
        ])
        #expect(lines(questions.end("again")) == [])
    }
}
