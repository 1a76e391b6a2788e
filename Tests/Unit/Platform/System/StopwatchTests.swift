import Glibc
import Platform
import Testing
import TestSupport

@Suite("The tests' own stopwatch", .serialized)
struct StopwatchTests {
    /// Busy processes, four for each processor.
    private func beside(_ body: () throws -> Void) throws {
        let load = try (0..<4 * sysconf(Int32(_SC_NPROCESSORS_ONLN))).map { _ in
            try ChildProcess("sh", ["-c", "while :; do :; done"], input: .null, output: .null)
        }
        defer {
            for one in load {
                kill(one.identifier, SIGKILL)
                one.wait()
            }
        }
        try body()
    }

    @Test("beside a load it counts work and sleep, which are late by themselves, and no wait for a processor")
    func waits() throws {
        try beside {
            let working = Stopwatch(), end = CPUClock.thread + 0.3
            while CPUClock.thread < end {}
            let worked = working.own
            #expect(worked > 0.25 && worked < 0.6, "\(worked) s, and \(working.waited) s of waits")
            let sleeping = Stopwatch()
            usleep(300_000)
            #expect(sleeping.own > 0.25, "a release that is late by 0.3 s")
            let child = try ChildProcess("sleep", ["0.3"], input: .null, output: .null)
            var waiting = Stopwatch(child.identifier, caller: false)
            while child.statusIfEnded() == nil {
                waiting.note()
                usleep(1000)
            }
            #expect(waiting.own > 0.25, "a loop that blocks for 0.3 s")
        }
    }

    @Test("the least of some tries is above a bound only if each is")
    func tries() {
        var times = [3.0, 2, 0.5, 0.1]
        #expect(least(below: 1) { times.removeFirst() } == 0.5)
        #expect(least(of: 3, below: 1) { 2 } == 2)
    }
}
