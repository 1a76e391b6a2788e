import Appliance
import Glibc
import Outputs
import Platform
import Synchronization
import Testing

/// Devices that do what a test tells them to, and remember what was done with them.
private final class TestBench: Sendable {
    private struct State {
        var log: [String] = []
        var blocked: Set<String> = []
        var broken: Set<String> = []
    }

    private final class Device: OutputDevice, AxisDevice {
        let name: String, bench: TestBench
        init(_ name: String, _ bench: TestBench) throws(OutputError) {
            (self.name, self.bench) = (name, bench)
            try bench.call("\(name) open", name)
        }
        deinit { try? bench.call("\(name) close", name) }
        func set(_ isOn: Bool) throws(OutputError) { try bench.call("\(name) \(isOn ? "on" : "off")", name) }
        func move(value: Double, steps: Int) throws(OutputError) { try bench.call("\(name) \(value)", name) }
        func rest() throws(OutputError) { try bench.call("\(name) rest", name) }
    }

    private struct Source: DeviceSource {
        let bench: TestBench
        func device(of output: OutputConfiguration) throws(OutputError) -> (any OutputDevice)? { try Device(output.name, bench) }
        func device(of axis: AxisConfiguration) throws(OutputError) -> (any AxisDevice)? { try Device(axis.name, bench) }
    }

    private let state = Mutex(State())

    var source: @Sendable (OutputSettings) -> any DeviceSource { { _ in Source(bench: self) } }

    /// What was done, in order; a call that is blocked has not been done yet.
    var log: [String] { state.withLock(\.log) }

    /// Calls to this device do not come back until they may.
    func block(_ name: String, _ isBlocked: Bool = true) {
        state.withLock { if isBlocked { $0.blocked.insert(name) } else { $0.blocked.remove(name) } }
    }

    func breakDown(_ name: String) { _ = state.withLock { $0.broken.insert(name) } }

    func repair(_ name: String) { _ = state.withLock { $0.broken.remove(name) } }

    private func call(_ words: String, _ name: String) throws(OutputError) {
        while state.withLock({ $0.blocked.contains(name) }) { usleep(1000) }
        state.withLock { $0.log.append(words) }
        if state.withLock({ $0.broken.contains(name) }) { throw OutputError(place: name, call: "test", problem: "broken") }
    }

    /// Waits until something was done.
    func wait(for words: String, seconds: Double = 5) -> Bool {
        let end = MonotonicClock.now + seconds
        while MonotonicClock.now < end {
            if log.contains(words) { return true }
            usleep(1000)
        }
        return false
    }
}

@Suite("Outputs of which one may block", .serialized)
struct GuardedOutputsTests {
    private let bench = TestBench()
    private let outputs: GuardedOutputs

    init() { outputs = GuardedOutputs(source: bench.source) }

    private func held(_ name: String, interlock: String = "") -> OutputConfiguration {
        var output = OutputConfiguration(name: name)
        output.line.name = "GPIO" + name
        output.gestures = [.hold(.left)]
        output.action = .level
        output.interlock = interlock
        return output
    }

    private func open(_ all: [OutputConfiguration], axes: [AxisConfiguration] = [], within patience: Double = 2) -> [OutputError] {
        var configuration = Configuration()
        configuration.outputs = all
        configuration.axes = axes
        return outputs.open(configuration.outputSettings, within: patience)
    }

    @discardableResult
    private func set(_ name: String, _ value: Bool) -> [OutputError] { outputs.apply(LineChange(time: 0, name: name, value: value)) }

    private func seconds(_ body: () -> Void) -> Double {
        let start = MonotonicClock.now
        body()
        return MonotonicClock.now - start
    }

    @Test("a device that does not come back holds up neither the loop nor the dead-man timer, and the others are let go in time")
    func deadMan() throws {
        #expect(open([held("stuck"), held("free")]).isEmpty)
        let deadMan = DeadMan(outputs)
        try deadMan.start()
        defer { deadMan.end() }
        set("stuck", true)
        set("free", true)
        bench.block("stuck")
        defer { bench.block("stuck", false) }
        let start = MonotonicClock.now
        deadMan.expect()
        #expect(seconds { set("stuck", false) } < 0.4)
        #expect(bench.wait(for: "free off", seconds: 3))
        // Its bound, and this machine's time to wake two threads; the guarantee is measured in the hardware suite.
        #expect(MonotonicClock.now - start < 1.5)
        #expect(!bench.log.contains("stuck off"))
    }

    @Test("when a call comes back at last, what was to be safe meanwhile is made safe, and what was to go on before does not")
    func late() {
        #expect(open([held("stuck"), held("free")]).isEmpty)
        bench.block("stuck")
        #expect(seconds { for _ in 0..<50 { set("stuck", true) } } < 0.5)  // waited for once, not each time
        outputs.makeSafe(at: 0)
        bench.block("stuck", false)
        #expect(bench.wait(for: "stuck off"))
        #expect(bench.log.filter { $0.hasPrefix("stuck") } == ["stuck open", "stuck on", "stuck off"])
    }

    @Test("a call that does not come back is told once, is a fault for as long, and none afterwards")
    func told() throws {
        #expect(open([held("stuck"), held("free")]).isEmpty)
        bench.block("stuck")
        set("stuck", true)
        #expect(!outputs.hasFault)
        usleep(600_000)
        #expect(outputs.hasFault)
        let faults = outputs.takeFaults()
        #expect(faults.count == 1)
        #expect(try #require(faults.first).description.hasPrefix("output stuck: switch stuck on: it has not returned for 0.5 s"))
        #expect(outputs.takeFaults().isEmpty)
        bench.block("stuck", false)
        let end = MonotonicClock.now + 5
        while outputs.hasFault, MonotonicClock.now < end { usleep(1000) }
        #expect(!outputs.hasFault && outputs.takeFaults().isEmpty)
    }

    @Test("of two interlocked outputs the next goes on only when the last is really off")
    func interlock() {
        #expect(open([held("a", interlock: "motor"), held("b", interlock: "motor")]).isEmpty)
        set("a", true)
        bench.block("a")
        set("a", false)
        set("b", true)
        usleep(100_000)
        #expect(!bench.log.contains("b on"))
        bench.block("a", false)
        #expect(bench.wait(for: "b on"))
        #expect(bench.log.suffix(2) == ["a off", "b on"])
    }

    @Test("a device that hangs while it is opened or closed keeps none of the others from it")
    func opening() throws {
        bench.block("stuck")
        var faults: [OutputError] = []
        #expect(seconds { faults = open([held("stuck"), held("free")], within: 0.6) } < 2)
        #expect(try #require(faults.first).description.hasPrefix("output stuck: open: it has not returned"))
        set("free", true)
        #expect(bench.log.contains("free on"))
        #expect(seconds { outputs.close(within: 0.3) } < 1)
        #expect(bench.log.contains("free close"))
        bench.block("stuck", false)
        #expect(bench.wait(for: "stuck close"))  // given back by its own thread, late
    }

    @Test("switching is over when it is told, and a device that fails is left while others of its group work on")
    func failing() {
        let keys = ["a", "b"].map { name in
            var output = OutputConfiguration(name: name)
            output.key.word = name
            return output
        }
        #expect(open(keys).isEmpty)
        set("a", true)
        #expect(bench.log.last == "a on")
        bench.breakDown("a")
        #expect(set("a", false).map(\.description) == ["a: test: broken"])
        #expect(outputs.hasFault)
        #expect(set("b", true).isEmpty)
        #expect(bench.log.contains("b on"))
    }

    @Test("what cannot be switched off is tried until it can, and nothing of its interlock goes on before")
    func insisting() throws {
        #expect(open([held("a", interlock: "x"), held("b", interlock: "x")]).isEmpty)
        set("a", true)
        bench.breakDown("a")
        #expect(set("a", false).map(\.description) == ["a: test: broken"])
        #expect(set("b", true).map(\.description) == ["output b: switch on: a of the same interlock could not be switched off"])
        #expect(!bench.log.contains("b on"))
        let tries = bench.log.count
        usleep(500_000)
        #expect(bench.log.count >= tries + 2 && bench.log[tries...].allSatisfy { $0 == "a off" })
        bench.repair("a")
        #expect(bench.wait(for: "a close"))  // it is off, and used no more
        #expect(outputs.hasFault && set("a", true).isEmpty && bench.log.last == "a close")
        set("b", false)
        #expect(set("b", true).isEmpty && bench.log.last == "b on")
    }

    @Test("an axis that cannot be brought to rest is tried until it rests")
    func insistingOnRest() {
        var axis = AxisConfiguration(name: "servo")
        axis.pwm.name = "pwmchip0:0"
        #expect(open([], axes: [axis]).isEmpty)
        outputs.apply(movement(0.5))
        bench.breakDown("servo")
        outputs.apply(AxisChange(time: 0, name: "servo", value: 0, rests: true))
        usleep(200_000)
        #expect(bench.log.count { $0 == "servo rest" } > 2 && !bench.log.contains("servo close"))
        bench.repair("servo")
        #expect(bench.wait(for: "servo close"))
        #expect(bench.log.suffix(2) == ["servo rest", "servo close"])
    }

    @Test("an axis that waits behind a blocked call rests first, and forgets how far it was to go")
    func axis() {
        var axis = AxisConfiguration(name: "servo")
        axis.pwm.name = "pwmchip0:0"
        #expect(open([], axes: [axis]).isEmpty)
        bench.block("servo")
        outputs.apply(movement(0.5))
        outputs.apply(movement(0.7))
        #expect(outputs.isAtStake)
        outputs.makeSafe(at: 0)
        #expect(!outputs.isAtStake)
        bench.block("servo", false)
        #expect(bench.wait(for: "servo rest"))
        #expect(!bench.log.contains("servo 0.7"))
    }

    private func movement(_ value: Double) -> AxisChange { AxisChange(time: 0, name: "servo", value: value) }
}
