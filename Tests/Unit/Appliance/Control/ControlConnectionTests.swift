import Appliance
import Glibc
import Platform
import Synchronization
import Testing
import TestSupport

@Suite("Connections of commands to the appliance")
struct ControlConnectionTests {
    /// Takes one request, and tells events in place of an answer, until the client leaves, or for so long that the test has failed.
    private final class TalkativeAppliance: Sendable {
        let path: String
        private let door: Int32
        private let heard = Mutex("")
        var request: [String: JSONValue]? { heard.withLock { JSONValue.object($0.utf8) } }

        init(in folder: TemporaryFolder) throws {
            path = folder.path + "/nodline.sock"
            door = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
            let address = try #require(SocketAddress(path: path))
            try #require(address.with { bind(door, $0, $1) } == 0 && listen(door, 1) == 0)
        }

        func serve() {
            let client = accept(door, nil, nil)
            var bytes = [UInt8](repeating: 0, count: 4096)
            let count = recv(client, &bytes, bytes.count, 0)
            heard.withLock { $0 = String(decoding: bytes[..<max(0, count)], as: UTF8.self) }
            let event = Array("{\"event\":\"stats\"}\n".utf8)
            for _ in 0..<1000 where send(client, event, event.count, Int32(MSG_NOSIGNAL)) > 0 { usleep(20_000) }
            close(client)
            close(door)
        }
    }

    @Test("a request is given up at its timeout, whatever is told meanwhile, and is too old for the appliance then")
    func givenUp() async throws {
        let folder = try TemporaryFolder(), appliance = try TalkativeAppliance(in: folder)
        async let served: Void = aside { appliance.serve() }
        let fault = #expect(throws: ControlConnection.Fault.self) {
            _ = try ControlConnection([appliance.path]).reply(.release, within: 0.3)
        }
        try await served
        #expect(fault?.description.contains("no reply from the appliance for 0.3 s") == true, "\(fault?.description ?? "")")
        let request = try #require(appliance.request)
        #expect(request["request"] == .text("release"))
        guard case .number(let end)? = request["before"] else { Issue.record("\(request)"); return }
        #expect(end < MonotonicClock.withSuspension)
    }
}
