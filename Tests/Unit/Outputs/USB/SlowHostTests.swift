import Outputs
import Synchronization
import Testing
import TestSupport

/// A host as the kernel's HID gadget shows it: it takes one report, and the next one only when that has been fetched.
private final class SlowHost: Sendable {
    private struct State {
        var time = 0.0
        var isFull = false, refused = 0
        var fetched: [[UInt8]] = []
        var report: [UInt8] = []
    }

    private final class Port: HIDPort {
        let host: SlowHost
        let place = "/dev/hidg9", silence = "it does not listen", descriptor: Int32 = -1, needsHeartbeat = false

        init(_ host: SlowHost) { self.host = host }

        func write(_ report: [UInt8]) throws(OutputError) -> HIDAnswer { host.take(report) ? .accepted : .busy }
    }

    private struct Source: DeviceSource {
        let device: HIDDevice
        func device(of output: OutputConfiguration) throws(OutputError) -> (any OutputDevice)? { KeyName(output.name).map { HIDKey(device, $0) } }
        func device(of axis: AxisConfiguration) throws(OutputError) -> (any AxisDevice)? { HIDAxis(device, axis.name == "x" ? .pointerX : .pointerY) }
    }

    private let state = Mutex(State())

    /// A device at rest, whose clock stands until ``pass(_:)``.
    func device(_ kind: HIDDevice.Kind) -> HIDDevice {
        let device = HIDDevice(kind, Port(self), now: { self.state.withLock(\.time) })
        _ = fetch()
        return device
    }

    var source: @Sendable (OutputSettings) -> any DeviceSource { { _ in Source(device: self.device(.mouse)) } }

    var refused: Int { state.withLock(\.refused) }
    var fetched: [[UInt8]] { state.withLock(\.fetched) }

    func pass(_ seconds: Double) { state.withLock { $0.time += seconds } }

    /// Looks for a report; `nil` if there is none.
    func fetch() -> [UInt8]? {
        state.withLock { state in
            guard state.isFull else { return nil }
            state.isFull = false
            state.fetched.append(state.report)
            return state.report
        }
    }

    private func take(_ report: [UInt8]) -> Bool {
        state.withLock { state in
            guard !state.isFull else {
                state.refused += 1
                return false
            }
            (state.isFull, state.report) = (true, report)
            return true
        }
    }
}

@Suite("A host that fetches one report at each look")
struct SlowHostTests {
    @Test("two axes that move in the same frame both arrive, and no host is called deaf")
    func twoAxes() throws {
        let host = SlowHost()
        var settings = OutputSettings()
        settings.axes = ["x", "y"].map { AxisConfiguration(name: $0) }
        for i in settings.axes.indices { settings.axes[i].usb.part = i == 0 ? .x : .y }
        let devices = DeviceWorkers(settings, source: host.source)
        #expect(devices.waitUntilOpen(within: hang).isEmpty)
        for frame in 1...5 {
            let refused = host.refused
            for name in ["x", "y"] { devices.post(.axis(AxisChange(time: Double(frame), name: name, value: 0.5, steps: 10))) }
            try #require(waits { host.refused > refused }, "the second is asked for while the first has not been fetched")
            // The host looks as often as it wants; what it has got must be all.
            try #require(waits {
                _ = host.fetch()
                return Self.sum(host.fetched, 1) == -10 * frame && Self.sum(host.fetched, 2) == -10 * frame
            })
        }
        #expect(devices.takeFaults().isEmpty && !devices.hasFault)
        devices.close(within: hang)
    }

    private static func sum(_ reports: [[UInt8]], _ place: Int) -> Int { reports.reduce(0) { $0 + Int(Int8(bitPattern: $1[place])) } }

    @Test("a click, and a release, while the pointer moves go with the next report")
    func click() throws {
        let host = SlowHost(), mouse = host.device(.mouse), button = try #require(KeyName("mouse-left"))
        try mouse.move(.pointerX, by: 7)
        try mouse.move(.pointerY, by: 3)
        try mouse.press(button, true)
        #expect(host.fetch() == [0, 249, 0, 0, 0])
        try mouse.poll()
        try mouse.press(button, false)
        #expect(mouse.isReleaseOwed && host.fetch() == [1, 0, 253, 0, 0])
        try mouse.poll()
        #expect(!mouse.isReleaseOwed && host.fetch() == [0, 0, 0, 0, 0])
        try mouse.poll()
        #expect(host.fetch() == nil)
    }

    @Test("two keys that go down in the same frame both arrive")
    func twoKeys() throws {
        let host = SlowHost(), keyboard = host.device(.keyboard)
        try keyboard.press(try #require(KeyName("shift")), true)
        try keyboard.press(try #require(KeyName("a")), true)
        #expect(host.fetch() == [2, 0, 0, 0, 0, 0, 0, 0])
        try keyboard.poll()
        #expect(host.fetch() == [2, 0, 4, 0, 0, 0, 0, 0])
    }

    @Test("what has waited for a tenth of a second is dropped, with one fault; a stop drops what waits at once")
    func old() throws {
        let host = SlowHost(), mouse = host.device(.mouse), button = try #require(KeyName("mouse-left"))
        try mouse.move(.pointerX, by: 1)  // stays in the kernel
        try mouse.move(.pointerX, by: 50)
        try mouse.press(button, true)
        host.pass(0.09)
        try mouse.poll()
        #expect(!HIDKey(mouse, button).isFailing)
        host.pass(0.02)
        #expect(throws: OutputError.self) { try mouse.poll() }
        #expect(HIDKey(mouse, button).isFailing && HIDAxis(mouse, .pointerX).isFailing)
        try mouse.poll()
        #expect(host.fetch() == [0, 255, 0, 0, 0])
        try mouse.poll()
        #expect(host.fetch() == [0, 0, 0, 0, 0] && !HIDAxis(mouse, .pointerX).isFailing)
        try mouse.move(.pointerX, by: 1)
        try mouse.move(.pointerX, by: 50)
        try mouse.move(.pointerY, by: 2)
        mouse.stop(.pointerX)
        #expect(host.fetch() == [0, 255, 0, 0, 0])
        try mouse.poll()
        #expect(host.fetch() == [0, 0, 254, 0, 0])
    }
}
