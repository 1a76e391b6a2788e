import FoundationEssentials
import GestureNames
import Glibc
import Platform
import Testing
import TestSupport
import Web

@Suite("The page's server", .serialized)
struct ServerTests {
    @Test("only the page's own files are served, with headers that let nothing in from elsewhere", arguments: [
        ("/", 200, "text/html; charset=utf-8"), ("/page.js", 200, "text/javascript; charset=utf-8"), ("/texts/en.json", 200, "application/json"),
        ("/index.html", 404, "application/problem+json"), ("/texts/../page.js", 404, "application/problem+json"), ("/%2e%2e/nodline.sock", 404, "application/problem+json"),
        ("/../../../../etc/passwd", 404, "application/problem+json"), ("/texts", 404, "application/problem+json"), ("/sessions.json", 404, "application/problem+json"),
        ("/v1/nothing", 404, "application/problem+json"),
    ])
    func files(path: String, status: Int, type: String) async throws {
        let page = try await ServedPage()
        let reply = await page.get(path)
        #expect(reply.status == status)
        #expect(reply.header("Content-Type") == type)
        #expect(reply.header("Content-Security-Policy")?.hasPrefix("default-src 'none'; script-src 'self';") == true)
        #expect(reply.header("X-Content-Type-Options") == "nosniff")
        #expect(reply.header("Cache-Control") == (status == 200 ? "no-cache" : "no-store"))
        #expect(reply.header("Access-Control-Allow-Origin") == nil)
    }

    @Test("a browser that takes gzip gets the compressed file, and no other does", arguments: [
        (nil, false), ("gzip", true), ("GZip", true), ("x-gzip", true), ("gzip, deflate, br, zstd", true), ("br;q=1.0, gzip;q=0.8", true), ("*", true),
        ("gzip;q=0", false), ("gzip; q=0.000, *", false), ("*;q=0", false), ("*;q=0, gzip", true), ("identity", false), ("br", false), ("", false),
        ("gzip;q=0.001", true), (";;,,;q=0", false), ("identity\r\nAccept-Encoding: gzip", true),
    ] as [(String?, Bool)])
    func compressed(header: String?, isCompressed: Bool) async throws {
        let page = try await ServedPage(), lines = header.map { "Accept-Encoding: \($0)" } ?? "X-Other: 1"
        let reply = await page.get("/page.js", lines)
        #expect(reply.status == 200)
        #expect(reply.body == (isCompressed ? "compressed" : "1"))
        #expect(reply.header("Content-Encoding") == (isCompressed ? "gzip" : nil))
        #expect(reply.header("Content-Length") == "\(reply.body.utf8.count)")
        #expect(reply.header("Content-Type") == "text/javascript; charset=utf-8")
        #expect(reply.header("Vary") == "Accept-Encoding")
        let other = await page.get("/", lines)
        #expect(other.body == "<!doctype html>page" && other.header("Content-Encoding") == nil && other.header("Vary") == nil, "there is no compressed one")
        for path in ["/page.js.gz", "/index.html.gz"] { #expect(await page.get(path, lines).status == 404) }
    }

    @Test("a browser that has a file's bytes gets them once, and again when they have changed")
    func known() async throws {
        let page = try await ServedPage()
        let plain = try #require(await page.get("/page.js").header("ETag"))
        let compressed = try #require(await page.get("/page.js", "Accept-Encoding: gzip").header("ETag"))
        #expect(plain != compressed, "each kind has its own")
        for tags in [plain, "W/" + plain, "\"a\", \(plain)", "\"a\"\r\nIf-None-Match: \(plain)", "*"] {
            let reply = await page.get("/page.js", "If-None-Match: \(tags)")
            #expect(reply.status == 304 && reply.body.isEmpty, "\(tags)")
            #expect(reply.header("Content-Length") == nil && reply.header("Content-Encoding") == nil)
            #expect(reply.header("ETag") == plain && reply.header("Vary") == "Accept-Encoding")
            #expect(reply.header("Content-Security-Policy") != nil)
        }
        for tags in ["\"a\"", compressed, String(plain.dropLast()), ""] {
            #expect(await page.get("/page.js", "If-None-Match: \(tags)").body == "1", "\(tags)")
        }
        try page.folder.make("page", ["page.js": "2"])
        #expect(await page.get("/page.js", "If-None-Match: \(plain)").body == "2")
        #expect(await page.get("/v1/session", "If-None-Match: *").status == 200, "answers that are no files have no tag")
    }

    @Test("a code pairs one browser; its cookie is out of scripts' reach and sent to this page alone")
    func pairing() async throws {
        let page = try await ServedPage()
        #expect(await page.get("/v1/session").fields["paired"] == .flag(false))
        let code = page.desk.code(for: Right.allCases, at: MonotonicClock.now).code
        let reply = await page.post("/v1/pair", "{\"code\":\"\(code)\",\"name\":\"<script>alert(1)</script>\"}")
        #expect(reply.status == 200)
        let header = try #require(reply.header("Set-Cookie"))
        #expect(header.hasSuffix("; HttpOnly; SameSite=Strict"))
        let cookie = String(header.dropFirst("nodline=".count).prefix { $0 != ";" })
        #expect(cookie.count == 64)
        let session = await page.get("/v1/session", cookie: cookie)
        #expect(session.fields["token"]?.text == Secret.token(of: cookie))
        #expect(session.fields["gestures"] == .list(HeadGesture.all.map { .text($0.description) }), "the page offers what there is")
        #expect(session.fields["name"] == .text("<script>alert(1)</script>"), "as JSON, which no browser takes for a page")
        #expect(session.header("Content-Type") == "application/json")
        #expect(await page.post("/v1/pair", "{\"code\":\"\(code)\"}").status == 403, "a code is used up")
        #expect(try !page.folder.text("sessions.json").contains(cookie))
        #expect(SessionStore(folder: page.folder.path).session(of: cookie)?.id == session.fields["id"]?.text, "after a restart")
    }

    @Test("behind TLS the cookie is for encrypted connections only, and the page's origin is https")
    func encrypted() async throws {
        let page = try await ServedPage(behindTLS: true)
        let code = page.desk.code(for: [.watch], at: MonotonicClock.now).code
        #expect(await page.post("/v1/pair", "{\"code\":\"\(code)\"}").status == 403)
        let reply = await page.post("/v1/pair", "{\"code\":\"\(code)\"}", origin: "https://\(page.host)")
        #expect(reply.header("Set-Cookie")?.hasPrefix("__Host-nodline=") == true)
        #expect(reply.header("Set-Cookie")?.hasSuffix("; Secure") == true)
        #expect(await page.get("/v1/session").fields["encrypted"] == .flag(true))
    }

    @Test("a change needs a paired browser's cookie, its token, the right, and a request that is listed")
    func changes() async throws {
        let page = try await ServedPage()
        let cookie = page.pair(), watcher = page.pair([.watch]), token = Secret.token(of: cookie)
        let pause = "{\"request\":\"pause\"}"
        #expect(await page.post("/v1/request", pause).status == 401)
        #expect(await page.post("/v1/request", pause, cookie: Secret.random(), token: token).status == 401, "a made-up cookie")
        #expect(await page.post("/v1/request", pause, cookie: cookie).status == 403, "no token")
        #expect(await page.post("/v1/request", pause, cookie: cookie, token: Secret.token(of: watcher)).status == 403)
        #expect(await page.post("/v1/request", pause, cookie: cookie, token: token, origin: "http://evil.example").status == 403)
        #expect(await page.request(pause, cookie: watcher).fields["error"] == .text("right"))
        for body in ["{\"request\":\"subscribe\"}", "{\"request\":\"preview\"}", "{\"request\":\"format\"}", "[]", "", "{\"request\":1}"] {
            #expect(await page.request(body, cookie: cookie).status == 400, "\(body)")
        }
        #expect(page.appliance.lines.isEmpty, "nothing reached the appliance")
        #expect(await page.request(pause, cookie: cookie).fields["reply"] == .text("pause"))
        #expect(await page.request("{\"request\":\"status\"}", cookie: watcher).fields["ok"] == .flag(true))
        #expect(page.counts[.token] == 2)
    }

    @Test("the appliance gets one line with what was checked, however the request was written")
    func rewritten() async throws {
        let page = try await ServedPage()
        let watcher = page.pair([.watch])
        _ = await page.request("{\"request\":\"pause\",\n\"request\":\"status\"}", cookie: watcher)
        _ = await page.request("{\"request\":\"status\",\n\"request\":\"pause\"}", cookie: watcher)
        _ = await page.request("{\"request\":\"status\",\"x\":\"\\n{\\\"request\\\":\\\"pause\\\"}\"}", cookie: watcher)
        for line in page.appliance.lines { #expect(line.components(separatedBy: "\"request\":").count == 2 && line.contains("\"status\""), "\(line)") }
    }

    @Test("a request says until when it may be obeyed: no longer than the browser waits for the answer")
    func before() async throws {
        let page = try await ServedPage()
        let begin = MonotonicClock.withSuspension
        _ = await page.request("{\"request\":\"pause\"}", cookie: page.pair())
        let line = try #require(await page.appliance.firstLine())
        guard case .number(let end)? = JSONValue.object(line.utf8)?["before"] else {
            Issue.record("\(line)")
            return
        }
        #expect(end >= begin + 9.9 && end <= MonotonicClock.withSuspension + 10)
    }

    @Test("a revoked browser is out at once: its requests, its events, its connection to the appliance")
    func revoked() async throws {
        let page = try await ServedPage()
        let cookie = page.pair(), other = page.pair()
        _ = await page.request("{\"request\":\"status\"}", cookie: cookie)
        let wire = Wire(page.door.port)
        wire.send("GET /v1/events HTTP/1.1\r\nHost: \(page.host)\r\nCookie: nodline=\(cookie)\r\n\r\n")
        #expect(await wire.read(until: "running").contains("\"running\":true"))
        let id = try #require(page.sessions.session(of: cookie)?.id)
        #expect(await page.post("/v1/sessions/revoke", "{\"id\":\"\(id)\"}", cookie: other, token: Secret.token(of: other)).status == 200)
        page.appliance.send("{\"event\":\"moved\",\"secret\":1}")
        #expect(await !wire.read().contains("secret"))
        #expect(await page.request("{\"request\":\"status\"}", cookie: cookie).status == 401)
        #expect(SessionStore(folder: page.folder.path).all.map(\.id) == page.sessions.all.map(\.id))
        for _ in 0..<Int(hang * 10) where page.appliance.connections > 0 { try await Task.sleep(nanoseconds: 100_000_000) }
        #expect(page.appliance.connections == 0)
        let watcher = page.pair([.watch])
        let mine = try #require(page.sessions.session(of: other)?.id)
        #expect(await page.post("/v1/sessions/revoke", "{\"id\":\"\(mine)\"}", cookie: watcher, token: Secret.token(of: watcher)).status == 403)
    }

    @Test("events and pictures need a paired browser; a stream says when the appliance goes and when it is back")
    func events() async throws {
        let page = try await ServedPage()
        #expect(await page.get("/v1/events").status == 401)
        #expect(await page.get("/v1/preview").status == 401)
        #expect(await page.get("/v1/sessions").status == 401)
        #expect(page.appliance.lines.isEmpty)
        let cookie = page.pair([.watch])
        #expect(await page.get("/v1/preview", cookie: cookie).status == 403, "a browser that may only watch gets no picture")
        let wire = Wire(page.door.port)
        wire.send("GET /v1/events?pointer=1 HTTP/1.1\r\nHost: \(page.host)\r\nCookie: nodline=\(cookie)\r\n\r\n")
        #expect(await wire.read(until: "running").contains("Content-Type: text/event-stream"))
        #expect(await page.appliance.firstLine() == "{\"request\":\"subscribe\",\"pointer\":true}" && page.appliance.lines.count == 1)
        page.appliance.send("{\"v\":1,\"event\":\"fired\",\"gesture\":\"</script>\"}")
        #expect(await wire.read(until: "fired").contains("data: {\"v\":1,\"event\":\"fired\",\"gesture\":\"</script>\"}\n\n"))
        page.appliance.stop()
        #expect(await wire.read(until: "running").contains("event: appliance\ndata: {\"running\":false}\n\n"))
        #expect(await page.request("{\"request\":\"status\"}", cookie: cookie).status == 503)
        let again = try FakeAppliance(path: page.folder.path + "/nodline.sock")
        #expect(await wire.read(until: "running").contains("{\"running\":true}"))
        again.stop()
    }

    @Test("a stream says that the appliance runs when events can no longer be missed, not when it is connected")
    func subscribed() async throws {
        let page = try await ServedPage()
        let cookie = page.pair([.watch])
        page.appliance.oweReplies()
        let wire = Wire(page.door.port)
        wire.send("GET /v1/events HTTP/1.1\r\nHost: \(page.host)\r\nCookie: nodline=\(cookie)\r\n\r\n")
        #expect(await page.appliance.firstLine() != nil)
        page.appliance.send("{\"event\":\"marker\"}")  // once this has come, what was said before it has come too
        let early = await wire.read(until: "marker")
        #expect(early.contains("marker") && !early.contains("running"), "\(early)")
        page.appliance.payReplies()
        #expect(await wire.read(until: "running").contains("event: appliance\ndata: {\"running\":true}\n\n"))
    }

    @Test("at most four pictures are sent at once, and leaving makes room")
    func previews() async throws {
        let page = try await ServedPage()
        let cookie = page.pair()
        let head = "GET /v1/preview HTTP/1.1\r\nHost: \(page.host)\r\nCookie: nodline=\(cookie)\r\n\r\n"
        var wires = (0..<4).map { _ in Wire(page.door.port) }
        for wire in wires {
            wire.send(head)
            #expect(await wire.read(until: "running").contains("200"))
        }
        #expect(await page.get("/v1/preview", cookie: cookie).status == 503)
        wires = []
        var status = 0
        for _ in 0..<Int(hang * 10) where status != 200 {
            page.appliance.send("{\"event\":\"preview\"}")
            let wire = Wire(page.door.port)
            wire.send(head)
            status = ServedPage.Reply(await wire.read(until: "\r\n\r\n")).status
            if status != 200 { try await Task.sleep(nanoseconds: 100_000_000) }
        }
        #expect(status == 200)
        _ = wires
    }

    @Test("whoever reads slowly sees the newest picture next, not those of the last minute")
    func slowPreview() async throws {
        let page = try await ServedPage()
        let wire = Wire(page.door.port)
        var small: Int32 = 65_536
        setsockopt(wire.descriptor, SOL_SOCKET, SO_RCVBUF, &small, 4)
        wire.send("GET /v1/preview HTTP/1.1\r\nHost: \(page.host)\r\nCookie: nodline=\(page.pair())\r\n\r\n")
        #expect(await wire.read(until: "running").contains("200"))
        let filling = String(repeating: "x", count: 14_000)
        for number in 1...200 {
            page.appliance.send("{\"event\":\"preview\",\"number\":\(number),\"jpeg\":\"\(filling)\"}")
            try await Task.sleep(nanoseconds: 2_000_000)
        }
        let text = await wire.read(until: "\"number\":200,")
        #expect(text.contains("\"number\":200,"))
        let pictures = text.components(separatedBy: "\"number\":").count - 1
        #expect(pictures < 60, "\(pictures) of 200 pictures came, though nobody read them")
    }

    @Test("a browser with many open pages gives a stream to one that has none, and not the other way round")
    func streams() async throws {
        let page = try await ServedPage()
        let many = page.pair([.watch]), one = page.pair([.watch])
        func opened(_ cookie: String) async -> (wire: Wire, status: Int) {
            let wire = Wire(page.door.port)
            wire.send("GET /v1/events HTTP/1.1\r\nHost: \(page.host)\r\nCookie: nodline=\(cookie)\r\n\r\n")
            return (wire, ServedPage.Reply(await wire.read(until: "\r\n\r\n")).status)
        }
        var greedy: [(wire: Wire, status: Int)] = []
        for _ in 0..<6 { greedy.append(await opened(many)) }
        #expect(greedy.map(\.status) == [200, 200, 200, 200, 200, 200])
        #expect(await opened(many).status == 503)
        let modest = await opened(one)
        #expect(modest.status == 200)
        #expect(await greedy[0].wire.read(until: "0\r\n\r\n").hasSuffix("0\r\n\r\n"), "its oldest stream has ended")
        #expect(await opened(many).status == 503, "it does not take it back")
    }

    @Test("an appliance that does not answer costs its own session ten seconds at most, and no other session anything")
    func silent() async throws {
        let page = try await ServedPage()
        let waiting = page.pair(), other = page.pair()
        let wire = Wire(page.door.port)
        let body = "{\"request\":\"why\"}"
        wire.send("POST /v1/request HTTP/1.1\r\nHost: \(page.host)\r\nOrigin: http://\(page.host)\r\nCookie: nodline=\(waiting)\r\n"
            + "X-Nodline-Token: \(Secret.token(of: waiting))\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)")
        #expect(await page.request("{\"request\":\"status\"}", cookie: other).status == 200)
        #expect(await page.request("{\"request\":\"status\"}", cookie: waiting).status == 200, "the same session, too")
    }
}
