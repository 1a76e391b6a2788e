import Appliance
import ApplianceSupport
import Glibc
import Platform
import Synchronization
import Testing
import TestSupport

/// The setup page's server against a running appliance, both as built programs.
@Suite("Floods at the setup page", .serialized)
struct WebFloodTests {
    private static func connect(_ port: UInt16) -> Int32 {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        let isConnected = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { Glibc.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) }
        } == 0
        if !isConnected { close(descriptor) }
        return isConnected ? descriptor : -1
    }

    /// Sends requests without pause, each on a connection of its own, until it is over.
    private static func flood(_ port: UInt16, until over: Over) -> Int {
        let request = "POST /v1/pair HTTP/1.1\r\nHost: localhost:\(port)\r\nOrigin: http://localhost:\(port)\r\nContent-Length: 17\r\n\r\n{\"code\":\"000000\"}"
        var count = 0, buffer = [UInt8](repeating: 0, count: 4096)
        while !over.flag.load(ordering: .relaxed) {
            let one = connect(port)
            guard one >= 0 else { continue }
            var timeout = timeval(tv_sec: 5, tv_usec: 0)
            setsockopt(one, SOL_SOCKET, SO_RCVTIMEO, &timeout, socklen_t(MemoryLayout<timeval>.size))
            _ = send(one, request, request.utf8.count, Int32(MSG_NOSIGNAL))
            while recv(one, &buffer, buffer.count, 0) > 0 {}
            close(one)
            count += 1
        }
        return count
    }

    private final class Over: Sendable {
        let flag = Atomic(false)
        let requests = Atomic(0)
    }

    @Test("while the page's server is flooded, and when it is killed, the appliance keeps its frames within 2 %")
    func flooded() async throws {
        let (before, during, after, requests) = try await aside {
            let run = try ControlledRun("fps 15; talk 10s")
            try run.wait { $0.state == "ready" }
            let port = try freePort()
            let file = try run.folder.file("web.toml", "[web]\nenabled = true\nport = \(port)\ninterfaces = [\"lo\"]\n")
            let web = try ChildProcess(Checkout.root + ".build/release/nodline-web", [
                "--config", file, "--runtime", run.folder.path + "/web", "--socket", run.place + "/" + ControlPlace.control,
            ], input: .null, output: .null)
            defer { kill(web.identifier, SIGKILL) }
            while true {
                let one = Self.connect(port)
                close(one)
                if one >= 0 { break }
                usleep(20_000)
            }
            let listener = try run.client(ControlPlace.events)
            let losses = LostFrames(of: run, rate: 15, from: listener)
            _ = try losses.median(of: 1)
            let before = try losses.median(of: 3), over = Over()
            for _ in 0..<4 {
                try BackgroundThread.start { over.requests.add(Self.flood(port, until: over), ordering: .relaxed) }
            }
            defer { over.flag.store(true, ordering: .relaxed) }
            _ = try losses.median(of: 1)
            let during = try losses.median(of: 3)
            kill(web.identifier, SIGKILL)
            let after = try losses.median(of: 3)
            over.flag.store(true, ordering: .relaxed)
            usleep(1_100_000)
            run.end()
            return (before, during, after, over.requests.load(ordering: .relaxed))
        }
        #expect(during < 0.02 + before && after < 0.02 + before, "\(before) of the frames lack before, \(during) during, \(after) after, without waits for a processor")
        print("page flood: \(requests) requests; \(before) -> \(during) -> \(after) of the frames lack")
    }
}
