import Gestures
import Glibc
import Outputs
import Platform
import Testing
import TestSupport

@Suite("The owner of the outputs", .serialized)
struct GuardedOutputsTests {
    private let bench = TestBench()

    private func open(_ names: [String]) -> GuardedOutputs {
        let outputs = GuardedOutputs(source: bench.source)
        let settings = OutputSettings(outputs: names.map { name in
            var output = OutputConfiguration(name: name)
            output.line.name = "GPIO" + name
            output.gestures = [.hold(.left)]
            output.action = .level
            return output
        })
        outputs.load(settings, maxHold: 20)
        #expect(outputs.open(settings).isEmpty)
        return outputs
    }

    private func hold(_ outputs: GuardedOutputs) {
        outputs.apply(GestureEvent(time: 0, kind: .began(.hold(.left), size: 0.3)), at: 0)
    }

    private func release(_ outputs: GuardedOutputs) {
        outputs.apply(GestureEvent(time: 1, kind: .ended(.hold(.left), held: 1, reason: .returned)), at: 1)
    }

    /// Waits until the changes are carried out, as the loop does.
    private func confirm(_ outputs: GuardedOutputs) { outputs.takeChanges { _ = outputs.confirm($0) } }

    @Test("a blocked device delays neither the loop nor the dead-man timer, and the others are released in time")
    func stuck() throws {
        let outputs = open(["stuck", "free"])
        let deadMan = DeadMan(outputs)
        try deadMan.start()
        defer { deadMan.end() }
        bench.block("stuck")
        defer { bench.block("stuck", false) }
        let clock = Stopwatch()
        deadMan.feed()
        hold(outputs)
        confirm(outputs)
        #expect(clock.own < 0.4)
        // Its time limit plus the machine's time to wake two threads, of which a busy one takes more; the hardware suite measures the guarantee.
        var isFirst = true
        let released = least(below: 1.5) {
            let count = bench.log.count { $0 == "free off" }
            if !isFirst {
                deadMan.feed()
                release(outputs)
                hold(outputs)
                confirm(outputs)
            }
            isFirst = false
            let fed = MonotonicClock.now
            #expect(bench.wait(for: "free on"))
            #expect(bench.wait { $0.count { $0 == "free off" } > count })
            return MonotonicClock.now - fed
        }
        #expect(released < 1.5)
        #expect(!bench.log.contains("stuck off"))
    }

    @Test("whatever makes everything safe stops the device also of an output that is off, once, and spares the signs that it spares")
    func stops() throws {
        let outputs = GuardedOutputs(source: bench.source)
        let settings = OutputSettings(outputs: ["bell", "sign"].map { name in
            var output = OutputConfiguration(name: name)
            output.line.name = "GPIO" + name
            if name == "bell" { output.gestures = [.nod] } else { output.state = .paused }
            return output
        })
        outputs.load(settings, maxHold: 20)
        #expect(outputs.open(settings).isEmpty)
        func stops(_ body: () -> Void) -> [String] {
            let count = bench.log.count
            body()
            outputs.settle(["bell", "sign"], within: hang)
            return bench.log.dropFirst(count).filter { $0.hasSuffix("stop") }.sorted()
        }
        #expect(stops { outputs.goStale(at: 1) } == [])
        #expect(stops { outputs.apply(GestureEvent(time: 1, kind: .faceLost), at: 1) } == [])
        #expect(stops { outputs.release(at: 2, sparing: .signs) } == ["bell stop"])
        #expect(stops { outputs.release(at: 3, sparing: .signs) } == [])
        #expect(stops { outputs.release(at: 4, sparing: .warnings) } == ["sign stop"])
        outputs.allow()
        #expect(stops { outputs.makeSafe(at: 5) } == [])
        #expect(stops { outputs.makeAllSafe(at: 6) } == ["bell stop", "sign stop"])
    }

    @Test("the timer releases outputs even while the loop is still reporting changes")
    func slowListener() throws {
        let outputs = open(["a", "b"])
        let deadMan = DeadMan(outputs)
        try deadMan.start()
        defer { deadMan.end() }
        deadMan.feed()
        hold(outputs)
        var told: [String] = []
        outputs.takeChanges { change in
            if told.isEmpty { #expect(bench.wait(for: "a off") && bench.wait(for: "b off")) }
            if case .line(let change) = change { told.append("\(change.name) \(change.value)") }
        }
        #expect(told == ["a true", "b true", "a false", "b false"])
    }

    @Test("without devices, as in a replay, changes are the same")
    func withoutDevices() {
        func changes(_ outputs: GuardedOutputs) -> [OutputChange] {
            var changes: [OutputChange] = []
            hold(outputs)
            release(outputs)
            outputs.takeChanges { changes.append($0) }
            return changes
        }
        let open = open(["a"]), settings = OutputSettings(outputs: [{
            var output = OutputConfiguration(name: "a")
            output.gestures = [.hold(.left)]
            output.action = .level
            return output
        }()])
        let bare = GuardedOutputs()
        bare.load(settings, maxHold: 20)
        #expect(changes(open) == changes(bare))
    }

    @Test("closed outputs are no longer switched, not even after another configuration is opened")
    func reopened() {
        let outputs = open(["a"])
        hold(outputs)
        confirm(outputs)
        #expect(bench.log.suffix(2) == ["a open", "a on"])
        outputs.release(at: 1)
        confirm(outputs)
        hold(outputs)
        outputs.close()
        #expect(bench.log.suffix(3) == ["a off", "a stop", "a close"])
        #expect(outputs.open(OutputSettings()).isEmpty)
        outputs.allow()
        hold(outputs)
        confirm(outputs)
        #expect(bench.log.last == "a close")
    }
}
