import Glibc
import Platform
import Testing
import TestSupport
import Web

@Suite("The guard", .serialized)
struct GuardTests {
    @Test("another name in Host, and another page's Origin, are refused and counted")
    func foreign() async throws {
        let page = try await ServedPage(), host = page.host
        func status(_ lines: String...) async -> Int { ServedPage.Reply(await Wire(page.door.port).talk(lines.joined(separator: "\r\n") + "\r\n\r\n")).status }
        #expect(await status("GET / HTTP/1.1", "Host: evil.example") == 421)
        #expect(await status("GET / HTTP/1.1", "Host: evil.example:\(page.door.port)") == 421)
        #expect(await status("GET / HTTP/1.1", "Host: 10.9.8.7") == 421)
        #expect(await status("GET / HTTP/1.1", "Host: \(host)", "Origin: http://evil.example") == 403)
        #expect(await status("GET / HTTP/1.1", "Host: \(host)", "Origin: null") == 403)
        #expect(await status("GET / HTTP/1.1", "Host: \(host)", "Origin: https://\(host)") == 403)
        #expect(await status("GET /v1/session HTTP/1.1", "Host: \(host)", "Sec-Fetch-Site: cross-site") == 403)
        #expect(await status("POST /v1/pair HTTP/1.1", "Host: \(host)", "Content-Length: 0") == 403, "a POST without an Origin")
        for host in ["localhost", "LOCALHOST.local", "board", "board.local:80", "127.0.0.1:1", "[::1]", "nodline.local"] {
            #expect(await status("GET / HTTP/1.1", "Host: \(host)") == (host.hasPrefix("LOCALHOST.") ? 421 : 200), "\(host)")
        }
        #expect(page.counts[.host] == 4)
        #expect(page.counts[.origin] == 5)
    }

    @Test("a body of a gigabyte is refused before it is read: with its length, in chunks, and longer than it says")
    func hugeBodies() async throws {
        let page = try await ServedPage()
        let head = "POST /v1/pair HTTP/1.1\r\nHost: \(page.host)\r\nOrigin: http://\(page.host)\r\n"
        for (kind, status) in [("Content-Length: 1073741824", 413), ("Transfer-Encoding: chunked", 411)] {
            let wire = Wire(page.door.port)
            wire.send(head + kind + "\r\n\r\n")
            let megabyte = [UInt8](repeating: 0x61, count: 1 << 20)
            var sent = 0
            while sent < 64, wire.send(megabyte) { sent += 1 }
            #expect(sent < 32, "\(kind): \(sent) MB were taken")
            #expect([status, 0].contains(ServedPage.Reply(await wire.read()).status), "the answer, or a reset connection")
            #expect(ServedPage.Reply(await Wire(page.door.port).talk(head + kind + "\r\n\r\n")).status == status)
        }
        let behind = await Wire(page.door.port).talk(head + "Content-Length: 2\r\n\r\n{}GET /healthz HTTP/1.1\r\nHost: \(page.host)\r\n\r\n")
        #expect(behind.components(separatedBy: "HTTP/1.1 ").count == 2, "a second request hid behind the first: \(behind)")
    }

    @Test("a head of a megabyte is refused after 8 KB")
    func hugeHead() async throws {
        let page = try await ServedPage()
        let wire = Wire(page.door.port)
        wire.send("GET / HTTP/1.1\r\nHost: \(page.host)\r\nX: ")
        var sent = 0
        while sent < 64, wire.send([UInt8](repeating: 0x61, count: 65_536)) { sent += 1 }
        #expect(page.counts[.headTooLong] == 1)
        #expect(await page.get("/healthz").status == 200)
    }

    @Test("two hundred connections that send a byte now and then are dropped, and a browser is answered meanwhile")
    func slowConnections() async throws {
        let page = try await ServedPage { $0.requestTime = 10 }
        let wires = (0..<200).map { _ in Wire(page.door.port) }
        for wire in wires { wire.send("GET / HT") }
        // From another address: the two hundred have used up what their own may open.
        for _ in 0..<5 { #expect(ServedPage.Reply(await wire(page, from: 9).talk("GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")).status == 200) }
        #expect(page.counts[.tooSlow] == 0, "the two hundred were still connected")
        for wire in wires { wire.send("T") }
        for wire in wires { _ = await wire.read() }  // until it ends
        #expect(page.counts[.full] >= 150)
        #expect(page.counts[.tooSlow] > 0)
        #expect(await page.get("/healthz").status == 200)
    }

    @Test("a client that does not read its events is dropped, and the appliance is not kept waiting")
    func unread() async throws {
        let page = try await ServedPage { $0.stall = 0.5 }
        let cookie = page.pair()
        let wire = Wire(page.door.port)
        var small: Int32 = 4096
        setsockopt(wire.descriptor, SOL_SOCKET, SO_RCVBUF, &small, 4)
        wire.send("GET /v1/events HTTP/1.1\r\nHost: \(page.host)\r\nCookie: nodline=\(cookie)\r\n\r\n")
        #expect(await wire.read(until: "running").contains("\"running\":true"))
        let event = "{\"event\":\"moved\",\"t\":1,\"filling\":\"" + String(repeating: "x", count: 2000) + "\"}"
        let begin = MonotonicClock.now
        while page.appliance.connections > 0, MonotonicClock.now - begin < hang {
            page.appliance.send(event)
            try await Task.sleep(nanoseconds: 500_000)
        }
        #expect(page.appliance.connections == 0, "the connection to the appliance is closed")
    }

    @Test("a client may send 300 requests at once and 30 a second; then it is refused, and counted")
    func rates() async throws {
        #expect(GuardLimits().requestBurst == 300 && GuardLimits().requestRate == 30)
        // In the time that a busy machine takes for 300, 30 a second may be as many.
        let page = try await ServedPage { ($0.requestRate, $0.requestBurst) = (0.01, 120) }
        var statuses: [Int] = []
        for _ in 0..<300 { statuses.append(await page.get("/healthz").status) }
        #expect(statuses.prefix(110).allSatisfy { $0 == 200 })
        #expect(statuses.contains(429))
        #expect(page.counts[.tooMany] == statuses.count { $0 == 429 })
    }

    @Test("a browser that may only watch and leaves hundreds of answers unread keeps nobody out who is paired, nor a newcomer")
    func hoarding() async throws {
        let page = try await ServedPage(behindTLS: true) { ($0.stall, $0.requestRate, $0.requestBurst) = (60, 10_000, 10_000) }
        let greedy = page.pair([.watch]), other = page.pair(), events = page.pair([.watch])
        let stream = Wire(page.door.port)
        stream.send("GET /v1/events HTTP/1.1\r\nHost: \(page.host)\r\nCookie: __Host-nodline=\(events)\r\n\r\n")
        #expect(await stream.read(until: "running").contains("\"running\":true"))
        // More than the kernel keeps for a client that does not read.
        _ = try page.folder.file("page/page.js", String(repeating: "x", count: 900_000))
        var wires: [Wire] = []
        for _ in 0..<100 {
            let wire = Wire(page.door.port)
            var small: Int32 = 2048
            setsockopt(wire.descriptor, SOL_SOCKET, SO_RCVBUF, &small, 4)
            wire.send("GET /page.js HTTP/1.1\r\nHost: \(page.host)\r\nCookie: __Host-nodline=\(greedy)\r\n\r\n")
            wires.append(wire)
        }
        #expect(await page.get("/v1/session", cookie: other).status == 200)
        #expect(await page.get("/healthz").status == 200)
        page.appliance.send("{\"event\":\"marker\"}")
        #expect(await stream.read(until: "marker").contains("marker"), "and a stream of another browser goes on")
        _ = wires
    }

    @Test("of many cookies of the page's name the first eight are looked at: each costs a digest")
    func manyCookies() async throws {
        let page = try await ServedPage()
        let cookie = page.pair()
        func isPaired(behind count: Int) async -> Bool {
            let others = String(repeating: "nodline=a; ", count: count)
            let text = await Wire(page.door.port).talk("GET /v1/session HTTP/1.1\r\nHost: \(page.host)\r\nCookie: \(others)nodline=\(cookie)\r\n\r\n")
            return ServedPage.Reply(text).fields["paired"] == .flag(true)
        }
        #expect(await isPaired(behind: 7))
        #expect(await !isPaired(behind: 8))
        #expect(await !isPaired(behind: 700))
    }

    @Test("behind TLS each paired browser has its own rate, and browsers with no cookie or a false one share one")
    func ratesBehindTLS() async throws {
        let page = try await ServedPage(behindTLS: true) { ($0.requestRate, $0.requestBurst) = (0.01, 120) }
        let busy = page.pair(), calm = page.pair()
        for _ in 0..<300 { _ = await page.get("/healthz", cookie: busy) }
        #expect(page.counts[.tooMany] > 50)
        #expect(await page.get("/healthz", cookie: calm).status == 200)
        #expect(await page.get("/healthz").status == 200)
        var statuses: [Int] = []
        for number in 0..<300 { statuses.append(await page.get("/healthz", cookie: "\(number)").status) }
        #expect(statuses.contains(429), "new false cookies bring no new tokens")
        #expect(await page.get("/healthz", cookie: calm).status == 200)
    }

    @Test("a router's name for the machine gets a page that says what to do, in both languages, and nothing of this machine; programs get JSON", arguments: [
        ("vm.fritz.box:8020", "http://vm.local:8020", "hosts = [\"vm.fritz.box\"]"), ("vm.lan", "http://vm.local", "hosts = [\"vm.lan\"]"),
        ("10.9.8.7", "", "hosts = [\"10.9.8.7\"]"), ("<script>alert(1)</script>", "", "hosts = [\"switch.example.org\"]"), ("[fe80::9]:80", "", "switch.example.org"),
    ])
    func unknownName(host: String, local: String, key: String) async throws {
        let page = try await ServedPage()
        func reply(_ target: String) async -> ServedPage.Reply { ServedPage.Reply(await Wire(page.door.port).talk("GET \(target) HTTP/1.1\r\nHost: \(host)\r\n\r\n")) }
        let shown = await reply("/")
        #expect(shown.status == 421 && shown.header("Content-Type") == "text/html; charset=utf-8")
        #expect(shown.body.contains("Nodline does not answer to this name") && shown.body.contains("antwortet Nodline nicht") && shown.body.contains(key), "\(shown.body)")
        #expect(local.isEmpty ? !shown.body.contains(".local") : shown.body.contains("<a href=\"\(local)\">"))
        #expect(!shown.body.contains("<script") && !shown.body.contains("board.local") && !shown.body.contains("127.0.0.1"), "a rebound page reads it")
        #expect(shown.header("Content-Security-Policy")?.hasPrefix("default-src 'none'") == true)
        let problem = await reply("/v1/session")
        #expect(problem.fields["error"] == .text("host") && problem.header("Content-Type") == "application/problem+json")
    }

    @Test("a name with the dot that makes it complete is the same name; no other is", arguments: [
        ("board.local.", 200), ("board.local.:8020", 200), ("LOCALHOST.:1", 200), ("board..", 421), (".", 421), ("board.local.evil.example.", 421),
    ])
    func completeName(host: String, status: Int) async throws {
        let page = try await ServedPage()
        #expect(ServedPage.Reply(await Wire(page.door.port).talk("GET / HTTP/1.1\r\nHost: \(host)\r\n\r\n")).status == status)
    }

    /// A wire from another address of loopback.
    private func wire(_ page: ServedPage, from last: UInt8) -> Wire { Wire(page.door.port, from: InternetAddress(v4: [127, 0, 1, last])) }

    @Test("strangers who hold every connection open keep neither a new browser out, nor a paired one")
    func fullHouse() async throws {
        let page = try await ServedPage { $0.stall = 60 }
        _ = try page.folder.file("page/page.js", String(repeating: "x", count: 900_000))
        let cookie = page.pair()
        let watching = Wire(page.door.port, timeout: 8)
        watching.send("GET /v1/events HTTP/1.1\r\nHost: \(page.host)\r\nCookie: nodline=\(cookie)\r\n\r\n")
        #expect(await watching.read(until: "running").contains("\"running\":true"))
        // Answers that nobody takes: they are not dropped as requests that do not come are.
        var small: Int32 = 4096
        let strangers = (0..<63).map { number in
            let stranger = wire(page, from: UInt8(1 + number / 2))
            setsockopt(stranger.descriptor, SOL_SOCKET, SO_RCVBUF, &small, 4)
            stranger.send("GET /page.js HTTP/1.1\r\nHost: localhost\r\n\r\n")
            return stranger
        }
        for stranger in strangers { #expect(await stranger.read(until: "HTTP/1.1 200").contains("200")) }
        #expect(await page.get("/healthz").status == 200)
        #expect(await page.get("/v1/session", cookie: cookie).fields["paired"] == .flag(true))
        page.appliance.send("{\"event\":\"marker\"}")
        #expect(await watching.read(until: "marker").contains("marker"), "the stream of the paired browser was not dropped")
        withExtendedLifetime(strangers) {}
    }

    @Test("one address that sends all it may takes nothing from the others, nor from a paired browser at the same address")
    func flood() async throws {
        let page = try await ServedPage { ($0.requestRate, $0.requestBurst) = (5, 20) }
        let cookie = page.pair()
        for _ in 0..<10_000 where page.counts[.tooMany] <= 50 { _ = await page.get("/healthz") }
        #expect(page.counts[.tooMany] > 50)
        #expect(ServedPage.Reply(await wire(page, from: 7).talk("GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")).status == 200)
        try await Task.sleep(nanoseconds: 500_000_000)  // a few connections of this address may come again
        #expect(await page.get("/v1/session", cookie: cookie).fields["paired"] == .flag(true))
    }
}
