import Glibc
import Outputs
import Platform
import Testing
import TestSupport

@Suite("Devices that may block", .serialized)
struct DeviceWorkersTests {
    private let bench = TestBench()

    private func held(_ name: String, interlock: String = "") -> OutputConfiguration {
        var output = OutputConfiguration(name: name)
        output.line.name = "GPIO" + name
        output.gestures = [.hold(.left)]
        output.action = .level
        output.interlock = interlock
        return output
    }

    /// Opens the outputs' and axes' devices; all succeed.
    private func open(_ outputs: [OutputConfiguration], axes: [AxisConfiguration] = []) -> DeviceWorkers {
        let devices = DeviceWorkers(OutputSettings(outputs: outputs, axes: axes), source: bench.source)
        #expect(devices.waitUntilOpen(within: hang).isEmpty)
        return devices
    }

    /// Opens the device of one axis.
    private func openServo() -> DeviceWorkers {
        var axis = AxisConfiguration(name: "servo")
        axis.pwm.name = "pwmchip0:0"
        return open([], axes: [axis])
    }

    /// How long something took, without waits for a processor.
    private func seconds(_ body: () -> Void) -> Double {
        let clock = Stopwatch()
        body()
        return clock.own
    }

    @Test("when a blocked call returns, the release requested meanwhile is carried out, and older requests are not")
    func late() {
        let devices = open([held("stuck"), held("free")])
        bench.block("stuck")
        #expect(seconds { for _ in 0..<50 { devices.set("stuck", true) } } < 0.5)  // it waits once, not each time
        devices.post(.line(LineChange(time: 0, name: "stuck", value: false)), isUrgent: true)
        bench.block("stuck", false)
        #expect(bench.wait(for: "stuck off"))
        #expect(bench.log.filter { $0.hasPrefix("stuck") } == ["stuck open", "stuck on", "stuck off"])
    }

    @Test("a call that does not return is reported once, and is a fault until it returns")
    func told() throws {
        let devices = open([held("stuck"), held("free")])
        bench.block("stuck")
        let begin = MonotonicClock.now
        devices.set("stuck", true)
        let hasFault = devices.hasFault
        if MonotonicClock.now - begin < 0.5 { #expect(!hasFault) }
        #expect(waits { devices.hasFault })
        let faults = devices.takeFaults()
        #expect(faults.count == 1)
        #expect(try #require(faults.first).description.hasPrefix("output stuck: switch stuck on: it has not returned for 0.5 s"))
        #expect(devices.takeFaults().isEmpty)
        bench.block("stuck", false)
        #expect(waits { !devices.hasFault } && devices.takeFaults().isEmpty)
    }

    @Test("an interlocked output turns on only when the other is really off")
    func interlock() {
        let devices = open([held("a", interlock: "motor"), held("b", interlock: "motor")])
        devices.set("a", true)
        bench.block("a")
        devices.set("a", false)
        devices.set("b", true)
        usleep(100_000)
        #expect(!bench.log.contains("b on"))
        bench.block("a", false)
        #expect(bench.wait(for: "b on"))
        #expect(bench.log.suffix(2) == ["a off", "b on"])
    }

    @Test("the dead time counts from when the other is really off, and a release does not wait behind it")
    func deadTime() throws {
        var outputs = ["a", "b"].map { held($0, interlock: "motor") }
        for i in outputs.indices { outputs[i].deadTime = 2 }  // longer than this thread waits for a processor
        let devices = open(outputs)
        devices.set("a", true)
        bench.block("a")
        devices.set("a", false)
        devices.set("b", true)
        bench.block("a", false)
        #expect(bench.wait(for: "a off"))
        #expect(bench.wait(for: "b on"))
        let off = try #require(bench.moment(of: "a off")), on = try #require(bench.moment(of: "b on"))
        #expect(on - off >= 2)
        // While one waits for the other, what is switched off does not wait, and does not come on after all.
        devices.set("b", false)
        devices.set("a", true)
        devices.set("a", false)
        devices.set("b", true)
        #expect(bench.wait { $0.count { $0 == "b on" } == 2 })
        #expect(bench.log.filter { $0 == "a on" }.count == 1, "\(bench.log)")
    }

    @Test("movements that a slow device has not made yet are joined, so that a release does not wait behind all of them")
    func joined() {
        var axis = AxisConfiguration(name: "x"), key = OutputConfiguration(name: "click")
        axis.usb.part = .x
        key.usb.word = "mouse-left"
        let devices = open([key], axes: [axis])
        devices.set("click", true)
        bench.block("x")
        for step in 1...20 { devices.post(.axis(AxisChange(time: 0, name: "x", value: Double(step) / 100, steps: step))) }
        devices.post(.line(LineChange(time: 0, name: "click", value: false)))
        bench.block("x", false)
        #expect(bench.wait(for: "click off"))
        let moves = bench.log.filter { $0.hasPrefix("x 0") }
        #expect(moves.count <= 2 && moves.last == "x 0.2", "\(bench.log)")  // the first one may have been under way already
    }

    @Test("a device that hangs while opening or closing does not keep others from it")
    func opening() throws {
        bench.block("stuck")
        let devices = DeviceWorkers(OutputSettings(outputs: [held("stuck"), held("free")]), source: bench.source)
        var faults: [OutputError] = []
        #expect(seconds { faults = devices.waitUntilOpen(within: 0.6) } < hang / 2)
        #expect(faults.contains { $0.description.hasPrefix("output stuck: open: it has not returned") })
        devices.set("free", true)
        #expect(bench.wait(for: "free on"))
        #expect(seconds { devices.close(within: 0.3) } < hang / 2)
        #expect(bench.wait(for: "free close"))
        bench.block("stuck", false)
        #expect(bench.wait(for: "stuck close"))  // closed late, by its own thread
    }

    @Test("switching is complete when it is confirmed, and the others of a group work on when one fails")
    func failing() {
        let keys = ["a", "b"].map { name in
            var output = OutputConfiguration(name: name)
            output.key.word = name
            return output
        }
        let devices = open(keys)
        devices.complete("a", true)
        #expect(bench.log.last == "a on")
        bench.breakDown("a")
        #expect(devices.complete("a", false).map(\.description) == ["a: test: broken"])
        #expect(devices.hasFault)
        #expect(devices.complete("b", true).isEmpty)
        #expect(bench.log.contains("b on"))
    }

    @Test("an output that cannot be switched off is retried until it is off, and no other of its interlock turns on before")
    func insisting() throws {
        let devices = open([held("a", interlock: "x"), held("b", interlock: "x")])
        devices.complete("a", true)
        bench.breakDown("a")
        #expect(devices.complete("a", false).map(\.description) == ["a: test: broken"])
        #expect(devices.complete("b", true).map(\.description) == ["output b: switch on: a of the same interlock could not be switched off"])
        #expect(!bench.log.contains("b on"))
        let tries = bench.log.count
        #expect(bench.wait { $0.count >= tries + 2 } && bench.log[tries...].allSatisfy { $0 == "a off" })
        bench.repair("a")
        #expect(bench.wait(for: "a close"))  // it is off, and no longer used
        #expect(devices.hasFault && devices.complete("a", true).isEmpty && bench.log.last == "a close")
        devices.complete("b", false)
        #expect(devices.complete("b", true).isEmpty && bench.wait(for: "b on"))
    }

    @Test("an axis that cannot be brought to rest is retried until it rests")
    func insistingOnRest() {
        let devices = openServo()
        devices.move("servo", 0.5)
        bench.breakDown("servo")
        devices.move("servo", 0)
        #expect(bench.wait { $0.count { $0 == "servo rest" } > 2 } && !bench.log.contains("servo close"))
        bench.repair("servo")
        #expect(bench.wait(for: "servo close"))
        #expect(bench.log.suffix(2) == ["servo rest", "servo close"])
    }

    @Test("an axis behind a blocked call is brought to rest, and earlier movements are dropped")
    func axis() {
        let devices = openServo()
        bench.block("servo")
        devices.move("servo", 0.5)
        devices.move("servo", 0.7)
        devices.move("servo", 0)
        bench.block("servo", false)
        #expect(bench.wait(for: "servo rest"))
        #expect(!bench.log.contains("servo 0.7"))
    }
}

extension DeviceWorkers {
    /// Switches an output, and waits a little.
    @discardableResult
    fileprivate func set(_ name: String, _ value: Bool) -> [OutputError] { carryOut(.line(LineChange(time: 0, name: name, value: value))) }

    /// Switches an output and waits until that is done, which no blocked device does.
    @discardableResult
    fileprivate func complete(_ name: String, _ value: Bool) -> [OutputError] {
        post(.line(LineChange(time: 0, name: name, value: value)))
        settle([name], within: hang)
        return takeFaults()
    }

    /// Moves an axis, or puts it to rest, and waits a little.
    fileprivate func move(_ name: String, _ value: Double) {
        _ = carryOut(.axis(AxisChange(time: 0, name: name, value: value, rests: value == 0)), isUrgent: value == 0)
    }

    /// Waits a little, as the loop does, and once more: a busy machine does not always carry out a change at once.
    private func carryOut(_ change: OutputChange, isUrgent: Bool = false) -> [OutputError] {
        post(change, isUrgent: isUrgent)
        let clock = Stopwatch(getpid()), faults = confirm(change)
        return faults.isEmpty && clock.waited > 0.01 ? confirm(change) : faults
    }
}
