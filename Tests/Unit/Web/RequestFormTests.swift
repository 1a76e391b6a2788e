import Glibc
import Platform
import Testing
import TestSupport
import Web

@Suite("Requests in less usual forms")
struct RequestFormTests {
    @Test("HEAD has the answer of GET, and no body", arguments: ["/", "/healthz", "/v1/session", "/nothing", "/v1/ask", "/v1/events"])
    func heads(_ path: String) async throws {
        let page = try await ServedPage(), cookie = page.pair()
        func ask(_ method: String) async -> ServedPage.Reply {
            let wire = Wire(page.door.port)
            wire.send("\(method) \(path) HTTP/1.1\r\nHost: \(page.host)\r\nCookie: nodline=\(cookie)\r\n\r\n")
            return ServedPage.Reply(await wire.read(until: path == "/v1/events" && method == "GET" ? "running" : nil))
        }
        let whole = await ask("GET"), head = await ask("HEAD")
        #expect(head.status == whole.status && head.status > 0)
        for name in ["Content-Type", "Content-Length", "Allow"] { #expect(head.header(name) == whole.header(name), "\(name)") }
        #expect(head.body.isEmpty && whole.body.isEmpty == (path == "/healthz"))
    }

    @Test("a refusal of the guard to HEAD has no body either")
    func refusedHead() async throws {
        let page = try await ServedPage()
        let reply = ServedPage.Reply(await Wire(page.door.port).talk("HEAD / HTTP/1.1\r\nHost: evil.example\r\n\r\n"))
        #expect(reply.status == 421 && reply.body.isEmpty)
    }

    @Test("the port that goes without saying may be said in Host", arguments: [
        (true, "localhost:443", "https://localhost", true), (true, "localhost", "https://localhost", true), (true, "[::1]:443", "https://[::1]", true),
        (true, "localhost:444", "https://localhost", false), (true, "localhost:80", "https://localhost", false), (true, "localhost:443", "http://localhost", false),
        (false, "localhost:80", "http://localhost", true), (false, "localhost:443", "http://localhost", false), (false, "localhost:8080", "http://localhost:8080", true),
    ])
    func ports(isEncrypted: Bool, host: String, origin: String, isSame: Bool) throws {
        let rules = RequestRules(name: "board", addresses: [try #require(InternetAddress(text: "::1"))], further: [], isEncrypted: isEncrypted)
        let head = try RequestHead("POST /v1/pair HTTP/1.1\r\nHost: \(host)\r\nOrigin: \(origin)\r\nContent-Length: 0\r\n\r\n".utf8)
        #expect(rules.refusal(of: head) == (isSame ? nil : .origin))
    }

    @Test("a client that sends nothing more after its request gets its answer, also one that takes a moment")
    func halfClosed() async throws {
        let page = try await ServedPage { $0.farewell = hang }, key = try page.keys.add(name: "kiosk", rights: [.command], origins: [])
        let wire = Wire(page.door.port)
        page.appliance.oweReplies()
        wire.send(page.openText("/v1/command", "{\"command\":\"pause\"}", key: key))
        shutdown(wire.descriptor, Int32(SHUT_WR))
        _ = await page.appliance.firstLine()
        try await Task.sleep(nanoseconds: 200_000_000)
        page.appliance.payReplies()
        #expect(ServedPage.Reply(await wire.read()).status == 200)
    }

    @Test("a question of a client that sends nothing more is taken back: nobody can tell it from one that has left")
    func halfClosedQuestion() async throws {
        let page = try await ServedPage { $0.farewell = hang }, key = try page.keys.add(name: "kiosk", rights: [.ask], origins: [])
        let wire = Wire(page.door.port)
        wire.send(page.openText("/v1/ask", "{\"question\":\"?\"}", key: key))
        shutdown(wire.descriptor, Int32(SHUT_WR))
        let reply = ServedPage.Reply(await wire.read())
        #expect(reply.fields["answer"] == .text("none") && reply.fields["reason"] == .text("interrupted"), "\(reply.body)")
        let end = MonotonicClock.now + hang
        while page.appliance.questions > 0, MonotonicClock.now < end { try await Task.sleep(nanoseconds: 5_000_000) }
        #expect(page.appliance.questions == 0)
    }
}
