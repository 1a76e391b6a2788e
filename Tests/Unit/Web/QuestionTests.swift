import Glibc
import Platform
import Testing
import TestSupport
import Web

@Suite("Questions of programs", .serialized)
struct QuestionTests {
    /// A question on its way.
    private func asking(_ page: ServedPage, _ body: String = "{\"question\":\"Print?\",\"timeout\":0.5}") async throws -> Wire {
        let key = try page.keys.add(name: "k\(page.keys.all.count)", rights: [.ask], origins: [])
        let wire = Wire(page.door.port)
        wire.send(page.openText("/v1/ask", body, key: key))
        for _ in 0..<Int(hang * 100) where page.appliance.questions == 0 { try await Task.sleep(nanoseconds: 10_000_000) }
        return wire
    }

    @Test("a nod is yes, a shake is no, and everything else is none", arguments: [
        ("yes", "yes", "nod"), ("no", "no", "shake"), ("none", "none", "interrupted"), ("", "none", "interrupted"), ("YES", "none", "interrupted"),
    ])
    func answers(given: String, answer: String, reason: String) async throws {
        let page = try await ServedPage()
        let wire = try await asking(page, "{\"question\":\"Print?\",\"timeout\":60,\"language\":\"de\"}")
        #expect(page.appliance.lines == ["{\"question\":\"Print?\",\"request\":\"ask\",\"timeout\":60}"])
        page.appliance.answer(given)
        let reply = ServedPage.Reply(await wire.read())
        #expect(reply.status == 200)
        #expect(reply.fields["answer"] == .text(answer) && reply.fields["reason"] == .text(reason), "\(reply.body)")
    }

    @Test("a refused request says in a sentence what is wrong, and which field", arguments: [
        ("{\"question\":\"?\",\"timeot\":1}", "timeot", "did you mean timeout?"), ("{\"question\":\"?\",\"timeout\":\"ten\"}", "timeout", "timeout is \"ten\"; expected seconds from 0.5 to 600"),
        ("{\"question\":\"?\",\"timeout\":0.4}", "timeout", "timeout is 0.4"), ("{\"question\":7}", "question", "question is 7"), ("{\"question\":\"?\",\"language\":\"fr\"}", "language", "expected one of"),
        ("{\"question\":\"\(String(repeating: "ä", count: 501))\"}", "question", "has 501 characters; expected 1 to 500"), ("{\"timeout\":1}", "question", "question is missing"), ("{\"question\":\"\"}", "question", "has 0 characters"), ("{\"x\":1}", "x", "there is no field \"x\""),
    ])
    func problems(body: String, field: String, words: String) async throws {
        let page = try await ServedPage(), key = try page.keys.add(name: "k", rights: [.ask, .command], origins: [])
        let reply = await page.open("/v1/ask", body, key: key)
        #expect(reply.status == 400 && reply.header("Content-Type") == "application/problem+json")
        #expect(reply.fields["error"] == .text("bad-request") && reply.fields["status"] == .number(400) && reply.fields["title"] == .text("Bad Request"))
        #expect(reply.fields["field"] == .text(field) && reply.fields["detail"]?.text?.contains(words) == true, "\(reply.body)")
        let command = await page.open("/v1/command", "{\"command\":\"release\"}", key: key)
        #expect(command.fields["field"] == .text("command") && command.fields["detail"]?.text?.contains("\"release\"") == true)
    }

    @Test("each refusal has a sentence and the phrase of its status", arguments: Refusal.allCases)
    func sentences(refusal: Refusal) {
        let fields = JSONValue.object(Problem(refusal).json().utf8) ?? [:]
        #expect(fields["error"] == .text(refusal.rawValue) && fields["status"] == .number(Double(refusal.status)) && fields["field"] == nil)
        #expect((fields["detail"]?.text?.count ?? 0) > 15 && fields["title"] != .text("Refused"))
    }

    @Test("an appliance that dies or never answers is none, and one that is not there is an error")
    func dead() async throws {
        let page = try await ServedPage()
        let late = ServedPage.Reply(await (try asking(page)).read())
        #expect(late.fields["answer"] == .text("none"), "no answer within its time and two seconds")
        let wire = try await asking(page, "{\"question\":\"?\",\"timeout\":60}")
        page.appliance.stop()
        #expect(ServedPage.Reply(await wire.read()).fields["reason"] == .text("no-appliance"))
        let key = try page.keys.add(name: "last", rights: [.ask], origins: [])
        #expect(await page.open("/v1/ask", "{\"question\":\"?\"}", key: key).status == 503)
    }

    @Test("a client that leaves takes its question back at once, and the next one can ask")
    func leaving() async throws {
        let page = try await ServedPage()
        do {
            let wire = try await asking(page, "{\"question\":\"?\",\"timeout\":600}")
            let key = try page.keys.add(name: "second", rights: [.ask], origins: [])
            #expect(await page.open("/v1/ask", "{\"question\":\"?\"}", key: key).status == 409)
            withExtendedLifetime(wire) {}  // leaves here
        }
        let begin = MonotonicClock.now, clock = Stopwatch(getpid())
        while page.appliance.questions > 0, MonotonicClock.now < begin + hang { try await Task.sleep(nanoseconds: 5_000_000) }
        #expect(clock.own < hang / 2)
        let next = try await asking(page)
        page.appliance.answer("yes")
        #expect(ServedPage.Reply(await next.read()).fields["answer"] == .text("yes"))
    }

    @Test("a key that is removed takes its open question back, and gets no answer")
    func removed() async throws {
        let page = try await ServedPage()
        let wire = try await asking(page, "{\"question\":\"?\",\"timeout\":600}"), end = MonotonicClock.now + hang
        try page.keys.remove(name: "k0")
        while page.appliance.questions > 0, MonotonicClock.now < end { try await Task.sleep(nanoseconds: 5_000_000) }
        #expect(page.appliance.questions == 0)
        let reply = ServedPage.Reply(await wire.read())
        #expect(reply.status == 401 && reply.fields["answer"] == nil, "\(reply.body)")
    }

    @Test("a question that is not one is refused before the appliance hears of it", arguments: [
        "", "[]", "{}", "{\"question\":\"\"}", "{\"question\":5}", "{\"question\":null}", "{\"question\":\"" + String(repeating: "?", count: 501) + "\"}",
        "{\"question\":\"?\",\"timeout\":0.1}", "{\"question\":\"?\",\"timeout\":601}", "{\"question\":\"?\",\"timeout\":\"5\"}", "{\"question\":\"?\",\"timout\":5}",
        "{\"question\":\"?\",\"language\":\"fr\"}",
    ])
    func refused(body: String) async throws {
        let page = try await ServedPage()
        let key = try page.keys.add(name: "kiosk", rights: [.ask], origins: [])
        #expect(await page.open("/v1/ask", body, key: key).status == 400, "\(body)")
        #expect(page.appliance.lines.isEmpty)
    }
}
