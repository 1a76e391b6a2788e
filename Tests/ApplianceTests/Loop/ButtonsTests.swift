import Appliance
import Glibc
import Outputs
import Platform
import Synchronization
import Testing
import TestSupport

@Suite("Buttons")
struct ButtonsTests {
    /// Lines under the test's control.
    private final class Panel: Sendable {
        private struct State {
            var blocked: Set<String> = []
            var missing: Set<String> = []
            var edges: [String: [Bool]] = [:]
            var bells: [String: Bell] = [:]
            var released: [String] = []
        }

        private let state = Mutex(State())

        private final class Line: ButtonLine {
            let name: String, panel: Panel, bell = Bell()
            init(_ name: String, _ panel: Panel) { (self.name, self.panel) = (name, panel) }
            deinit { panel.release(name) }
            var descriptor: Int32 { bell.descriptor }
            func nextEdge() throws(OutputError) -> Bool? {
                bell.wait(atMost: 0)
                return try panel.nextEdge(name)
            }
        }

        var source: Buttons.Source {
            { (input) throws(OutputError) -> any ButtonLine in
                let name = input.name
                while self.state.withLock({ $0.blocked.contains(name) }) { usleep(1000) }
                if self.state.withLock({ $0.missing.contains(name) }) { throw OutputError(place: name, call: "test", problem: "missing") }
                let line = Line(name, self), bell = line.bell
                self.state.withLock { $0.bells[name] = bell }
                return line
            }
        }

        private func nextEdge(_ name: String) throws(OutputError) -> Bool? {
            if state.withLock({ $0.missing.contains(name) }) { throw OutputError(place: name, call: "test", problem: "unplugged") }
            return state.withLock { state in
                state.edges[name, default: []].isEmpty ? nil : state.edges[name, default: []].removeFirst()
            }
        }

        private func release(_ name: String) { state.withLock { $0.released.append(name) } }

        var released: [String] { state.withLock(\.released) }

        func block(_ name: String, _ isBlocked: Bool) {
            state.withLock { if isBlocked { $0.blocked.insert(name) } else { $0.blocked.remove(name) } }
        }

        /// Makes a line missing, or unplugs it.
        func remove(_ name: String) {
            let bell = state.withLock { state in
                state.missing.insert(name)
                return state.bells[name]
            }
            bell?.ring()
        }

        func press(_ name: String) {
            let bell = state.withLock { state in
                state.edges[name, default: []] += [true, false]
                return state.bells[name]
            }
            bell?.ring()
        }
    }

    private let panel = Panel()

    private func inputs(_ names: String...) -> [InputConfiguration] { names.map { InputConfiguration(name: $0) } }

    /// The first buttons that are pressed .
    private func pressed(_ buttons: Buttons, failed: (OutputError) -> Void = { _ in }) -> [String] {
        let end = MonotonicClock.now + hang
        while MonotonicClock.now < end {
            var descriptors: [pollfd] = []
            buttons.watch(&descriptors)
            guard poll(&descriptors, nfds_t(descriptors.count), 100) > 0 else { continue }
            let pressed = buttons.pressed(failed: failed)
            if !pressed.isEmpty { return pressed.map(\.name) }
        }
        return []
    }

    @Test("a button that hangs while opening delays neither the start nor other buttons, and works once it is open")
    func hangs() throws {
        panel.block("stuck", true)
        defer { panel.block("stuck", false) }
        var buttons = Buttons(source: panel.source)
        let clock = Stopwatch()
        let faults = buttons.open(inputs("stuck", "free"), within: 0.3)
        #expect(clock.own < 1)
        #expect(faults.map(\.description) == ["line : open: it has not returned for 0.3 s; the button works as soon as it does"])
        #expect(buttons.areLacking)
        panel.press("free")
        #expect(pressed(buttons) == ["free"])
        panel.block("stuck", false)
        let end = MonotonicClock.now + hang
        while buttons.areLacking, MonotonicClock.now < end { usleep(1000) }
        #expect(!buttons.areLacking)
        panel.press("stuck")
        #expect(pressed(buttons) == ["stuck"])
        buttons.close()
        #expect(panel.released.sorted() == ["free", "stuck"])
    }

    @Test("a button that is missing or fails later is reported once, and the others work on")
    func fails() throws {
        panel.remove("gone")
        var buttons = Buttons(source: panel.source)
        #expect(buttons.open(inputs("gone", "a", "b")).map(\.description) == ["gone: test: missing"])
        #expect(buttons.areLacking)
        panel.remove("a")
        var faults: [OutputError] = []
        while faults.isEmpty, !panel.released.contains("a") { usleep(1000) }
        panel.press("b")
        #expect(pressed(buttons) { faults.append($0) } == ["b"])
        #expect(faults.map(\.description) == ["a: test: unplugged"])
        #expect(buttons.open(inputs("b")).isEmpty && !buttons.areLacking)
        #expect(panel.released == ["a", "b"])
    }

    @Test("a button's line is released before it is requested again")
    func reopened() {
        var buttons = Buttons(source: panel.source)
        #expect(buttons.open(inputs("a")).isEmpty)
        #expect(buttons.open(inputs("a")).isEmpty && panel.released == ["a"])
        buttons.close()
        #expect(panel.released == ["a", "a"] && !buttons.areLacking)
    }
}
