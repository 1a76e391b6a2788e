import Appliance
import Platform
import TestSupport

/// The share of frames that a running appliance does not work on, for another reason than that it waited for a processor.
package final class LostFrames {
    private let process: Int32, rate: Double, listener: ControlConnection
    private var clock: Stopwatch

    /// - Parameters:
    ///   - rate: the camera's frames a second.
    ///   - listener: hears its events, and nobody else reads from it.
    package init(of run: ControlledRun, rate: Double, from listener: ControlConnection) {
        (process, self.rate, self.listener) = (run.child.identifier, rate, listener)
        clock = Stopwatch(process)
    }

    /// The median of the next statistics, of which each tells of a second.
    package func median(of count: Int) throws -> Double {
        let shares = try (0..<count).map { _ in
            let found = try listener.next { $0.event == "stats" }
            defer { clock = Stopwatch(process) }
            return max(0, 1 - (found.detect_fps ?? 0) / rate - clock.waited)
        }
        return shares.sorted()[count / 2]
    }
}
