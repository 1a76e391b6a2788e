import FoundationEssentials
import Glibc
import Outputs
import Platform
import Testing
import TestSupport

@Suite("Commands as outputs")
struct CommandOutputTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private final class Clock {
        var now = 10.0
    }

    @Test("a command is run without a shell, one at a time, and its failure is reported")
    func command() throws {
        let output = CommandOutput(["/bin/sh", "-c", "echo \"$1\" >> \"$2\"; sleep 1; exit 3", "sh", "a; b",
                                    folder.path + "/said"], limit: 5)
        try output.set(true)
        try output.set(false)
        try output.set(true)  // it still runs
        let fault = try thrown(OutputError.self) {
            try waits {
                try output.poll()
                return false
            }
        }
        #expect("\(fault)".hasSuffix("ended with status 3, signal 0"))
        #expect(try folder.text("said") == "a; b\n")
    }

    @Test("a command that takes too long is ended with all processes that it started")
    func commandLimit() throws {
        let clock = Clock()
        let output = CommandOutput(["/bin/sh", "-c", "sleep 60 & echo $! > \"$1\"; wait", "sh", folder.path + "/child"], limit: 2) { clock.now }
        try output.set(true)
        let child = try waitForNumber("child")
        #expect(kill(child, 0) == 0)
        clock.now += 3
        let fault = try thrown(OutputError.self) { try output.poll() }
        #expect("\(fault)".hasSuffix("took longer than 2 s"))
        #expect(isGone(child))
    }

    @Test("a stop ends a running command and what it started, whether or not they obey, and is no fault", arguments: [
        ("echo $$ > \"$1\"; exec sleep 60", true),
        ("trap '' TERM; sleep 60 & echo $! > \"$1\"; wait; wait", false),
        ("(trap '' TERM; echo $BASHPID > \"$1\"; exec sleep 60) & wait", false),
    ])
    func commandStops(_ script: String, obeys: Bool) throws {
        let clock = Clock()
        let output = CommandOutput(["/bin/bash", "-c", script, "bash", folder.path + "/child"], limit: 600) { clock.now }
        try output.set(true)
        let child = try waitForNumber("child")
        try output.set(false)  // its gesture is over
        #expect(kill(child, 0) == 0)
        output.stop()
        if obeys { #expect(isGone(child)) }
        clock.now += 2 * BoundedCommand.grace
        try output.poll()
        #expect(isGone(child))
        let ends = try waits {
            try output.poll()
            return !output.needsPolling
        }
        #expect(ends && !output.isFailing)
    }

    @Test("what goes on while a stopped command ends is started then, unless that is stopped too", arguments: [false, true])
    func commandAfterStop(isStoppedAgain: Bool) throws {
        let clock = Clock()
        let output = CommandOutput(["/bin/sh", "-c", "echo x >> \"$1\"; exec sleep 60", "sh", folder.path + "/runs"], limit: 600) { clock.now }
        try output.set(true)
        #expect(waits { (try? folder.text("runs")) == "x\n" })
        output.stop()
        try output.set(true)
        if isStoppedAgain { output.stop() }
        clock.now += 2 * BoundedCommand.grace
        let isOver = try waits {
            try output.poll()
            return isStoppedAgain ? !output.needsPolling : try folder.text("runs") == "x\nx\n"
        }
        #expect(isOver)
        #expect(try folder.text("runs") == (isStoppedAgain ? "x\n" : "x\nx\n"))
    }

    @Test("a command does not outlive its output")
    func commandEnds() throws {
        var child: pid_t = 0
        do {
            let output = CommandOutput(["/bin/sh", "-c", "echo $$ > \"$1\"; exec sleep 60", "sh", folder.path + "/child"], limit: 90)
            try output.set(true)
            child = try waitForNumber("child")
        }
        #expect(isGone(child))
    }

    @Test("a command that left its process group is ended too, within a second")
    func commandLeaves() throws {
        let clock = Clock()
        let leave = "setpgrp(0, getpgrp(getppid())); open(F, '>', $ARGV[0]); print F \"$$\\n\"; close F; sleep 60"
        let output = CommandOutput(["/usr/bin/perl", "-e", leave, folder.path + "/child"], limit: 2) { clock.now }
        try output.set(true)
        let child = try waitForNumber("child")
        clock.now += 3
        let time = Stopwatch()
        #expect(try thrown(OutputError.self) { try output.poll() }.description.hasSuffix("took longer than 2 s"))
        #expect(time.own < 1)
        #expect(isGone(child))
        try output.set(true)  // the first has ended, so another may start
        try output.set(true)
    }

    @Test("a failed command counts as a fault for a minute or until it next succeeds")
    func commandFault() throws {
        let clock = Clock(), flag = folder.path + "/works"
        let output = CommandOutput(["/bin/sh", "-c", "test -e \"$1\"", "sh", flag], limit: 5) { clock.now }
        func run() throws {
            try output.set(true)
            while output.needsPolling, !output.isFailing { try? output.poll() }
        }
        try run()
        #expect(output.isFailing)
        clock.now += 59
        #expect(output.isFailing && output.needsPolling)
        clock.now += 2
        try output.poll()
        #expect(!output.isFailing && !output.needsPolling)
        try run()
        #expect(output.isFailing)
        _ = try folder.file("works", "")
        try output.set(true)
        let works = try waits {
            try output.poll()
            return !output.isFailing
        }
        #expect(works)
    }

    @Test("a missing program is reported, and is run once it exists")
    func commandMissing() throws {
        let output = CommandOutput([folder.path + "/bell"], limit: 5)
        try output.set(true)
        #expect(output.needsPolling && output.isFailing)
        let fault = try thrown(OutputError.self) { try output.poll() }
        #expect("\(fault)".hasSuffix("No such file or directory"))
        try output.poll()
        try FileManager.default.createSymbolicLink(atPath: folder.path + "/bell", withDestinationPath: "/bin/true")
        try output.set(true)
        let works = try waits {
            try output.poll()
            return !output.isFailing
        }
        #expect(works)
    }

    @Test("an output whose program could not be started is tried again")
    func commandIsKept() throws {
        var bell = OutputConfiguration(name: "bell")
        bell.command.words = [folder.path + "/bell"]
        let devices = DeviceWorkers(OutputSettings(outputs: [bell]))
        #expect(devices.waitUntilOpen(within: hang).isEmpty)
        func ring() {
            for value in [true, false] {
                let change = OutputChange.line(LineChange(time: 0, name: "bell", value: value))
                devices.post(change)
                _ = devices.confirm(change)
            }
        }
        ring()
        #expect(waits { devices.hasFault })
        _ = try folder.program("bell", "#!/bin/sh\n: > \"$0.rang\"\n")
        ring()
        #expect(waits { access(folder.path + "/bell.rang", F_OK) == 0 })
        devices.close(within: hang)
    }

    private func waitForNumber(_ file: String) throws -> pid_t {
        var number: pid_t?
        waits {
            if let line = try? folder.text(file), line.hasSuffix("\n") { number = pid_t(line.dropLast()) }
            return number != nil
        }
        return try #require(number)
    }
}
