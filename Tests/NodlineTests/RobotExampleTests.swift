// Runs Examples/robot against a clip, without hardware; Tests/scripts/test_robot.py tests its parts.
import ApplianceSupport
import FoundationEssentials
import Glibc
import Platform
import Testing
import TestSupport
import Wire

@Suite("The robot example", .serialized)
struct RobotExampleTests {
    @Test("a head that looks up drives both motors, and they stop when nodline stands still")
    func drives() throws {
        let folder = try TemporaryFolder(), clip = folder.path + "/c.y4m"
        try Film.write("fps 20; still 3s; hold up 5s; still 2s", to: clip)
        let file = try folder.file("c.toml", Checkout.text("Examples/robot/nodline.toml") + "\n[control]\ndirectory = \"\(folder.path)/run\"\n")
        let nodline = try ChildProcess("sh", ["-c", "exec \"$0\" run --loop --clip \"$1\" --config \"$2\" > \"$3\"", Checkout.root + ".build/release/nodline",
                                              clip, file, folder.path + "/events"], input: .null)
        let drive = try ChildProcess("sh", ["-c", "exec python3 \"$0\" --socket \"$1\" > \"$2\" 2> /dev/null", Checkout.root + "Examples/robot/drive.py",
                                            folder.path + "/run/" + ControlPlace.control, folder.path + "/motors"], input: .null)
        defer {
            for child in [nodline, drive] {
                kill(child.identifier, SIGKILL)
                _ = child.wait()
            }
        }
        func last() -> [Int] {
            let said = (try? String(contentsOfFile: folder.path + "/motors", encoding: .utf8)) ?? ""
            return said.split(separator: "\n", omittingEmptySubsequences: false).dropLast().last?.split(separator: " ").compactMap { Int($0) } ?? []
        }
        #expect(waits { last() == [0, 0, 0] })
        #expect(waits { last().count == 3 && last()[0] > 200 && last()[1] > 200 }, "\(last())")
        kill(nodline.identifier, SIGSTOP)
        #expect(waits { last() == [0, 0, 0] }, "\(last())")
    }
}
