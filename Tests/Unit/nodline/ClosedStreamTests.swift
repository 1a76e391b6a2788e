import ApplianceSupport
import FoundationEssentials
import Glibc
import Platform
import Testing
import TestSupport

@Suite("Programs that are started with closed streams")
struct ClosedStreamTests {
    @Test("closed input and errors become /dev/null, so that no message goes into a file or a timer")
    func closed() async throws {
        let folder = try TemporaryFolder(), clip = folder.path + "/c.y4m"
        try Film.write("fps 15; still 1s", to: clip)
        let file = try folder.file("c.toml", "config_version = 1\n")
        let streams = try await aside {
            let child = try ChildProcess("sh", ["-c", "exec \"$0\" \"$@\" <&- 2>&-", Checkout.root + ".build/release/nodline", "run", "--json", "--clip", clip,
                                                "--loop", "--config", file], output: .pipe)
            let output = child.takeOutput()
            defer { close(output) }
            var byte: UInt8 = 0
            try #require(read(output, &byte, 1) == 1)
            let streams = [STDIN_FILENO, STDERR_FILENO].map { try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(child.identifier)/fd/\($0)") }
            kill(child.identifier, SIGKILL)
            child.wait()
            return streams
        }
        #expect(streams == ["/dev/null", "/dev/null"])
    }
}
