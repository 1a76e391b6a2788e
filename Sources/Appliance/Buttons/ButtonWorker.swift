import Glibc
import Outputs
import Platform
import Synchronization

/// The thread that alone requests, watches and releases the line of one button, so that a chip that hangs delays nothing else.
final class ButtonWorker: Sendable {
    private struct State {
        var isOpen = false
        var isEnding = false
        var hasEnded = false
        /// Since the last call of ``takeEdges()``.
        var edges: [LineEdge] = []
        /// Since the last call of ``takeFault()``.
        var fault: OutputError?
    }

    /// Edges that are kept while nobody takes them: the last ones, which say how it is now.
    private static let mostEdges = 32

    let input: InputConfiguration
    private let state = Mutex(State())
    /// Wakes the thread so that it ends.
    private let bell = Bell()
    /// Rings when the line is open, pressed, faulty or released.
    private let news: Bell

    /// Starts the thread, which first requests the line.
    init(_ input: InputConfiguration, news: Bell, source: @escaping Buttons.Source) {
        self.input = input
        self.news = news
        do {
            try BackgroundThread.start(wokenBy: bell, news) { self.run(source) }
        } catch {
            state.withLock { state in
                state.fault = OutputError(place: "line \(input.line.name)", call: error.call, problem: error.reason)
                state.hasEnded = true
            }
        }
    }

    /// Releases the line and ends the thread. It never blocks.
    func end() {
        state.withLock { $0.isEnding = true }
        bell.ring()
    }

    /// Whether edges are reported.
    var isOpen: Bool { state.withLock { $0.isOpen } }

    /// Whether the line is released, or could not be requested.
    var hasEnded: Bool { state.withLock { $0.hasEnded } }

    /// When the button was pressed and let go since the last call, in order: the latest edges.
    func takeEdges() -> [LineEdge] {
        state.withLock { state in
            defer { state.edges = [] }
            return state.edges
        }
    }

    /// Why the line could not be requested, or failed later; returned once.
    func takeFault() -> OutputError? {
        state.withLock { state in
            defer { state.fault = nil }
            return state.fault
        }
    }

    // MARK: - The thread

    private func run(_ source: Buttons.Source) {
        do throws(OutputError) { try watch(try source(input)) } catch { tell { $0.fault = error } }
        tell { $0.hasEnded = true }
    }

    /// Notes edges until the end. The caller releases the line when this returns.
    private func watch(_ line: any ButtonLine) throws(OutputError) {
        // A stop that has been pressed in already gives no edge.
        if input.action == .stop, try line.isPressed() { note(LineEdge(isActive: true, time: MonotonicClock.now)) }
        tell { $0.isOpen = true }
        defer { tell { $0.isOpen = false } }
        while !state.withLock({ $0.isEnding }) {
            bell.wait(orFor: line.descriptor)
            while let edge = try line.nextEdge() {
                note(edge)
            }
        }
    }

    private func note(_ edge: LineEdge) {
        tell { state in
            if state.edges.count == Self.mostEdges { state.edges.removeFirst() }
            state.edges.append(edge)
        }
    }

    private func tell(_ change: (inout State) -> Void) {
        state.withLock { change(&$0) }
        news.ring()
    }
}
