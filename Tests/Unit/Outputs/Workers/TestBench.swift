import Glibc
import Outputs
import Platform
import Synchronization
import TestSupport

/// Devices under the test's control that record what was done with them.
final class TestBench: Sendable {
    private struct State {
        var log: [String] = []
        /// When each of these was done, on the monotonic clock.
        var moments: [Double] = []
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
        func stop() { try? bench.call("\(name) stop", name) }
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

    /// When something was done for the first time, in seconds of the monotonic clock.
    func moment(of words: String) -> Double? { state.withLock { state in state.log.firstIndex(of: words).map { state.moments[$0] } } }

    /// Makes calls to this device block until they are unblocked.
    func block(_ name: String, _ isBlocked: Bool = true) {
        state.withLock { if isBlocked { $0.blocked.insert(name) } else { $0.blocked.remove(name) } }
    }

    func breakDown(_ name: String) { _ = state.withLock { $0.broken.insert(name) } }

    func repair(_ name: String) { _ = state.withLock { $0.broken.remove(name) } }

    private func call(_ words: String, _ name: String) throws(OutputError) {
        while state.withLock({ $0.blocked.contains(name) }) { usleep(1000) }
        state.withLock { state in
            state.log.append(words)
            state.moments.append(MonotonicClock.now)
        }
        if state.withLock({ $0.broken.contains(name) }) { throw OutputError(place: name, call: "test", problem: "broken") }
    }

    /// Waits until something was done.
    func wait(for words: String) -> Bool { wait { $0.contains(words) } }

    /// Waits until what was done satisfies a condition; `false` when that hangs.
    func wait(_ isSo: ([String]) -> Bool) -> Bool { waits { isSo(log) } }
}
