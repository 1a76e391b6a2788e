import Glibc
import Outputs
import Platform

/// The buttons of a running appliance. A button whose line or key cannot be requested is left out until it can; the others
/// keep working.
package struct Buttons {
    /// Requests the line of a button; called on that button's own thread.
    package typealias Source = @Sendable (InputConfiguration) throws(OutputError) -> any ButtonLine

    /// Seconds after which a press is not obeyed any more: as long as the loop may stand still without anything that was under way ending.
    package static let timeout = DeadMan.bound

    private var workers: [ButtonWorker] = []
    /// Rings when a worker has something to report.
    private let news = Bell()
    private let source: Source

    package init(source: @escaping Source) { self.source = source }

    /// Requests lines and keys from the kernel.
    package static let ofKernel: Source = { (input) throws(OutputError) -> any ButtonLine in
        if let key = KeyName(input.key) { return try KeyLine(key, named: input.keyboard) }
        return try GPIOLine(button: input.line, debounce: input.debounce)
    }

    /// Releases all lines and requests those of the new buttons.
    /// - Parameter timeout: seconds to wait; a line that takes longer is used as soon as it is open.
    /// - Returns: why some lines could not be opened.
    package mutating func open(_ inputs: [InputConfiguration], within timeout: Double = 2) -> [OutputError] {
        close()  // release the old lines first: a new button may use the same line
        workers = inputs.map { ButtonWorker($0, news: news, source: source) }
        wait(timeout, until: \.isSettled)
        return workers.compactMap { worker in
            if let fault = worker.takeBeginning() { return fault }
            guard !worker.isOpen else { return nil }
            return OutputError(place: worker.input.place, call: "open", problem: "it has not returned for "
                + "\(timeout.shortest) s; the button works as soon as it does")
        }
    }

    /// Releases all lines.
    /// - Parameter timeout: seconds to wait; a line that takes longer is left to its thread.
    package mutating func close(within timeout: Double = 1) {
        for worker in workers { worker.end() }
        wait(timeout, until: \.hasEnded)
        workers = []
    }

    /// Waits until a condition is true for all workers.
    private func wait(_ timeout: Double, until isSo: (ButtonWorker) -> Bool) {
        let end = MonotonicClock.now + timeout
        while !workers.allSatisfy(isSo), MonotonicClock.now < end { news.wait(atMost: end - MonotonicClock.now) }
        news.ring()  // a button may have been pressed during the wait
    }

    /// Whether a configured button does not work at present.
    package var areLacking: Bool { !workers.allSatisfy(\.isOpen) }

    package var inputs: [InputConfiguration] { workers.map(\.input) }

    /// The configured buttons that do not work at present.
    package var lacking: [InputConfiguration] { workers.filter { !$0.isOpen }.map(\.input) }

    /// Adds the descriptor that becomes readable when a worker has something to report.
    package func watch(_ descriptors: inout [pollfd]) {
        if !workers.isEmpty { descriptors.append(pollfd(fd: news.descriptor, events: Int16(POLLIN), revents: 0)) }
    }

    /// What has happened to the buttons since the last call: of each one in order.
    /// - Parameters:
    ///   - now: seconds on the monotonic clock. A press that is older than ``timeout`` is not obeyed: whoever pressed while the program
    ///     stood still has given up, or pressed again, and nobody expects what it does any more. A stop is obeyed however old it is.
    ///   - late: called for each button with such presses, with the age of the last one in seconds.
    package func takeNews(at now: Double, late: (InputConfiguration, Double) -> Void) -> [ButtonNews] {
        news.wait(atMost: 0)
        return workers.flatMap { worker in
            let input = worker.input
            var lastLate: Double?
            let told = worker.takeReports().map { report -> ButtonNews in
                switch report {
                case .open: return .back(input)
                case .lost(let fault): return .lost(input, fault)
                case .edge(let edge):
                    let change = ButtonChange(input, edge, isLate: now - edge.time > Self.timeout)
                    if change.isPress, change.isLate { lastLate = change.time }
                    return .change(change)
                }
            }
            if input.action != .stop, let lastLate { late(input, now - lastLate) }
            return told
        }
    }
}
