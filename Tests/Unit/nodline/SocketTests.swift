import Appliance
import ApplianceSupport
import FoundationEssentials
import Glibc
import Platform
import Testing
import TestSupport

@Suite("Sockets of a process that ends")
struct SocketTests {
    private func isThere(_ path: String) -> Bool { access(path, F_OK) == 0 }

    @Test("ask exits with 1 if the appliance is killed meanwhile, and with 4 if it is told to end", arguments: [SIGTERM, SIGKILL])
    func dyingAppliance(signal: Int32) throws {
        let run = try ControlledRun()
        let asking = try ChildProcess(Checkout.root + ".build/release/nodline", ["ask", "?", "--timeout", "60", "--socket",
                                      run.place + "/nodline.sock"], input: .null, output: .null)
        try run.wait { $0.armed != nil }
        #expect(try run.status().question == "?")
        run.end(signal)
        // When killed it sends nothing; when told to end it withdraws the question.
        #expect(asking.wait() == (signal == SIGKILL ? 1 : 4) << 8)
    }

    @Test("SIGTERM removes the sockets; those of a killed run are replaced, those of a running one are not")
    func files() async throws {
        let run = try ControlledRun()
        let sockets = [ControlPlace.control, ControlPlace.events].map { run.place + "/" + $0 }
        func mode(_ socket: String) -> mode_t? {
            var found = stat()
            return stat(socket, &found) == 0 ? found.st_mode & 0o777 : nil
        }
        _ = try run.client(ControlPlace.events)
        // Without these groups, as outside an installed system, only the user may use them.
        for (socket, group) in zip(sockets, ["nodline-control", "nodline-events"]) {
            #expect(mode(socket) == (getgrnam(group) == nil ? 0o600 : 0o660))
        }
        let second = try ControlledRun(place: run.place, isReached: false)
        let end = MonotonicClock.now + ControlledRun.timeout
        while MonotonicClock.now < end, !second.output.contains("tracking-started") { try await pass(0.05) }
        #expect(second.output.contains("control-unavailable") && second.output.contains("another nodline (process "))
        #expect(second.output.contains("tracking-started"))  // it works on without sockets
        second.end()
        #expect(sockets.allSatisfy(isThere))
        #expect(try run.status().uptime > 0)
        run.end(SIGKILL)
        #expect(sockets.allSatisfy(isThere))
        let third = try ControlledRun(place: run.place)
        #expect(try third.status().uptime > 0)
        #expect(third.end() == 0)
        #expect(try FileManager.default.contentsOfDirectory(atPath: run.place).isEmpty)
    }
}
