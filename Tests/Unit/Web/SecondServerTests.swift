import FoundationEssentials
import Glibc
import Platform
import Testing
import TestSupport

@Suite("A second nodline-web")
struct SecondServerTests {
    @Test("whoever starts it while another one runs is told which, and the running one keeps its sockets")
    func refused() throws {
        let folder = try TemporaryFolder(), runtime = folder.path + "/run"
        mkdir(runtime, 0o755)
        mkdir(runtime + "/inner", 0o700)
        let lock = try FolderLock(folder: runtime, program: "nodline-web", remedy: "")
        for name in ["pair.sock", "inner/http.sock"] { _ = try folder.file("run/" + name, "mine") }
        let configuration = try folder.file("nodline.toml", "[web]\nenabled = true\nport = 65123\ninterfaces = [\"lo\"]\n")
        let errors = folder.path + "/errors"
        let child = try ChildProcess("sh", ["-c", "exec timeout 60 \"$0\" \"$@\" 2> \"$ERRORS\"", Checkout.root + ".build/release/nodline-web", "--config", configuration,
                                            "--runtime", runtime, "--state", folder.path], input: .null, environment: ["ERRORS=\(errors)"])
        #expect((child.wait() >> 8) & 0xFF == 1)
        let said = try String(contentsOfFile: errors, encoding: .utf8)
        #expect(said.contains("another nodline-web (process \(getpid())) uses it already") && said.contains("--runtime"), "\(said)")
        for name in ["pair.sock", "inner/http.sock"] { #expect(try String(contentsOfFile: runtime + "/" + name, encoding: .utf8) == "mine") }
        withExtendedLifetime(lock) {}
    }
}
