import Outputs
import Platform
import Synchronization

/// Shows the status light on a thread of its own, so that a driver that hangs delays no gesture.
package final class LightKeeper: Sendable {
    private struct State {
        var wanted: StatusPattern?
        var fault: OutputError?
        var isEnding = false
        var hasEnded = false
    }

    /// Seconds between tries to open the light's files, until udev has changed their group.
    private static let pause = 0.05

    private let state = Mutex(State())
    private let bell = Bell()
    private let ended = Bell()

    /// - Parameters:
    ///   - name: the folder's name in /sys/class/leds.
    ///   - root: /sys/class/leds, or a test folder.
    package init(name: String, root: String = "/sys/class/leds") {
        do {
            try BackgroundThread.start(wokenBy: bell, ended) { self.run(StatusLight(name: name, root: root)) }
        } catch {
            state.withLock { state in
                state.fault = OutputError(place: name, call: error.call, problem: error.reason)
                state.hasEnded = true
            }
        }
    }

    /// Requests a pattern. It never blocks.
    package func show(_ pattern: StatusPattern) {
        let isNew = state.withLock { state in
            defer { state.wanted = pattern }
            return state.wanted != pattern
        }
        if isNew { bell.ring() }
    }

    /// Why the light cannot be shown; returned once.
    package func takeFault() -> OutputError? {
        state.withLock { state in
            defer { state.fault = nil }
            return state.fault
        }
    }

    /// Switches the light off and ends the thread.
    /// - Parameter timeout: seconds that this may take; a light that takes longer is left to its thread.
    package func end(within timeout: Double = 0.25) {
        state.withLock { $0.isEnding = true }
        bell.ring()
        let end = MonotonicClock.now + timeout
        while !state.withLock({ $0.hasEnded }), MonotonicClock.now < end { ended.wait(atMost: end - MonotonicClock.now) }
    }

    private func run(_ light: consuming StatusLight) {
        while true {
            let (wanted, isEnding) = state.withLock { ($0.wanted, $0.isEnding) }
            if isEnding { break }
            if let wanted, let fault = light.show(wanted) { state.withLock { $0.fault = fault } }
            bell.wait(atMost: light.waits ? Self.pause : nil)
        }
        light.off()
        state.withLock { $0.hasEnded = true }
        ended.ring()
    }
}
