import MQTT
import Platform
import Testing

@Suite("Answers over MQTT")
struct OpenQuestionsTests {
    private var questions = OpenQuestions()

    private func fields(_ line: String) -> [String: JSONValue] { JSONValue.object(line.utf8) ?? [:] }
    private func lines(_ answers: [[String: JSONValue]]) -> [String] { answers.map { JSONValue.object($0).line } }

    private mutating func ask(_ line: String) -> String { questions.add(fields(line))["id"]?.text ?? "" }
    private mutating func hear(_ line: String) -> [String] { lines(questions.hear(fields(line))) }
    private mutating func reply(_ line: String) -> [String] { lines(questions.take(fields(line))) }

    @Test("an answer to a question of the broker's comes once, with its question and its id")
    mutating func own() {
        let id = ask(#"{"request":"ask","question":"Tea?","id":"tea"}"#)
        #expect(hear(#"{"event_type":"yes","t":31.2}"#) == [])
        #expect(reply(#"{"reply":"ask","id":"\#(id)","ok":true,"answer":"yes"}"#) == [#"{"event_type":"yes","id":"tea","question":"Tea?","t":31.2}"#])
        #expect(hear(#"{"event_type":"no","t":40}"#) == [#"{"event_type":"no","t":40}"#])
    }

    @Test("an answer to somebody else's question never becomes one to the broker's, whichever comes first")
    mutating func others() {
        let first = ask(#"{"request":"ask","question":"Tea?"}"#)
        #expect(hear(#"{"event_type":"yes","t":1}"#) == [])
        #expect(reply(#"{"id":"\#(first)","ok":false,"detail":"another question is being asked; one at a time"}"#) == [
            #"{"event_type":"yes","t":1}"#, #"{"event_type":"none","question":"Tea?","reason":"another question is being asked; one at a time"}"#,
        ])
        let second = ask(#"{"request":"ask","question":"Milk?"}"#)
        _ = hear(#"{"event_type":"yes","t":2}"#)  // of a question that was asked just before
        _ = hear(#"{"event_type":"none","t":9}"#)
        #expect(reply(#"{"id":"\#(second)","ok":true,"answer":"none"}"#) == [#"{"event_type":"yes","t":2}"#, #"{"event_type":"none","question":"Milk?","t":9}"#])
    }

    @Test("while one of two questions is open, no event is published as anybody's")
    mutating func two() {
        let first = ask(#"{"question":"a","id":"1"}"#), second = ask(#"{"question":"b","id":"2"}"#)
        #expect(first != second)
        #expect(reply(#"{"id":"\#(second)","ok":false,"detail":"busy"}"#) == [#"{"event_type":"none","id":"2","question":"b","reason":"busy"}"#])
        #expect(hear(#"{"event_type":"no","t":3}"#) == [])
        #expect(reply(#"{"id":"\#(first)","ok":true,"answer":"no"}"#) == [#"{"event_type":"no","id":"1","question":"a","t":3}"#])
    }

    @Test("a reply that says no answer, or that nobody asked for, is never a yes")
    mutating func strange() {
        #expect(reply(#"{"id":"ask-1","ok":true,"answer":"yes"}"#) == [])
        let id = ask(#"{"question":"a"}"#)
        #expect(reply(#"{"id":"\#(id)","ok":true}"#) == [#"{"event_type":"none","question":"a","reason":"it was refused"}"#])
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
