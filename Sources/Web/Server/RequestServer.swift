import FlyingFox
import FlyingSocks
import FoundationEssentials
import Glibc
import Platform
import Synchronization

/// Serves requests at a Unix socket, one on each connection, as the ``Guard`` writes them (``RequestHead/passedOn(from:visit:)``).
///
/// Not FlyingFox's own server (0.27.1): it limits the time of each request by a task that sleeps, and a cancelled sleep keeps its memory
/// until its time has come, which for a question is ten minutes. The guard sees when a client has left, and each handler has its timeout.
final class RequestServer: Sendable {
    private let path: String
    private let pool: any AsyncSocketPool
    private let door = Mutex<Socket?>(nil)

    init(path: String, pool: any AsyncSocketPool) { (self.path, self.pool) = (path, pool) }

    /// Takes connections from now on; they wait for ``run(_:)``.
    func listen() throws { _ = try opened() }

    private func opened() throws -> Socket {
        try door.withLock { door in
            if let door { return door }
            unlink(path)
            let new = try Socket(domain: AF_UNIX)
            do {
                try new.bind(to: .unix(path: path))
                try new.listen()
            } catch {
                try? new.close()
                throw error
            }
            door = new
            return new
        }
    }

    /// Answers requests until the task is cancelled.
    func run(_ answer: @escaping @Sendable (HTTPRequest) async throws -> HTTPResponse) async throws {
        let pool = pool
        try await pool.prepare()
        let opened = try opened()
        defer { try? opened.close() }
        let door = try AsyncSocket(socket: opened, pool: pool)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await pool.run() }
            group.addTask { try await Self.accept(at: door, answer) }
            defer { group.cancelAll() }
            try await group.next()
        }
    }

    private static func accept(at door: AsyncSocket, _ answer: @escaping @Sendable (HTTPRequest) async throws -> HTTPResponse) async throws {
        try await withThrowingDiscardingTaskGroup { group in
            var isTold = false
            while true {
                do {
                    let socket = try await door.accept()
                    group.addTask { await serve(socket, answer) }
                } catch SocketError.failed(_, let code, _) where AcceptPause.follows(code) || [ECONNABORTED, EINTR].contains(code) {
                    // The connection waits, or its client has left: the next one may be served.
                    if !isTold { Terminal.note("nodline-web: accept: \(String(cString: strerror(code))); it is tried again") }
                    isTold = true
                    try await Task.sleep(for: .seconds(AcceptPause.time))
                }
            }
        }
    }

    private static func serve(_ socket: AsyncSocket, _ answer: (HTTPRequest) async throws -> HTTPResponse) async {
        defer { try? socket.close() }
        // Like the guard's `waitingBytes`; the kernel's own are 208 KB.
        var size: Int32 = 16_384
        setsockopt(socket.socket.file.rawValue, SOL_SOCKET, SO_SNDBUF, &size, socklen_t(MemoryLayout<Int32>.size))
        guard let request = try? await request(on: socket) else { return }
        let response: HTTPResponse
        do { response = try await answer(request) } catch { response = HTTPResponse(statusCode: .internalServerError) }
        try? await send(response, on: socket)
    }

    /// - Returns: `nil` if what came is no request of the guard.
    private static func request(on socket: AsyncSocket) async throws -> HTTPRequest? {
        var bytes: [UInt8] = [], head: (request: HTTPRequest, end: Int, length: Int)?
        while true {
            if head == nil { head = self.head(of: bytes) }
            if let head, bytes.count >= head.end + head.length {
                var request = head.request
                request.setBodyData(Data(bytes[head.end..<(head.end + head.length)]))
                return request
            }
            guard bytes.count <= 2 * (RequestHead.longest + RequestHead.longestBody) else { return nil }
            let more = try await socket.read(atMost: 4096)
            guard !more.isEmpty else { return nil }
            bytes += more
        }
    }

    /// - Returns: the request without its body, where the body begins, and the body's length; `nil` while the head is not complete.
    private static func head(of bytes: [UInt8]) -> (request: HTTPRequest, end: Int, length: Int)? {
        guard let end = bytes.firstRange(of: Array("\r\n\r\n".utf8))?.upperBound else { return nil }
        let lines = String(decoding: bytes[..<(end - 4)], as: UTF8.self).split(separator: "\r\n", omittingEmptySubsequences: false)
        let words = lines[0].split(separator: " ")
        guard words.count == 3 else { return nil }
        var headers = HTTPHeaders()
        for line in lines.dropFirst() {
            let pair = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            if pair.count == 2 { headers[HTTPHeader(String(pair[0]))] = String(pair[1].drop { $0 == " " }) }
        }
        let target = words[1].split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        let request = HTTPRequest(method: HTTPMethod(String(words[0])), version: .http11,
                                  target: .init(path: target[0], query: target.count > 1 ? target[1] : ""), headers: headers, body: HTTPBodySequence())
        return (request, end, headers[.contentLength].flatMap(Int.init) ?? 0)
    }

    private static func send(_ response: HTTPResponse, on socket: AsyncSocket) async throws {
        guard case .httpBody(let body) = response.payload else { return }
        var lines = ["HTTP/1.1 \(response.statusCode.code) \(response.statusCode.phrase)"]
        for (header, value) in response.headers { lines.append("\(header.rawValue): \(value)") }
        // An answer that has no body has no length either (RFC 9110, 8.6).
        if ![204, 304].contains(response.statusCode.code) { lines.append(body.count.map { "Content-Length: \($0)" } ?? "Transfer-Encoding: chunked") }
        try await socket.write(Data((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8))
        for try await piece in body { try await socket.write(piece) }
    }
}
