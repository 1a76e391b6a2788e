import Glibc
import Platform
import Testing
import TestSupport
import Web

@Suite("Recordings on the page", .serialized)
struct RecordingTests {
    /// A page whose appliance hands over this file.
    private func page(_ bytes: String = "0123456789") async throws -> ServedPage {
        let page = try await ServedPage()
        page.appliance.hand(over: try page.folder.file("clip", bytes))
        return page
    }

    @Test("a browser that may change things downloads a clip and its labels, and nobody else does")
    func downloaded() async throws {
        let page = try await page(), cookie = page.pair()
        let clip = await page.get("/v1/recordings/clip-1", cookie: cookie)
        #expect(clip.status == 200 && clip.body == "0123456789" && clip.header("Content-Length") == "10")
        #expect(clip.header("Content-Disposition") == "attachment; filename=\"clip-1.y4m\"" && clip.header("Cache-Control") == "no-store")
        #expect(page.appliance.lines.last == #"{"labels":false,"name":"clip-1","request":"open-recording"}"#)
        #expect(await page.get("/v1/recordings/clip-1.csv", cookie: cookie).header("Content-Disposition") == "attachment; filename=\"clip-1.csv\"")
        #expect(page.appliance.lines.last == #"{"labels":true,"name":"clip-1","request":"open-recording"}"#)
        #expect(await page.get("/v1/recordings/clip-1.heads", cookie: cookie).header("Content-Disposition") == "attachment; filename=\"clip-1.heads\"")
        #expect(page.appliance.lines.last == #"{"labels":false,"name":"clip-1","numbers":true,"request":"open-recording"}"#)
        let asked = page.appliance.lines.count
        #expect(await page.get("/v1/recordings/clip-1").status == 401)
        #expect(await page.get("/v1/recordings/clip-1", cookie: page.pair([.watch])).status == 403)
        #expect(await page.get("/v1/recordings/clip-1", cookie: cookie, "Origin: http://elsewhere.example").status == 403)
        #expect(await page.get("/v1/recordings/clip-1", cookie: cookie, "Sec-Fetch-Site: cross-site").status == 403)
        #expect(page.appliance.lines.count == asked, "the appliance is not even asked")
        #expect(await page.get("/v1/recordings/clip-2", cookie: cookie).status == 409, "it has no such clip")
        page.appliance.stop()
        #expect(await page.get("/v1/recordings/clip-1", cookie: cookie).status == 503)
    }

    @Test("the board's own screen gets no recording")
    func screen() async throws {
        let page = try await ServedPage(screen: getuid())
        page.appliance.hand(over: try page.folder.file("clip", "0123456789"))
        #expect(await page.get("/v1/recordings/clip-1").status == 403)
    }

    @Test("pieces of a clip", arguments: [
        ("from=2&size=3", "234"), ("from=1&size=2&count=3&step=4", "12569"), ("from=8&size=5", "89"), ("from=10&size=1", ""),
        ("from=0&size=2&count=2", "0123"),
    ])
    func pieces(query: String, bytes: String) async throws {
        let page = try await page(), reply = await page.get("/v1/recordings/clip-1?\(query)", cookie: page.pair())
        #expect(reply.status == 200 && reply.body == bytes, "\(reply.body)")
        #expect(reply.header("Content-Disposition") == nil)
    }

    @Test("what is no request for pieces is refused", arguments: [
        "from=0", "size=1", "from=-1&size=1", "from=0&size=0", "from=0&size=4000001", "from=0&size=1000001&count=4", "from=0&size=2&step=1", "from=0&size=1&count=0",
        "from=0&size=1&count=1001", "from=9223372036854775807&size=1", "from=0&size=1&step=9223372036854775807", "from=a&size=1", "x=1",
    ])
    func refused(query: String) async throws {
        let page = try await page()
        #expect(await page.get("/v1/recordings/clip-1?\(query)", cookie: page.pair()).status == 400)
    }

    @Test("a browser that is removed gets nothing more of a download, and the page goes on")
    func revoked() async throws {
        let page = try await page(String(repeating: "x", count: 8_000_000)), cookie = page.pair(), id = try #require(page.sessions.session(of: cookie)).id
        let wire = Wire(page.door.port)
        wire.send("GET /v1/recordings/clip-1 HTTP/1.1\r\nHost: \(page.host)\r\nCookie: nodline=\(cookie)\r\n\r\n")
        var poll = pollfd(fd: wire.descriptor, events: Int16(POLLIN), revents: 0)
        while Glibc.poll(&poll, 1, 0) == 0 { try await Task.sleep(nanoseconds: 5_000_000) }
        #expect(page.sessions.revoke(id))
        #expect(await wire.read().utf8.count < 8_000_000)
        #expect(await page.get("/v1/recordings/clip-1", cookie: page.pair()).body.utf8.count == 8_000_000)
    }
}
