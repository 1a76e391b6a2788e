import Platform

/// A program as an output: a bell, a voice. It is run each time that the output is switched on, and ended when this value goes.
package final class CommandOutput: OutputDevice {
    /// Seconds for which a run that failed counts: the next may go well, and nobody may try it for days.
    private static let memory = 60.0

    private let words: [String]
    private let command: BoundedCommand
    private let clock: () -> Double
    private var failedAt: Double?
    /// A start that failed, until it has been told of. The next may go well, so that it costs no device.
    private var fault: OutputFault?

    /// - Parameters:
    ///   - words: the program's path and its arguments, at least the path.
    ///   - limit: seconds that it may take.
    ///   - clock: seconds that only rise.
    package init(_ words: [String], limit: Double, clock: @escaping () -> Double = { MonotonicClock.now }) {
        self.words = words
        self.clock = clock
        command = BoundedCommand(words, limit: limit, outlivesUs: false)
    }

    /// Starts the program; one that still runs is not started twice. Off does nothing: a word that is being said is said to
    /// its end.
    package func set(_ isOn: Bool) throws(OutputFault) {
        guard isOn else { return }
        do { try command.start(at: clock()) } catch { fault = failed("start", error.description) }
    }

    /// Ends one that takes too long.
    /// - Throws: ``OutputFault`` when one has failed or taken too long.
    package func tend() throws(OutputFault) {
        if let fault {
            self.fault = nil
            throw fault
        }
        let wasRunning = command.isRunning
        do { try command.poll(at: clock()) } catch { throw failed("run", error.description) }
        if wasRunning && !command.isRunning || !isFailing { failedAt = nil }
    }

    package var needsTending: Bool { command.isRunning || failedAt != nil }

    /// For a minute after a run that failed, or until the next goes well.
    package var isFailing: Bool { failedAt.map { clock() - $0 < Self.memory } ?? false }

    private func failed(_ call: String, _ problem: String) -> OutputFault {
        failedAt = clock()
        return OutputFault(place: words.first ?? "", call: call, problem: problem)
    }
}
