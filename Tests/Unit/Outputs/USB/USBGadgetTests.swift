import Glibc
import Outputs
import Testing
import TestSupport

/// The other end of a pipe acts as the USB host; the pipe holds what was not fetched.
@Suite("USB gadgets and virtual inputs")
struct USBGadgetTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    @Test("a missing uinput or gadget device is reported with how to create it")
    func missingDevices() throws {
        let input = try thrown(OutputError.self) {
            _ = try VirtualInput(name: "x", keys: [], axes: [], path: folder.path + "/uinput")
        }
        #expect("\(input)".hasSuffix("modprobe uinput loads it"))
        let gadget = try thrown(OutputError.self) { _ = HIDDevice(.keyboard, try USBPort(path: folder.path + "/hidg0")) }
        #expect("\(gadget)".hasSuffix("sudo systemctl restart nodline-gadget creates what the configuration has; in a checkout: sudo deploy/usb-gadget start"))
    }

    /// A pipe that fills up and then refuses writes, like a host that does not fetch.
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

    @Test("a USB keyboard begins and ends with a release, and reports pressed keys")
    func keyboardReports() throws {
        let host = try host("hidg0")
        defer { close(host) }
        do {
            let gadget = HIDDevice(.keyboard, try USBPort(path: folder.path + "/hidg0"))
            try gadget.press(try #require(KeyName("shift")), true)
            try gadget.press(try #require(KeyName("a")), true)
            try gadget.press(try #require(KeyName("shift")), false)
        }
        #expect(reports(host, of: 8) == [up, [2, 0, 0, 0, 0, 0, 0, 0], [2, 0, 4, 0, 0, 0, 0, 0], [0, 0, 4, 0, 0, 0, 0, 0], up])
    }

    @Test("a USB host that does not fetch misses the press, and gets the release when it fetches again")
    func deafHost() throws {
        let host = try host("hidg0")
        defer { close(host) }
        var time = 0.0
        let gadget = HIDDevice(.keyboard, try USBPort(path: folder.path + "/hidg0"), now: { time })
        let space = try #require(KeyName("space"))
        for _ in 0..<255 {  // fills the pipe: a release, then pairs, and a press that is not released yet
            try gadget.press(space, true)
            try gadget.press(space, false)
        }
        try gadget.press(space, true)
        try gadget.press(space, false)  // the pipe is full now
        #expect(gadget.isReleaseOwed)
        try gadget.poll()
        #expect(!HIDKey(gadget, space).isFailing, "it may only be between two looks")
        time = 0.2
        let fault = try thrown(OutputError.self) { try gadget.poll() }
        #expect("\(fault)".contains("does not respond"))
        #expect(HIDKey(gadget, space).isFailing)
        try gadget.press(space, true)
        try gadget.press(space, false)
        try gadget.poll()  // reported once
        #expect(reports(host, of: 8).last == [0, 0, 0x2C, 0, 0, 0, 0, 0])
        try gadget.poll()
        #expect(!gadget.isReleaseOwed)
        #expect(!HIDKey(gadget, space).isFailing)
        #expect(reports(host, of: 8) == [up])
    }

    @Test("a gadget that was made anew gets what comes next, and one that is gone is told of and taken again", arguments: [0, 3])
    func renewed(missed presses: Int) throws {
        let previous = try host("hidg0"), space = try #require(KeyName("space"))
        defer { close(previous) }
        let gadget = HIDDevice(.keyboard, try USBPort(path: folder.path + "/hidg0"))
        try gadget.press(space, true)
        #expect(unlink(folder.path + "/hidg0") == 0)
        for _ in 0..<presses {
            try gadget.press(space, false)
            try gadget.press(space, true)
        }
        if presses > 0 {
            let fault = try thrown(OutputError.self) { try gadget.poll() }
            #expect("\(fault)".contains("the gadget is gone") && HIDKey(gadget, space).isFailing)
        }
        let renewed = try host("hidg0")
        defer { close(renewed) }
        try gadget.poll()
        try gadget.press(space, false)
        #expect(reports(renewed, of: 8).last == up && !gadget.isReleaseOwed && !HIDKey(gadget, space).isFailing)
        try gadget.press(space, true)
        try gadget.press(space, false)  // nothing is owed when the pipes are closed
        #expect(reports(renewed, of: 8) == [[0, 0, 0x2C, 0, 0, 0, 0, 0], up])
        #expect(reports(previous, of: 8) == [up, [0, 0, 0x2C, 0, 0, 0, 0, 0]])
    }

    @Test("a USB mouse reports steps with a screen's signs, wheels in notches, and buttons with them")
    func mouseReports() throws {
        let host = try host("hidg1")
        defer { close(host) }
        let gadget = HIDDevice(.mouse, try USBPort(path: folder.path + "/hidg1"))
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
