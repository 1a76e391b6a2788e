import Testing
import Web

@Suite("The head of a request")
struct RequestHeadTests {
    @Test("what two programs could read in two ways is refused, with the reason", arguments: [
        ("GET / HTTP/1.1\r\nHost: a\r\n\r\n", nil),
        ("GET /v1/events?moved=1 HTTP/1.1\nHost: a\n\n", nil),
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

    @Test("the server gets only headers that the guard has read, and the client's address from the guard alone")
    func passedOn() throws {
        let head = try RequestHead(Array("GET /a HTTP/1.0\r\nHost: h\r\nX-Nodline-Peer: 9.9.9.9\r\nConnection: keep-alive\r\nCookie: c=1\r\nX-Other: 1\r\n\r\n".utf8))
        #expect(String(decoding: head.passedOn(from: "10.0.0.2", visit: 7), as: UTF8.self)
            == "GET /a HTTP/1.1\r\nConnection: close\r\nContent-Length: 0\r\nX-Nodline-Peer: 10.0.0.2\r\nX-Nodline-Visit: 7\r\nhost: h\r\ncookie: c=1\r\n\r\n")
    }
}
