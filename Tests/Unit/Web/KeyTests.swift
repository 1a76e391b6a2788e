import Glibc
import Platform
import Synchronization
import Testing
import TestSupport
import Web

@Suite("Keys", .serialized)
struct KeyTests {
    @Test("a key is shown once, kept as a digest in a file for its owner alone, and valid until it is removed")
    func kept() throws {
        let folder = try TemporaryFolder()
        let mask = umask(0o077)
        defer { umask(mask) }
        let store = KeyStore(folder: folder.path)
        let secret = try store.add(name: "kiosk", rights: [.ask], origins: ["https://Kiosk.Example:443"])
        #expect(secret.utf8.count == 64)
        #expect(try !folder.text("keys.json").contains(secret))
        var status = stat()
        #expect(stat(folder.path + "/keys.json", &status) == 0 && status.st_mode & 0o777 == 0o600)
        let again = KeyStore(folder: folder.path)
        #expect(again.key(of: secret)?.rights == [.ask])
        #expect(again.key(of: secret)?.origins == ["https://kiosk.example"])
        try again.remove(name: "kiosk")
        #expect(again.key(of: secret) == nil)
        #expect(KeyStore(folder: folder.path).all.isEmpty)
    }

    @Test("requests do not wait for a disk that hangs while a key or a browser is added")
    func hangingDisk() throws {
        let folder = try TemporaryFolder()
        let keys = KeyStore(folder: folder.path), sessions = SessionStore(folder: folder.path)
        let secret = try keys.add(name: "first", rights: [.ask], origins: ["https://kiosk.example"])
        let cookie = sessions.add(name: "first", rights: [.watch])
        // Writing a pipe that nobody reads waits.
        let pipes = ["keys", "sessions"].map { AtomicFile.unfinished(folder.path + "/\($0).json") }
        for pipe in pipes { #expect(mkfifo(pipe, 0o600) == 0) }
        let begun = Atomic(0), ended = Atomic(0)
        for work in [{ _ = try? keys.add(name: "second", rights: [.ask], origins: []) },
                     { _ = sessions.add(name: "second", rights: [.watch]) }] as [@Sendable () -> Void] {
            try BackgroundThread.start {
                begun.add(1, ordering: .relaxed)
                work()
                ended.add(1, ordering: .relaxed)
            }
        }
        while begun.load(ordering: .relaxed) < 2 { usleep(1000) }
        usleep(100_000)
        let clock = Stopwatch()
        #expect(keys.names(origin: "https://kiosk.example") && keys.key(of: secret) != nil)
        #expect(sessions.id(of: cookie) != nil && sessions.session(of: cookie) != nil)
        #expect(clock.own < hang / 2)
        #expect(ended.load(ordering: .relaxed) == 0, "the disk did not hang")
        // A pipe cannot be kept, and both give up.
        let readers = pipes.map { open($0, O_RDONLY | O_NONBLOCK) }
        while ended.load(ordering: .relaxed) < 2 { usleep(1000) }
        for reader in readers { close(reader) }
        #expect(keys.all.count == 1)
    }

    @Test("what is not a name, a right or an origin is refused, and changes nothing", arguments: [
        ("", ["ask"], []), ("a b", ["ask"], []), ("a", [], []), ("a", ["all"], []), ("a", ["ask"], ["*"]), ("a", ["ask"], ["null"]),
        ("a", ["ask"], ["https://kiosk.example/page"]), ("a", ["ask"], ["kiosk.example"]), ("a", ["ask"], ["https://"]),
        ("a", ["ask"], ["https://a.example\",\"https://b.example"]), ("taken", ["ask"], []),
    ] as [(String, [String], [String])])
    func refused(name: String, rights: [String], origins: [String]) throws {
        let store = KeyStore(folder: nil)
        _ = try store.add(name: "taken", rights: [.listen], origins: [])
        let line = JSONValue.object(["key": .text("add"), "name": .text(name), "may": .list(rights.map { .text($0) }),
                                     "origins": .list(origins.map { .text($0) })]).line
        let reply = try #require(KeyDesk(store).answer(to: line))
        #expect(JSONValue.object(reply.utf8)?["ok"] == .flag(false), "\(reply)")
        #expect(store.all.count == 1)
    }

    @Test("the local socket makes, lists and removes keys, and still pairs")
    func desk() throws {
        let desk = KeyDesk(KeyStore(folder: nil))
        func ask(_ line: String) throws -> [String: JSONValue] { try #require(JSONValue.object((desk.answer(to: line) ?? "").utf8)) }
        #expect(try ask("{\"key\":\"add\",\"name\":\"kiosk\",\"may\":[\"ask\",\"listen\"]}")["secret"]?.text?.utf8.count == 64)
        let list = try #require(desk.answer(to: "{\"key\":\"list\"}"))
        #expect(list.contains("\"may\":[\"listen\",\"ask\"]") && !list.contains("digest"))
        #expect(try ask("{\"key\":\"remove\",\"name\":\"other\"}")["ok"] == .flag(false))
        #expect(try ask("{\"key\":\"remove\",\"name\":\"kiosk\"}")["ok"] == .flag(true))
        #expect(desk.answer(to: "pair") == nil)
    }

    @Test("each path needs a key with its right, from loopback, too")
    func rights() async throws {
        let page = try await ServedPage()
        let all = try page.keys.add(name: "all", rights: KeyRight.allCases, origins: [])
        let paths: [(path: String, body: String?, right: KeyRight)] = [
            ("/v1/status", nil, .listen), ("/v1/events", nil, .listen), ("/v1/ask", "{\"question\":\"?\"}", .ask), ("/v1/command", "{\"command\":\"pause\"}", .command),
        ]
        for (path, body, right) in paths {
            #expect(await page.open(path, body, key: Secret.random()).status == 401, "\(path)")
            #expect(await page.open(path, body, key: nil).status == 401, "\(path)")
            let others = try page.keys.add(name: "not-\(right)", rights: KeyRight.allCases.filter { $0 != right }, origins: [])
            #expect(await page.open(path, body, key: others).status == 403, "\(path)")
            try page.keys.remove(name: "not-\(right)")
        }
        #expect(page.appliance.lines.isEmpty, "nothing reached the appliance")
        #expect(await page.open("/v1/status", key: all).status == 200)
        #expect(await page.open("/v1/command", "{\"command\":\"pause\"}", key: all).status == 200)
        for body in ["{\"command\":\"profile\"}", "{}", "[]", "{\"command\":\"pause\",\"x\":1}"] {
            #expect(await page.open("/v1/command", body, key: all).status == 400, "\(body)")
        }
        #expect(await page.open("/v1/command", "{\"command\":\"pause\"}", key: all, type: "text/plain").status == 415)
        for method in ["GET", "OPTIONS", "DELETE"] {
            let reply = ServedPage.Reply(await Wire(page.door.port).talk("\(method) /v1/ask HTTP/1.1\r\nHost: \(page.host)\r\n\r\n"))
            #expect(reply.status == 405 && reply.header("Allow") == "POST", "\(method)")
        }
        #expect(await page.get("/v1/sessions", cookie: nil, "Authorization: Bearer \(all)").status == 401, "a key is not a browser")
    }

    @Test("only pages of an origin that the key names can use it; others are told nothing")
    func origins() async throws {
        let page = try await ServedPage()
        let kiosk = "https://kiosk.example", key = try page.keys.add(name: "kiosk", rights: [.listen], origins: [kiosk])
        let other = try page.keys.add(name: "other", rights: [.listen], origins: ["https://other.example"])
        let reply = await page.open("/v1/status", key: key, origin: kiosk)
        #expect(reply.status == 200)
        #expect(reply.header("Access-Control-Allow-Origin") == kiosk)
        #expect(reply.header("Access-Control-Allow-Credentials") == nil)
        #expect(await page.open("/v1/status", key: other, origin: kiosk).status == 403)
        #expect(await page.open("/v1/status", key: key, origin: "https://evil.example").header("Access-Control-Allow-Origin") == nil)
        #expect(await page.open("/v1/status", key: key, origin: "null").status == 403)
        #expect(await page.open("/v1/pair", "{}", key: key, origin: kiosk).status == 403, "only the paths for programs")
        #expect(await page.open("/v1/status", key: key, origin: "http://\(page.host)").status == 200, "the page's own origin")
        func preflight(_ origin: String, _ path: String = "/v1/ask") async -> ServedPage.Reply {
            ServedPage.Reply(await Wire(page.door.port).talk("OPTIONS \(path) HTTP/1.1\r\nHost: \(page.host)\r\nOrigin: \(origin)\r\n"
                + "Access-Control-Request-Method: POST\r\nAccess-Control-Request-Private-Network: true\r\n\r\n"))
        }
        let allowed = await preflight(kiosk)
        #expect(allowed.status == 204)
        #expect(allowed.header("Access-Control-Allow-Origin") == kiosk)
        #expect(allowed.header("Access-Control-Allow-Headers") == "Authorization, Content-Type")
        #expect(allowed.header("Access-Control-Allow-Private-Network") == "true")
        #expect(await preflight("https://evil.example").status == 403)
        #expect(await preflight("http://\(page.host)").status == 403)
        #expect(await preflight(kiosk, "/v1/request").status == 405)
        try page.keys.remove(name: "kiosk")
        #expect(await preflight(kiosk).status == 403)
    }

    @Test("a cookie from a page of another origin is not looked at")
    func cookies() async throws {
        let page = try await ServedPage()
        let kiosk = "http://localhost:8080", cookie = page.pair()
        _ = try page.keys.add(name: "kiosk", rights: [.listen], origins: [kiosk])
        #expect(await page.get("/v1/status", cookie: cookie, "Origin: \(kiosk)").status == 401)
        #expect(await page.get("/v1/status", cookie: cookie).status == 200)
    }

    @Test("a removed key's events end")
    func removed() async throws {
        let page = try await ServedPage()
        let key = try page.keys.add(name: "kiosk", rights: [.listen], origins: [])
        let wire = Wire(page.door.port)
        wire.send(page.openText("/v1/events", key: key))
        #expect(await wire.read(until: "running").contains("\"running\":true"))
        try page.keys.remove(name: "kiosk")
        page.appliance.send("{\"event\":\"moved\",\"secret\":1}")
        #expect(await !wire.read().contains("secret"))
    }
}
