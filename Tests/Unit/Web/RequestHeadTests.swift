import FoundationEssentials
import Testing
import Web

@Suite("The head of a request")
struct RequestHeadTests {
    @Test("what two programs could read in two ways is refused, with the reason", arguments: [
        ("GET / HTTP/1.1\r\nHost: a\r\n\r\n", nil),
        ("GET /v1/events?pointer=1 HTTP/1.1\nHost: a\n\n", nil),
        ("GET / HTTP/1.1\r\n\r\n", .badRequest),
        ("GET  / HTTP/1.1\r\nHost: a\r\n\r\n", .badRequest),
        ("GET / HTTP/2\r\nHost: a\r\n\r\n", .badRequest),
        ("GET /\r\nHost: a\r\n\r\n", .badRequest),
        ("\u{16}\u{3}\u{1} hello\r\n\r\n", .badRequest),
        ("GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", .badRequest),
        ("GET / HTTP/1.1\r\nHost : a\r\n\r\n", .badRequest),
        ("GET / HTTP/1.1\r\nHost: a\r\n folded: b\r\n\r\n", .badRequest),
        ("GET / HTTP/1.1\r\nHost: a\r\nnothing\r\n\r\n", .badRequest),
        ("GET / HTTP/1.1\r\nHost: a\u{7F}\r\n\r\n", .badRequest),
        ("PUT / HTTP/1.1\r\nHost: a\r\n\r\n", .method),
        ("OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n", .notFound),
        ("GET http://b/ HTTP/1.1\r\nHost: a\r\n\r\n", .notFound),
        ("GET /../etc/passwd HTTP/1.1\r\nHost: a\r\n\r\n", .notFound),
        ("GET /%2e%2e/etc/passwd HTTP/1.1\r\nHost: a\r\n\r\n", .notFound),
        ("GET //b HTTP/1.1\r\nHost: a\r\n\r\n", .notFound),
        ("GET /<script> HTTP/1.1\r\nHost: a\r\n\r\n", .notFound),
        ("POST /v1/pair HTTP/1.1\r\nHost: a\r\nContent-Length: 8192\r\n\r\n", nil),
        ("POST /v1/pair HTTP/1.1\r\nHost: a\r\nContent-Length: 8193\r\n\r\n", .bodyTooLong),
        ("POST /v1/pair HTTP/1.1\r\nHost: a\r\nContent-Length: 99999999999999999999\r\n\r\n", .bodyTooLong),
        ("POST /v1/pair HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n", .badRequest),
        ("POST /v1/pair HTTP/1.1\r\nHost: a\r\nContent-Length: +1\r\n\r\n", .badRequest),
        ("POST /v1/pair HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n", .badRequest),
        ("POST /v1/pair HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n", .noLength),
        ("POST /v1/pair HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n", .noLength),
    ] as [(String, Refusal?)])
    func strict(text: String, refusal: Refusal?) {
        do throws(Refusal) {
            _ = try RequestHead(Array(text.utf8))
            #expect(refusal == nil, "accepted: \(text)")
        } catch {
            #expect(error == refusal, "\(text)")
        }
    }

    @Test("whatever is damaged in a head: it is refused, or what the server gets is read the same way again, one line for each header", arguments: 0..<20)
    func damaged(seed: Int) throws {
        let heads = ["GET /v1/events?pointer=1 HTTP/1.1\r\nHost: a:80\r\nCookie: nodline=ab; c=d\r\n\r\n", "POST /v1/pair HTTP/1.1\r\nHost: a\r\nOrigin: http://a\r\nContent-Length: 12\r\n\r\n",
                     "OPTIONS /v1/ask HTTP/1.1\nHost: a\nOrigin: null\nAccess-Control-Request-Private-Network: true\nAuthorization: Bearer k\n\n"]
        // A linear congruential generator, so that a failure can be repeated.
        var state = UInt64(seed) &* 7919 &+ 1
        func random(_ most: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int((state >> 33) % UInt64(most))
        }
        let pieces = ["\r", "\n", "\r\n", "\r\n\r\n", ":", " ", "\t", "\0", "\u{7F}", "é", "%2e", "..", "//", "Host: b\r\n", "Content-Length: 3\r\n", "Transfer-Encoding: chunked\r\n",
                      "X-Nodline-Peer: 127.0.0.1\r\n", "x-nodline-visit: 1\r\n", "-", "0"].map { Array($0.utf8) }
        for _ in 0..<500 {
            var bytes = Array(heads[random(heads.count)].utf8)
            for _ in 0...random(3) {
                let place = random(bytes.count)
                switch random(3) {
                case 0: bytes[place] = UInt8(random(256))
                case 1: bytes.insert(contentsOf: pieces[random(pieces.count)], at: place)
                default: bytes.removeSubrange(place..<min(bytes.count, place + 1 + random(6)))
                }
            }
            guard let head = try? RequestHead(bytes) else { continue }
            let passed = head.passedOn(from: "10.0.0.2", visit: 7), again = try RequestHead(passed)
            #expect(again.method == head.method && again.target == head.target && again.length == head.length)
            var headers = again.headers
            headers["content-length"] = head.headers["content-length"]  // 0 is written out
            #expect(headers.filter { $0.value != "" } == head.headers.filter { $0.key != "sec-fetch-site" && $0.value != "" }, "\(String(decoding: bytes, as: UTF8.self))")
            let lines = String(decoding: passed, as: UTF8.self).components(separatedBy: "\r\n").dropLast(2)
            #expect(lines.count == 5 + head.headers.keys.filter { !["content-length", "sec-fetch-site"].contains($0) }.count && lines.allSatisfy { !$0.isEmpty })
            #expect(lines.count { $0.lowercased().hasPrefix("x-nodline-") } == 2 + (head.headers["x-nodline-token"] == nil ? 0 : 1))
        }
    }

    @Test("the server gets only headers that the guard has read, and the client's address from the guard alone")
    func passedOn() throws {
        let head = try RequestHead(Array("GET /a HTTP/1.0\r\nHost: h\r\nX-Nodline-Peer: 9.9.9.9\r\nConnection: keep-alive\r\nCookie: c=1\r\nX-Other: 1\r\n\r\n".utf8))
        #expect(String(decoding: head.passedOn(from: "10.0.0.2", visit: 7), as: UTF8.self)
            == "GET /a HTTP/1.1\r\nConnection: close\r\nContent-Length: 0\r\nX-Nodline-Peer: 10.0.0.2\r\nX-Nodline-Visit: 7\r\nhost: h\r\ncookie: c=1\r\n\r\n")
    }
}
