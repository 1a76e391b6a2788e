import FoundationEssentials
import Glibc
import Platform
import Testing
import TestSupport
import WebSettings
import Web

/// The page's server with its guard on a free port of loopback, and a fake appliance behind it.
final class ServedPage {
    let folder: TemporaryFolder
    let appliance: FakeAppliance
    let sessions: SessionStore
    let desk = PairingDesk(folder: nil)
    let keys: KeyStore
    let counts = RefusalCounts()
    let door: Guard
    private let isBehindTLS: Bool
    private let serving: Task<Void, any Error>

    init(behindTLS: Bool = false, screen: uid_t? = nil, _ adjust: (inout GuardLimits) -> Void = { _ in }) async throws {
        isBehindTLS = behindTLS
        folder = try TemporaryFolder()
        try folder.make("page", ["index.html": "<!doctype html>page", "page.js": "1", "page.js.gz": "compressed"])
        try folder.make("page/texts", ["en.json": "{}"])
        try folder.make("inner", [:])
        appliance = try FakeAppliance(path: folder.path + "/nodline.sock")
        sessions = SessionStore(folder: folder.path)
        keys = KeyStore(folder: folder.path)
        let server = WebServer(.init(page: folder.path + "/page", control: folder.path + "/nodline.sock", inner: folder.path + "/inner"),
                               sessions: sessions, desk: desk, keys: keys, counts: counts, machine: "board", isEncrypted: behindTLS)
        try server.listen()
        serving = Task { try await server.run() }
        var web = WebConfiguration()
        (web.port, web.interfaces, web.behindTLS) = (0, ["lo"], behindTLS)
        var settings = Guard.Settings(web: web, machine: "board", sessions: sessions)
        settings.screen = screen
        adjust(&settings.limits)
        door = try Guard(settings, server: folder.path + "/inner/http.sock", counts: counts, visits: server.visits, keys: keys)
    }

    deinit {
        door.stop()
        serving.cancel()
        appliance.stop()
    }

    // MARK: - Requests

    struct Reply {
        let status: Int, head: String, body: String

        /// `nil` text: the server closed without an answer.
        init(_ text: String) {
            let parts = text.components(separatedBy: "\r\n\r\n")
            head = parts[0]
            body = parts.dropFirst().joined(separator: "\r\n\r\n")
            status = Int(head.split(separator: " ").dropFirst().first ?? "") ?? 0
        }

        var fields: [String: JSONValue] { JSONValue.object(body.utf8) ?? [:] }

        func header(_ name: String) -> String? {
            head.components(separatedBy: "\r\n").first { $0.lowercased().hasPrefix(name.lowercased() + ": ") }.map { String($0.dropFirst(name.count + 2)) }
        }
    }

    var host: String { "localhost:\(door.port)" }

    func get(_ target: String, cookie: String? = nil, _ further: String...) async -> Reply {
        let name = isBehindTLS ? "__Host-nodline" : "nodline"
        let lines = ["GET \(target) HTTP/1.1", "Host: \(host)"] + further + (cookie.map { ["Cookie: \(name)=\($0)"] } ?? [])
        return Reply(await Wire(door.port).talk(lines.joined(separator: "\r\n") + "\r\n\r\n"))
    }

    func post(_ target: String, _ body: String, cookie: String? = nil, token: String? = nil, origin: String? = nil) async -> Reply {
        var lines = ["POST \(target) HTTP/1.1", "Host: \(host)", "Origin: \(origin ?? "http://\(host)")", "Content-Length: \(body.utf8.count)"]
        if let cookie { lines.append("Cookie: nodline=\(cookie)") }
        if let token { lines.append("X-Nodline-Token: \(token)") }
        return Reply(await Wire(door.port).talk(lines.joined(separator: "\r\n") + "\r\n\r\n" + body))
    }

    /// A request of the control socket, with the right token.
    func request(_ body: String, cookie: String) async -> Reply { await post("/v1/request", body, cookie: cookie, token: Secret.token(of: cookie)) }

    /// A request with a key, as a program sends it.
    /// - Parameter body: `nil` for a GET.
    func open(_ target: String, _ body: String? = nil, key: String?, origin: String? = nil, type: String = "application/json") async -> Reply {
        Reply(await Wire(door.port).talk(openText(target, body, key: key, origin: origin, type: type)))
    }

    func openText(_ target: String, _ body: String? = nil, key: String?, origin: String? = nil, type: String = "application/json") -> String {
        var lines = ["\(body == nil ? "GET" : "POST") \(target) HTTP/1.1", "Host: \(host)"]
        if let body { lines += ["Content-Type: \(type)", "Content-Length: \(body.utf8.count)"] }
        if let key { lines.append("Authorization: Bearer \(key)") }
        if let origin { lines.append("Origin: \(origin)") }
        return lines.joined(separator: "\r\n") + "\r\n\r\n" + (body ?? "")
    }

    func pair(_ rights: [Right] = Right.allCases) -> String { sessions.add(name: "test", rights: rights) }
}

/// A TCP connection to a port of loopback.
final class Wire {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    private let timeout: Double

    /// - Parameter timeout: seconds to wait for bytes.
    /// - Parameter from: another address of loopback.
    init(_ port: UInt16, timeout: Double = hang, from: InternetAddress? = nil) {
        self.timeout = timeout
        if let from { _ = from.with(port: 0) { bind(descriptor, $0, $1) } }
        _ = InternetAddress(v4: [127, 0, 0, 1]).with(port: port) { connect(descriptor, $0, $1) }
    }

    deinit { close(descriptor) }

    @discardableResult
    func send(_ text: String) -> Bool { send(Array(text.utf8)) }

    @discardableResult
    func send(_ bytes: [UInt8]) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }

    /// Reads until the text has come, or else until the end or the time limit.
    ///
    /// It sleeps instead of blocking, because the server's tasks run on the same threads as the tests.
    func read(until text: String? = nil) async -> String {
        var bytes: [UInt8] = [], buffer = [UInt8](repeating: 0, count: 65_536)
        let end = MonotonicClock.now + timeout
        while MonotonicClock.now < end {
            if let text, String(decoding: bytes, as: UTF8.self).contains(text) { break }
            let count = recv(descriptor, &buffer, buffer.count, Int32(MSG_DONTWAIT))
            if count < 0, errno == EAGAIN {
                try? await Task.sleep(nanoseconds: 1_000_000)
                continue
            }
            guard count > 0 else { break }
            bytes += buffer[..<count]
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    func talk(_ text: String) async -> String {
        send(text)
        return await read()
    }
}
