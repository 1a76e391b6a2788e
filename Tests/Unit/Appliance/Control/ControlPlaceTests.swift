import Appliance
import ApplianceSupport
import FoundationEssentials
import Glibc
import Platform
import Testing
import TestSupport

@Suite("The sockets' folder")
struct ControlPlaceTests {
    private func isThere(_ path: String) -> Bool { access(path, F_OK) == 0 }

    @Test("another process's lock on the sockets' folder has no effect")
    func strangersLock() throws {
        let folder = try TemporaryFolder()
        let stranger = open(folder.path, O_RDONLY | O_DIRECTORY)
        defer { close(stranger) }
        try #require(flock(stranger, LOCK_SH | LOCK_NB) == 0)
        let run = try ApplianceHarness(place: folder.path)
        run.run(2)
        #expect(!run.output.contains("control-unavailable"))
        #expect(try run.program("status").status == 0)
    }

    @Test("a lock file that others may open is refused")
    func openLock() throws {
        let folder = try TemporaryFolder()
        chmod(try folder.file("lock", ""), 0o644)
        let run = try ApplianceHarness(place: folder.path)
        run.run(2)
        #expect(run.output.contains("control-unavailable") && run.output.contains("others may open it; remove it"))
    }

    @Test("a file in a socket's place that is not a socket is left alone")
    func strangerInPlace() throws {
        let folder = try TemporaryFolder()
        let file = try folder.file(ControlPlace.control, "mine")
        let run = try ApplianceHarness(place: folder.path)
        run.run(2)
        #expect(run.output.contains("control-unavailable") && run.output.contains("is not a socket"))
        run.end()
        #expect(try String(contentsOfFile: file, encoding: .utf8) == "mine")
        #expect(!isThere(folder.path + "/" + ControlPlace.events))
    }

    @Test("the sockets' folder is the configured one, else systemd's, else the session's, else none")
    func place() {
        func folder(_ variables: [String: String], configured: String = "") -> String {
            ControlPlace.folder(configured: configured) { variables[$0] }
        }
        #expect(folder([:]).isEmpty)
        #expect(folder(["XDG_RUNTIME_DIR": "/run/user/1000"]) == "/run/user/1000/nodline")
        #expect(folder(["XDG_RUNTIME_DIR": "/run/user/1000", "RUNTIME_DIRECTORY": "/run/nodline:/run/b"]) == "/run/nodline")
        #expect(folder(["RUNTIME_DIRECTORY": "/run/nodline"], configured: "/tmp/x") == "/tmp/x")
        #expect(folder(["RUNTIME_DIRECTORY": "/run/nodline"], configured: "none").isEmpty)
    }

    @Test("clients look in the configured folder, else in the service's, else in the session's; \"none\" is not a folder")
    func clients() {
        func path(_ configured: String, session: String? = "/run/user/1000", existing: [String] = []) -> String {
            ControlPlace.client(configured: configured, environment: { $0 == "XDG_RUNTIME_DIR" ? session : nil }, exists: existing.contains)
        }
        #expect(path("/tmp/x", existing: ["/run/nodline"]) == "/tmp/x/nodline.sock")
        #expect(path("", existing: ["/run/nodline", "/run/user/1000/nodline"]) == "/run/nodline/nodline.sock")
        #expect(path("") == "/run/user/1000/nodline/nodline.sock")
        #expect(path("", session: nil) == "/run/nodline/nodline.sock")
        #expect(path("none", existing: ["/run/nodline"]) == "/run/nodline/nodline.sock")
        #expect(ControlPlace.candidates("events.sock", environment: { _ in "/run/user/1000" })
            == ["/run/nodline/events.sock", "/run/user/1000/nodline/events.sock"])
    }
}
