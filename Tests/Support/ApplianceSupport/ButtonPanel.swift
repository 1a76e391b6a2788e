import Appliance
import Glibc
import Outputs
import Platform
import Synchronization

/// Buttons whose lines are under the test's control.
package final class ButtonPanel: Sendable {
    private struct State {
        var blocked: Set<String> = []
        var missing: Set<String> = []
        var edges: [String: [LineEdge]] = [:]
        /// Those with edges that have not all been taken and noted.
        var busy: Set<String> = []
        var bells: [String: Bell] = [:]
        var released: [String] = []
        /// Those that are pressed at present.
        var held: Set<String> = []
    }

    private let state = Mutex(State())

    private final class Line: ButtonLine {
        let name: String, panel: ButtonPanel, bell = Bell()
        init(_ name: String, _ panel: ButtonPanel) { (self.name, self.panel) = (name, panel) }
        deinit { panel.release(name) }
        var descriptor: Int32 { bell.descriptor }
        func isPressed() throws(OutputError) -> Bool { panel.state.withLock { $0.held.contains(name) } }
        func nextEdge() throws(OutputError) -> LineEdge? {
            bell.wait(atMost: 0)
            return try panel.nextEdge(name)
        }
    }

    package init() {}

    package var source: Buttons.Source {
        { (input) throws(OutputError) -> any ButtonLine in
            let name = input.name
            while self.state.withLock({ $0.blocked.contains(name) }) { usleep(1000) }
            if self.state.withLock({ $0.missing.contains(name) }) { throw OutputError(place: name, call: "test", problem: "missing") }
            let line = Line(name, self), bell = line.bell
            self.state.withLock { $0.bells[name] = bell }
            return line
        }
    }

    private func nextEdge(_ name: String) throws(OutputError) -> LineEdge? {
        if state.withLock({ $0.missing.contains(name) }) { throw OutputError(place: name, call: "test", problem: "unplugged") }
        return state.withLock { state in
            guard !state.edges[name, default: []].isEmpty else {
                state.busy.remove(name)
                return nil
            }
            return state.edges[name, default: []].removeFirst()
        }
    }

    private func release(_ name: String) { state.withLock { $0.released.append(name) } }

    package func isOpen(_ name: String) -> Bool { state.withLock { $0.bells[name] != nil } }

    package var released: [String] { state.withLock(\.released) }

    package func block(_ name: String, _ isBlocked: Bool) {
        state.withLock { if isBlocked { $0.blocked.insert(name) } else { $0.blocked.remove(name) } }
    }

    /// Makes a line missing, or unplugs it.
    package func remove(_ name: String) {
        let bell = state.withLock { state in
            state.missing.insert(name)
            return state.bells[name]
        }
        bell?.ring()
    }

    /// Presses it for a moment.
    /// - Parameter time: when the kernel saw it, in seconds on the loop's clock.
    package func press(_ name: String, at time: Double = MonotonicClock.now) { add(name, [true, false], time) }

    package func hold(_ name: String, at time: Double) { add(name, [true], time) }

    package func letGo(_ name: String, at time: Double) { add(name, [false], time) }

    private func add(_ name: String, _ levels: [Bool], _ time: Double) {
        let bell = state.withLock { state in
            state.busy.insert(name)
            state.edges[name, default: []] += levels.map { LineEdge(isActive: $0, time: time) }
            if levels.last == true { state.held.insert(name) } else { state.held.remove(name) }
            return state.bells[name]
        }
        bell?.ring()
    }

    /// Waits until the button's thread has noted all presses.
    package func settle(_ name: String) { while state.withLock({ $0.busy.contains(name) }) { usleep(500) } }
}
