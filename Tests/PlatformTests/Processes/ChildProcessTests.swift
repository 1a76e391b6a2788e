import Glibc
import Platform
import Testing
import TestSupport

@Suite("Child processes")
struct ChildProcessTests {
    @Test("a child that nobody asks about any more is not waited for, and is buried when the next one starts")
    func childLeft() throws {
        let begin = now
        var left: pid_t = 0
        do { left = try ChildProcess("sleep", ["5"], input: .null, output: .null).identifier }
        #expect(now - begin < 2)
        kill(left, SIGKILL)
        #expect(isGone(left))
        let end = now + 5
        while now < end, kill(left, 0) == 0 { try ChildProcess("true", []).wait() }
        #expect(kill(left, 0) != 0)
    }

    private var now: Double { MonotonicClock.now }

    @Test("a program that fails, or is not there, is reported; one that works is not")
    func command() throws {
        // Through the whole appliance it is run in the virtual machine, which has a battery: Tests/hardware.
        let child = try ChildProcess("/bin/sh", ["-c", "kill -TERM $$; exit 3"], input: .null, output: .null)
        var status: Int32?
        while status == nil { status = child.statusIfEnded() }
        #expect(status.map { $0 & 0x7F } == 15)  // signals reach it although this process has blocked some
    }
}
