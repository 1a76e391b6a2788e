import Glibc
import Platform
import Testing
import TestSupport

@Suite("Child processes")
struct ChildProcessTests {
    @Test("a child that has ended before it reads ends nobody who writes to it")
    func gone() throws {
        let child = try ChildProcess("true", [], input: .pipe)
        _ = child.wait()
        // A child that another test has forked meanwhile holds the reading end until it runs its own program.
        var writing = pollfd(fd: child.inputDescriptor, events: 0, revents: 0)
        #expect(poll(&writing, 1, Int32(hang * 1000)) == 1)
        #expect(write(child.inputDescriptor, "x", 1) == -1 && errno == EPIPE)
    }

    @Test("a released child process is not waited for, and is reaped when the next one starts")
    func childLeft() throws {
        let clock = Stopwatch()
        var left: pid_t = 0
        do { left = try ChildProcess("sleep", ["5"], input: .null, output: .null).identifier }
        #expect(clock.own < 2)
        kill(left, SIGKILL)
        #expect(isGone(left))
        let end = now + hang
        while now < end, kill(left, 0) == 0 { try ChildProcess("true", []).wait() }
        #expect(kill(left, 0) != 0)
    }

    @Test("a child process writes to its third pipe beside its output")
    func third() throws {
        let child = try ChildProcess("/bin/sh", ["-c", "echo out; echo more >&3"], input: .null, output: .pipe, hasThird: true)
        func all(_ descriptor: Int32) throws -> [Substring] {
            String(decoding: try Descriptor(owning: descriptor, path: "pipe").read(upTo: 4096), as: UTF8.self).split(separator: "\n")
        }
        #expect(try all(child.takeOutput()) == ["out"])
        #expect(try all(child.takeThird()) == ["more"])
        #expect(child.wait() == 0)
    }

    private var now: Double { MonotonicClock.now }

    @Test("the signal that ended a child process is in its status")
    func command() throws {
        // Tests/System/hardware runs commands through the whole appliance, in a virtual machine with a battery.
        let child = try ChildProcess("/bin/sh", ["-c", "kill -TERM $$; exit 3"], input: .null, output: .null)
        var status: Int32?
        while status == nil { status = child.statusIfEnded() }
        #expect(status.map { $0 & 0x7F } == 15)  // signals reach it although this process has blocked some
    }
}
