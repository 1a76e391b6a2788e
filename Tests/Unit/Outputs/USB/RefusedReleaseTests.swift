import Glibc
import Outputs
import Platform
import Synchronization
import Testing
import TestSupport

/// A host whose kernel refuses reports on demand.
private final class RefusingHost: Sendable {
    private struct State {
        var refuses = false, isAbsent = false
        var tries = 0
        var reports: [[UInt8]] = []
    }

    private final class Port: HIDPort {
        let host: RefusingHost
        let place = "/dev/hidg9", silence = "it does not listen", descriptor: Int32 = -1, needsHeartbeat = false

        init(_ host: RefusingHost) { self.host = host }

        func write(_ report: [UInt8]) throws(OutputError) -> HIDAnswer { try host.write(report) }
    }

    private struct Source: DeviceSource {
        let device: HIDDevice
        func device(of output: OutputConfiguration) throws(OutputError) -> (any OutputDevice)? { KeyName(output.name).map { HIDKey(device, $0) } }
        func device(of axis: AxisConfiguration) throws(OutputError) -> (any AxisDevice)? { nil }
    }

    private let state = Mutex(State())

    var source: @Sendable (OutputSettings) -> any DeviceSource { { _ in Source(device: HIDDevice(.keyboard, Port(self))) } }

    var tries: Int { state.withLock(\.tries) }
    /// What the host believes is pressed.
    var last: [UInt8]? { state.withLock(\.reports.last) }

    /// - Parameters:
    ///   - refuses: the kernel gives an error.
    ///   - isAbsent: the host does not read reports.
    func be(refusing refuses: Bool, absent isAbsent: Bool = false) { state.withLock { ($0.refuses, $0.isAbsent) = (refuses, isAbsent) } }

    private func write(_ report: [UInt8]) throws(OutputError) -> HIDAnswer {
        let (refuses, isAbsent) = state.withLock { state in
            state.tries += 1
            if !state.refuses, !state.isAbsent { state.reports.append(report) }
            return (state.refuses, state.isAbsent)
        }
        if refuses { throw OutputError(place: "/dev/hidg9", call: "write", problem: "Input/output error") }
        return isAbsent ? .absent : .accepted
    }
}

@Suite("A release that the kernel refuses")
struct RefusedReleaseTests {
    @Test("it is sent again until the host has it, also if the host is away meanwhile", arguments: [false, true])
    func insisting(isAway: Bool) throws {
        let host = RefusingHost()
        var key = OutputConfiguration(name: "space")
        key.usb.word = "space"
        let devices = DeviceWorkers(OutputSettings(outputs: [key]), source: host.source)
        #expect(devices.waitUntilOpen(within: hang).isEmpty)
        devices.post(.line(LineChange(time: 0, name: "space", value: true)))
        #expect(waits { host.last?.contains(0x2C) == true })
        host.be(refusing: true)
        devices.post(.line(LineChange(time: 1, name: "space", value: false)))
        #expect(waits { devices.takeFaults().contains { $0.description.contains("Input/output error") } })
        #expect(waits { devices.hasFault })
        if isAway { host.be(refusing: false, absent: true) }
        let tries = host.tries
        // More than a device that is given up makes: it must go on for as long as it takes.
        #expect(waits { host.tries >= tries + 10 })
        host.be(refusing: false)
        #expect(waits { host.last == [0, 0, 0, 0, 0, 0, 0, 0] })
        devices.close(within: hang)
    }
}
