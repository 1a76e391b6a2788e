import Glibc
import Platform
import Testing
import TestSupport
import Web

@Suite("The board's own screen", .serialized)
struct ScreenTests {
    private static let table = """
          sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
           0: 00000000:1F54 00000000:0000 0A 00000000:00000000 00:00000000 00000000   990        0 1
           1: 0100007F:1F54 0100007F:C350 01 00000000:00000000 00:00000000 00000000   990        0 2
           2: 0100007F:C350 0100007F:1F54 01 00000000:00000000 00:00000000 00000000  1000        0 3
           3: 0100007F:C351 0100007F:1F54 06 00000000:00000000 03:00000DA1 00000000     0        0 0
           4: 0100007F:C352 0100007F:1F55 01 00000000:00000000 00:00000000 00000000  1001        0 4
           5: 0201007F:C353 0100007F:1F54 01 00000000:00000000 00:00000000 00000000  1002        0 5
           6: garbage
        """

    @Test("a connection belongs to who has its other end, while it is open", arguments: [
        (50_000, [127, 0, 0, 1], 1000), (50_001, [127, 0, 0, 1], nil), (50_002, [127, 0, 0, 1], nil), (50_003, [127, 0, 0, 1], nil),
        (50_003, [127, 0, 1, 2], 1002), (1, [127, 0, 0, 1], nil),
    ] as [(UInt16, [UInt8], UInt32?)])
    func owners(port: UInt16, address: [UInt8], user: UInt32?) {
        #expect(ConnectionOwner.user(in: Array(Self.table.utf8), ofPort: port, at: InternetAddress(v4: address), to: 8020) == user)
    }

    @Test("a browser of the screen's user watches and speaks without being paired, and changes nothing")
    func screen() async throws {
        let page = try await ServedPage(screen: geteuid())
        let session = await page.get("/v1/session").fields
        #expect(session["paired"] == .flag(true) && session["screen"] == .flag(true) && session["rights"] == .list([.text("watch")]))
        let token = try #require(session["token"]?.text)
        #expect(await page.post("/v1/request", "{\"request\":\"call\"}", token: token).fields["ok"] == .flag(true))
        #expect(await page.post("/v1/request", "{\"request\":\"status\"}", token: token).fields["ok"] == .flag(true))
        #expect(await page.post("/v1/voice", "{\"stop\":true}", token: token).fields["error"] == .text("no-voice"), "there is none here")
        for request in ["pause", "calibrate", "test-output", "try", "record", "ask"] {
            #expect(await page.post("/v1/request", "{\"request\":\"\(request)\"}", token: token).fields["error"] == .text("right"), "\(request)")
        }
        #expect(await page.post("/v1/boards", "{\"clear\":true}", token: token).fields["error"] == .text("right"))
        #expect(await page.get("/v1/preview").fields["error"] == .text("right"))
        #expect(await page.post("/v1/request", "{\"request\":\"call\"}").status == 403, "another page knows no token")
        #expect(await page.post("/v1/request", "{\"request\":\"call\"}", token: token, origin: "http://evil.example").status == 403)
        let wire = Wire(page.door.port)
        wire.send("GET /v1/events HTTP/1.1\r\nHost: \(page.host)\r\n\r\n")
        #expect(await wire.read(until: "running").contains("\"running\":true"))
        let cookie = page.pair()
        #expect(await page.get("/v1/session", cookie: cookie).fields["screen"] == .flag(false), "a paired browser keeps its own rights")
    }

    @Test("without the configuration, or for another user, loopback gives nothing, whatever a request says", arguments: [nil, geteuid() + 1])
    func others(screen: uid_t?) async throws {
        let page = try await ServedPage(screen: screen)
        for header in ["X-Nodline-Screen: 1", "X-Forwarded-For: 127.0.0.1", "X-Nodline-Peer: 127.0.0.1", "Cookie: nodline=screen"] {
            #expect(await page.get("/v1/session", header).fields["paired"] == .flag(false), "\(header)")
            #expect(await page.get("/v1/events", header).status == 401, "\(header)")
        }
        #expect(await page.post("/v1/request", "{\"request\":\"call\"}").status == 401)
        #expect(page.appliance.lines.isEmpty, "nothing reached the appliance")
    }

    @Test("calling needs the right to change, or the board's own screen")
    func rights() async throws {
        let page = try await ServedPage(), call = "{\"request\":\"call\"}"
        #expect(await page.request(call, cookie: page.pair([.watch])).fields["error"] == .text("right"))
        #expect(await page.request(call, cookie: page.pair()).fields["ok"] == .flag(true))
    }
}
