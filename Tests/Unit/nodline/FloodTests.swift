import Appliance
import ApplianceSupport
import Glibc
import Platform
import Synchronization
import Testing
import TestSupport

@Suite("Floods at the control socket", .serialized)
struct FloodTests {
    /// Connects without waiting.
    /// - Returns: -1 where the kernel's queue is full.
    private func connectAtOnce(_ path: String) -> Int32 {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8.prefix($0.count - 1)) }
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue), 0)
        let isConnected = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) }
        } == 0
        if !isConnected { close(descriptor) }
        return isConnected ? descriptor : -1
    }

    /// Background work that runs until it is ended.
    private final class Flood: Sendable {
        private let isOver = Atomic(false)
        private let result = Mutex<Int?>(nil)
        var goesOn: Bool { !isOver.load(ordering: .relaxed) }

        init(_ body: @escaping @Sendable (Flood) -> Int) throws {
            try BackgroundThread.start { [self] in
                let count = body(self)
                result.withLock { $0 = count }
            }
        }

        /// Waits for its end.
        /// - Returns: how many connections it made.
        func end() -> Int {
            isOver.store(true, ordering: .relaxed)
            while true {
                if let count = result.withLock({ $0 }) { return count }
                usleep(1000)
            }
        }
    }

    /// Clients that send requests without pause and read what they get; one that is dropped connects again.
    private func flood(_ path: String, clients: Int) throws -> Flood {
        try Flood { flood in
            var descriptors: [Int32] = [], answer = [UInt8](repeating: 0, count: 65536), connections = 0
            let requests = Array(String(repeating: "{\"request\":\"why\"}\n", count: 40).utf8)
            while flood.goesOn {
                while descriptors.count < clients, case let one = connectAtOnce(path), one >= 0 {
                    descriptors.append(one)
                    connections += 1
                }
                descriptors.removeAll { one in
                    while recv(one, &answer, answer.count, Int32(MSG_DONTWAIT)) > 0 {}
                    let sent = send(one, requests, requests.count, Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL))
                    guard sent < 0, errno != EAGAIN else { return false }
                    close(one)
                    return true
                }
                usleep(1000)
            }
            for one in descriptors { close(one) }
            return connections
        }
    }

    @Test("while fifty clients flood the socket, a new one is answered within 2 s and an abandoned question is withdrawn within 0.3 s")
    func floodedOut() async throws {
        let (longest, waiting, isArmed, untilTakenBack, answer, pause) = try await aside {
            let run = try ControlledRun()
            try run.wait { $0.state == "ready" }
            let listener = try run.client(ControlPlace.events)
            let flood = try flood(run.place + "/" + ControlPlace.control, clients: 50)
            defer { print("flood: \(flood.end()) connections") }
            usleep(700_000)
            var longest = 0.0, waiting = 0
            for _ in 0..<5 {
                let begin = MonotonicClock.now, clock = Stopwatch(run.child.identifier)
                // Clients of one user displace each other, so a dropped one connects again, here and below.
                while (try? run.client().ask(#"{"request":"why"}"#))?.ok != true, MonotonicClock.now - begin < hang {}
                longest = max(longest, clock.own)
                let descriptor = connectAtOnce(run.place + "/" + ControlPlace.control)
                if descriptor < 0 { waiting += 1 }
                close(descriptor)
            }
            var isArmed = false
            for _ in 0..<20 where !isArmed {
                let asking = try run.client()
                try asking.send(#"{"request":"ask","question":"?","timeout":600}"#)
                isArmed = (try? listener.next(within: 3) { $0.event == "armed" }) != nil
                withExtendedLifetime(asking) {}
            }
            let left = Stopwatch(run.child.identifier)
            let answer = isArmed ? try listener.next { $0.event == "answer" }.value : nil
            let untilTakenBack = left.own
            let begin = MonotonicClock.now
            var pause = try run.program("pause")
            while pause.status != 0, MonotonicClock.now - begin < hang { pause = try run.program("pause") }
            return (longest, waiting, isArmed, untilTakenBack, answer, pause)
        }
        #expect(longest < 2)
        #expect(waiting == 0, "times that the kernel's queue was full")
        #expect(isArmed && untilTakenBack < 0.3 && answer == "none")
        #expect(pause.status == 0, "\(pause)")
        print("flood: a new client's answer took \(longest) s at most; the question was taken back after \(untilTakenBack) s")
    }

    @Test("a flood from six clients costs less than 30 % of the frames, and others are still answered")
    func flood() async throws {
        let (before, during, status) = try await aside {
            let run = try ControlledRun("fps 30; talk 10s")
            try run.wait { $0.state == "ready" }
            let losses = LostFrames(of: run, rate: 30, from: try run.client(ControlPlace.events))
            _ = try losses.median(of: 1)
            let before = try losses.median(of: 3)
            let path = run.place + "/" + ControlPlace.control
            let floods = try (0..<6).map { number in
                try Flood { flood in
                    let messages = [#"{"request":"status"}"#, "{", #"{"request":"why"}"#, String(repeating: "[", count: 4000)]
                    var connections = 0
                    while flood.goesOn, let client = try? ControlConnection([path]) {
                        connections += 1
                        while flood.goesOn, (try? client.send(messages[number % 4])) != nil {}
                    }
                    return connections
                }
            }
            defer { floods.forEach { _ = $0.end() } }
            _ = try losses.median(of: 1)
            let during = try losses.median(of: 3)
            let status = try run.program("pause").status
            run.end()
            return (before, during, status)
        }
        #expect(status == 0)
        // The usual share is 0.
        #expect(during < 0.3 + before, "\(before) of the frames lack before, \(during) during the flood, without waits for a processor")
        print("flood: \(before) -> \(during) of the frames lack")
    }
}
