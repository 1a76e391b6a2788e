import Glibc
import Outputs
import Platform
import Synchronization

/// The thread that alone requests, watches and releases the line or key of one button, so that a chip that hangs delays nothing else.
/// One that is missing or fails is requested again until it is there.
final class ButtonWorker: Sendable {
    /// What the thread reports, in order.
    enum Report: Sendable {
        case open
        case edge(LineEdge)
        /// Why the button could not be requested, or failed later: the first reason of several.
        case lost(OutputError)

        var isEdge: Bool { if case .edge = self { true } else { false } }
    }

    private struct State {
        var isOpen = false
        /// It is told that the button does not work.
        var isLost = false
        var isEnding = false
        var hasEnded = false
        /// Since the last call of ``takeReports()``.
        var reports: [Report] = []
    }

    /// Edges that are kept while nobody takes them: the last ones, which say how it is now.
    private static let mostEdges = 32
    /// Seconds until a missing button is requested again.
    private static let pause = 1.0

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
            lose(OutputError(place: input.place, call: error.call, problem: error.reason))
            state.withLock { $0.hasEnded = true }
        }
    }

    /// Releases the line and ends the thread. It never blocks.
    func end() {
        state.withLock { $0.isEnding = true }
        bell.ring()
    }

    /// Whether edges are reported.
    var isOpen: Bool { state.withLock { $0.isOpen } }

    /// Whether it is known whether the button works.
    var isSettled: Bool { state.withLock { $0.isOpen || $0.isLost } }

    /// Whether the line is released for good.
    var hasEnded: Bool { state.withLock { $0.hasEnded } }

    /// What has happened since the last call.
    func takeReports() -> [Report] {
        state.withLock { state in
            defer { state.reports = [] }
            return state.reports
        }
    }

    /// Why the button could not be requested at first; that is then told, as is that it is open, and what was pressed before is forgotten.
    func takeBeginning() -> OutputError? {
        state.withLock { state in
            while let index = state.reports.firstIndex(where: { !$0.isEdge }) {
                if case .lost(let fault) = state.reports[index] {
                    state.reports.removeSubrange(...index)
                    return fault
                }
                state.reports.remove(at: index)
            }
            return nil
        }
    }

    // MARK: - The thread

    private func run(_ source: Buttons.Source) {
        while !isEnding {
            do throws(OutputError) { try watch(try source(input)) } catch { lose(error) }
            if !isEnding { bell.wait(atMost: Self.pause) }
        }
        tell { $0.hasEnded = true }
    }

    private var isEnding: Bool { state.withLock { $0.isEnding } }

    /// Notes edges until the end. The caller releases the line when this returns.
    private func watch(_ line: any ButtonLine) throws(OutputError) {
        var isPressed = false
        try noteStop(line, &isPressed)
        tell { state in
            (state.isOpen, state.isLost) = (true, false)
            state.reports.append(.open)
        }
        defer { tell { $0.isOpen = false } }
        while !isEnding {
            bell.wait(orFor: line.descriptor)
            while let edge = try line.nextEdge() {
                isPressed = edge.isActive
                note(edge)
            }
            try noteStop(line, &isPressed)
        }
    }

    /// A stop that has been pressed in when the line is opened, or when another keyboard comes, gives no edge.
    private func noteStop(_ line: any ButtonLine, _ isPressed: inout Bool) throws(OutputError) {
        guard input.action == .stop, !isPressed, try line.isPressed() else { return }
        isPressed = true
        note(LineEdge(isActive: true, time: MonotonicClock.now))
    }

    private func note(_ edge: LineEdge) {
        tell { state in
            if state.reports.count(where: \.isEdge) == Self.mostEdges, let oldest = state.reports.firstIndex(where: \.isEdge) { state.reports.remove(at: oldest) }
            state.reports.append(.edge(edge))
        }
    }

    private func lose(_ fault: OutputError) {
        tell { state in
            state.isOpen = false
            guard !state.isLost else { return }
            state.isLost = true
            state.reports.append(.lost(fault))
        }
    }

    private func tell(_ change: (inout State) -> Void) {
        state.withLock { change(&$0) }
        news.ring()
    }
}
