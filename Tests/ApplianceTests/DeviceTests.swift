import Appliance
import FoundationEssentials
import Glibc
import Outputs
import Platform
import Testing
import TestSupport

@Suite("Devices")
struct DeviceTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func make(_ name: String, _ files: [String: String]) throws {
        try FileManager.default.createDirectory(atPath: folder.path + "/" + name, withIntermediateDirectories: true)
        for (file, text) in files { _ = try folder.file(name + "/" + file, text) }
    }

    private func text(_ name: String) throws -> String {
        try String(contentsOfFile: folder.path + "/" + name, encoding: .utf8)
    }

    // MARK: - Keys

    @Test("a key's word gives the kernel's code and USB's usage", arguments: [
        ("a", 30, KeyName.Usage.keyboard(0x04)), ("z", 44, .keyboard(0x1D)), ("1", 2, .keyboard(0x1E)), ("0", 11, .keyboard(0x27)),
        ("f1", 59, .keyboard(0x3A)), ("f12", 88, .keyboard(0x45)), ("space", 57, .keyboard(0x2C)), ("up", 103, .keyboard(0x52)),
        ("shift", 42, .modifier(2)), ("mouse-right", 0x111, .mouse(2)), ("gamepad-a", 0x130, .none),
    ] as [(String, Int32, KeyName.Usage)])
    func key(word: String, code: Int32, usage: KeyName.Usage) throws {
        let key = try #require(KeyName(word))
        #expect(key.code == code && key.usage == usage)
    }

    @Test("no word, code or USB usage stands for two keys")
    func keysDiffer() {
        #expect(Set(KeyName.all.map(\.word)).count == KeyName.all.count)
        #expect(Set(KeyName.all.map(\.code)).count == KeyName.all.count)
        let usages = KeyName.all.map(\.usage).filter { $0 != .none }
        #expect(Set(usages.map { "\($0)" }).count == usages.count)
    }

    @Test("a mistyped key is answered with the nearest", arguments: [("spcae", "space"), ("mouse-lft", "mouse-left")])
    func nearest(typo: String, meant: String) {
        #expect(KeyName(typo) == nil)
        #expect(KeyName.nearest(to: typo) == meant)
    }

    // MARK: - LED

    @Test("an LED goes on and off, and has its trigger back when the output goes")
    func led() throws {
        try make("bell", ["brightness": "3", "max_brightness": "200\n", "trigger": "none [heartbeat] timer\n"])
        do {
            let led = try LEDOutput(name: "bell", brightness: 0.5, root: folder.path)
            #expect(try text("bell/trigger") == "none")
            #expect(try text("bell/brightness") == "0")
            try led.set(true)
            #expect(try text("bell/brightness") == "100")
        }
        #expect(try text("bell/brightness") == "0")
        #expect(try text("bell/trigger") == "heartbeat")
    }

    @Test("an LED whose safe state is on is lit from the beginning, and when the output goes")
    func ledSafeOn() throws {
        try make("bell", ["brightness": "0", "max_brightness": "1\n", "trigger": "[none] timer\n"])
        do {
            let led = try LEDOutput(name: "bell", safe: true, root: folder.path)
            #expect(try text("bell/brightness") == "1")
            try led.set(false)
            #expect(try text("bell/brightness") == "0")
        }
        #expect(try text("bell/brightness") == "1")
    }

    @Test("an LED that is not there is answered with the nearest that is")
    func ledMissing() throws {
        try make("nodline::bell", [:])
        let fault = try thrown(OutputError.self) { _ = try LEDOutput(name: "nodline:bell", root: folder.path) }
        #expect("\(fault)".hasSuffix("there is no such light; did you mean nodline::bell?"))
    }

    // MARK: - PWM, in a folder that looks like the kernel's

    private func makeChannel(enabled: String = "0") throws {
        try make("pwmchip0/pwm1", ["enable": enabled, "duty_cycle": "777", "period": "0"])
        try make("pwmchip0", ["export": "", "unexport": ""])
    }

    private func channel() throws -> String {
        try ["enable", "period", "duty_cycle"].map { try text("pwmchip0/pwm1/" + $0) }.joined(separator: " ")
    }

    @Test("a PWM channel gives no pulses until it is moved, none at rest beyond the middle, and none afterwards")
    func pwm() throws {
        try makeChannel(enabled: "1")  // as a process that died has left it
        do {
            let axis = try PWMAxis(#require(PWMChannel.Address("pwmchip0:1")), pulses: .servo, root: folder.path)
            #expect(try channel() == "0 20000000 0")
            try axis.move(value: 1, steps: 0)
            #expect(try channel() == "1 20000000 2000000")
            try axis.move(value: -0.5, steps: 0)
            #expect(try channel() == "1 20000000 1250000")
            try axis.move(value: -7, steps: 0)
            #expect(try channel() == "1 20000000 1000000")
            try axis.rest()
            #expect(try channel() == "1 20000000 1500000")
            try axis.move(value: 1, steps: 0)
            try axis.move(value: .nan, steps: 0)
            #expect(try channel() == "1 20000000 1500000")
        }
        #expect(try channel() == "0 20000000 1500000")
        #expect(try text("pwmchip0/unexport").isEmpty)  // it was there before
    }

    @Test("a motor's width is its value, and nothing for the other way")
    func motor() {
        #expect([-1, 0, 0.25, 1, 3].map(PWMAxis.Pulses.motor.width) == [0, 0, 0.0000125, 0.00005, 0.00005])
    }

    @Test("a PWM chip that is not there is named, with those that are")
    func pwmMissing() throws {
        try makeChannel()
        let chip = try #require(PWMChannel.Address("pwmchip2:0"))
        let fault = try thrown(OutputError.self) {
            _ = try PWMAxis(chip, pulses: .servo, root: folder.path)
        }
        #expect("\(fault)".hasSuffix("there is no such chip; there are \"pwmchip0\""), "\(fault)")
    }

    private final class Clock {
        var now = 10.0
    }

    // MARK: - Commands

    @Test("a command is run without a shell, one at a time, and its failure is told")
    func command() throws {
        let output = CommandOutput(["/bin/sh", "-c", "echo \"$1\" >> \"$2\"; sleep 0.3; exit 3", "sh", "a; b",
                                    folder.path + "/said"], limit: 5)
        try output.set(true)
        try output.set(false)
        try output.set(true)  // it still runs
        let fault = try thrown(OutputError.self) {
            for _ in 0..<200 {
                try output.tend()
                usleep(20_000)
            }
        }
        #expect("\(fault)".hasSuffix("ended with status 3, signal 0"))
        #expect(try text("said") == "a; b\n")
    }

    @Test("a command that takes too long is ended with all that it has started")
    func commandLimit() throws {
        let clock = Clock()
        let output = CommandOutput(["/bin/sh", "-c", "sleep 60 & echo $! > \"$1\"; wait", "sh", folder.path + "/child"], limit: 2) { clock.now }
        try output.set(true)
        let child = try waitForNumber("child")
        #expect(kill(child, 0) == 0)
        clock.now += 3
        let fault = try thrown(OutputError.self) { try output.tend() }
        #expect("\(fault)".hasSuffix("took longer than 2 s"))
        #expect(isGone(child))
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

    @Test("a command that has left its group is ended too, and nobody waits for one that does not end")
    func commandLeaves() throws {
        let clock = Clock()
        let leave = "setpgrp(0, getpgrp(getppid())); open(F, '>', $ARGV[0]); print F \"$$\\n\"; close F; sleep 60"
        let output = CommandOutput(["/usr/bin/perl", "-e", leave, folder.path + "/child"], limit: 2) { clock.now }
        try output.set(true)
        let child = try waitForNumber("child")
        clock.now += 3
        let begin = now
        #expect(try thrown(OutputError.self) { try output.tend() }.description.hasSuffix("took longer than 2 s"))
        #expect(now - begin < 1)
        #expect(isGone(child))
        try output.set(true)  // it has ended, so that another may start
        try output.set(true)
    }

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

    @Test("a command that failed counts as a fault for a minute, or until it next goes well")
    func commandFault() throws {
        let clock = Clock(), flag = folder.path + "/works"
        let output = CommandOutput(["/bin/sh", "-c", "test -e \"$1\"", "sh", flag], limit: 5) { clock.now }
        func run() throws {
            try output.set(true)
            while output.needsTending, !output.isFailing { try? output.tend() }
        }
        try run()
        #expect(output.isFailing)
        clock.now += 59
        #expect(output.isFailing && output.needsTending)
        clock.now += 2
        try output.tend()
        #expect(!output.isFailing && !output.needsTending)
        try run()
        #expect(output.isFailing)
        _ = try folder.file("works", "")
        try output.set(true)
        for _ in 0..<200 where output.isFailing {
            try output.tend()
            usleep(10_000)
        }
        #expect(!output.isFailing)
    }

    private var now: Double { MonotonicClock.now }

    @Test("a program that is not there is told of, and is run as soon as it is there")
    func commandMissing() throws {
        let output = CommandOutput([folder.path + "/bell"], limit: 5)
        try output.set(true)
        #expect(output.needsTending && output.isFailing)
        let fault = try thrown(OutputError.self) { try output.tend() }
        #expect("\(fault)".hasSuffix("No such file or directory"))
        try output.tend()
        try FileManager.default.createSymbolicLink(atPath: folder.path + "/bell", withDestinationPath: "/bin/true")
        try output.set(true)
        for _ in 0..<500 where output.isFailing {
            try output.tend()
            usleep(10_000)
        }
        #expect(!output.isFailing)
    }

    @Test("an output whose program could not be started once is not given up")
    func commandIsKept() throws {
        var configuration = Configuration(), bell = OutputConfiguration(name: "bell")
        bell.command.words = [folder.path + "/bell"]
        configuration.outputs = [bell]
        let outputs = GuardedOutputs()
        #expect(outputs.open(configuration.outputSettings).isEmpty)
        func ring() {
            _ = outputs.apply(LineChange(time: 0, name: "bell", value: true))
            _ = outputs.apply(LineChange(time: 0, name: "bell", value: false))
        }
        ring()
        #expect(outputs.hasFault)
        _ = try folder.file("bell", "#!/bin/sh\n: > \"$0.rang\"\n")
        #expect(chmod(folder.path + "/bell", 0o755) == 0)
        ring()
        for _ in 0..<500 where access(folder.path + "/bell.rang", F_OK) != 0 { usleep(10_000) }
        #expect(access(folder.path + "/bell.rang", F_OK) == 0)
        outputs.close(within: 5)
    }

    private func waitForNumber(_ file: String) throws -> pid_t {
        for _ in 0..<200 {
            if let line = try? text(file), line.hasSuffix("\n"), let number = pid_t(line.dropLast()) { return number }
            usleep(20_000)
        }
        throw CocoaError(.fileReadNoSuchFile)
    }

    /// Gone, or a zombie that its parent has not buried yet.
    private func isGone(_ process: pid_t) -> Bool {
        for _ in 0..<100 {
            guard let stat = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8) else { return true }
            if stat.contains(") Z ") { return true }
            usleep(20_000)
        }
        return false
    }

    // MARK: - What is not there

    @Test("a uinput or gadget device that is not there is told with what makes it")
    func missingDevices() throws {
        let input = try thrown(OutputError.self) {
            _ = try VirtualInput(name: "x", keys: [], axes: [], path: folder.path + "/uinput")
        }
        #expect("\(input)".hasSuffix("modprobe uinput loads it"))
        let gadget = try thrown(OutputError.self) { _ = try USBGadget(.keyboard, path: folder.path + "/hidg0") }
        #expect("\(gadget)".hasSuffix("sudo systemctl start nodline-gadget creates it; in a checkout: sudo deploy/usb-gadget start"))
    }

    // MARK: - A USB host, played by the other end of a pipe that holds what was not fetched

    /// A pipe that takes so many more bytes and then refuses, as a host does that does not fetch.
    private func host(_ name: String) throws -> Int32 {
        let path = folder.path + "/" + name
        #expect(mkfifo(path, 0o600) == 0)
        let descriptor = open(path, O_RDONLY | O_NONBLOCK)
        #expect(fcntl(descriptor, /* F_SETPIPE_SZ */ 1031, 4096) >= 4096)
        return descriptor
    }

    private func reports(_ descriptor: Int32, of size: Int) -> [[UInt8]] {
        var all: [[UInt8]] = [], report = [UInt8](repeating: 0, count: size)
        while read(descriptor, &report, size) == size { all.append(report) }
        return all
    }

    private let up: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 0]

    @Test("a USB keyboard begins and ends with a release, and reports what is down")
    func keyboardReports() throws {
        let host = try host("hidg0")
        defer { close(host) }
        do {
            let gadget = try USBGadget(.keyboard, path: folder.path + "/hidg0")
            try gadget.press(try #require(KeyName("shift")), true)
            try gadget.press(try #require(KeyName("a")), true)
            try gadget.press(try #require(KeyName("shift")), false)
        }
        #expect(reports(host, of: 8) == [up, [2, 0, 0, 0, 0, 0, 0, 0], [2, 0, 4, 0, 0, 0, 0, 0], [0, 0, 4, 0, 0, 0, 0, 0], up])
    }

    @Test("a USB host that does not fetch loses the press and is given the release when it fetches again")
    func deafHost() throws {
        let host = try host("hidg0")
        defer { close(host) }
        let gadget = try USBGadget(.keyboard, path: folder.path + "/hidg0")
        let space = try #require(KeyName("space"))
        for _ in 0..<255 {  // fills the pipe: a release at first, then pairs, and a press that nobody releases yet
            try gadget.press(space, true)
            try gadget.press(space, false)
        }
        try gadget.press(space, true)
        try gadget.press(space, false)  // the pipe is full now
        #expect(gadget.isReleaseOwed)
        let fault = try thrown(OutputError.self) { try gadget.tend() }
        #expect("\(fault)".contains("does not respond"))
        #expect(USBKey(gadget, space).isFailing)
        try gadget.press(space, true)
        try gadget.press(space, false)
        try gadget.tend()  // told once
        #expect(reports(host, of: 8).last == [0, 0, 0x2C, 0, 0, 0, 0, 0])
        try gadget.tend()
        #expect(!gadget.isReleaseOwed)
        #expect(!USBKey(gadget, space).isFailing)
        #expect(reports(host, of: 8) == [up])
    }

    @Test("a USB mouse reports steps with a screen's signs, wheels in notches, and buttons with them")
    func mouseReports() throws {
        let host = try host("hidg1")
        defer { close(host) }
        let gadget = try USBGadget(.mouse, path: folder.path + "/hidg1")
        try gadget.move(.pointerX, by: 5)
        try gadget.move(.pointerY, by: -300)
        try gadget.press(try #require(KeyName("mouse-left")), true)
        for _ in 0..<3 { try gadget.move(.wheel, by: 50) }
        try gadget.move(.hwheel, by: 120)
        #expect(reports(host, of: 5) == [
            [0, 0, 0, 0, 0], [0, 251, 0, 0, 0], [0, 0, 127, 0, 0], [1, 0, 0, 0, 0], [1, 0, 0, 1, 0], [1, 0, 0, 0, 255],
        ])
    }
}
