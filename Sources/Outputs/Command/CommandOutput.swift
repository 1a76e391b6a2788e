import Platform

/// A program as an output, for example a bell or a voice. It is run each time the output is switched on, and terminated when this value is
/// deinitialised.
package final class CommandOutput: OutputDevice {
    /// How long a failed run is reported as a fault, in seconds. The next run may succeed, but may be days away.
    private static let memory = 60.0

    private let words: [String]
    private let command: BoundedCommand
    private let clock: () -> Double
    private var failedAt: Double?
    /// A failed start that has not been reported yet. It is kept, rather than thrown, because the next start may succeed: a thrown
    /// fault would retire the device.
    private var fault: OutputError?

    /// - Parameters:
    ///   - words: the program's path and its arguments.
    ///   - limit: seconds after which the program is terminated.
    ///   - clock: monotonic, in seconds.
    package init(_ words: [String], limit: Double, clock: @escaping () -> Double = { MonotonicClock.now }) {
        self.words = words
        self.clock = clock
        command = BoundedCommand(words, limit: limit, outlivesUs: false)
    }

    /// Starts the program, unless it is still running. Switching off does nothing, so that a spoken word is completed.
    package func set(_ isOn: Bool) throws(OutputError) {
        guard isOn else { return }
        do { try command.start(at: clock()) } catch { fault = failed("start", error.description) }
    }

    /// Ends the program, whatever it is doing, with whatever it has started.
    package func stop() { command.stop(at: clock()) }

    /// Terminates a program that takes too long.
    /// - Throws: ``OutputError`` if a run has failed or taken too long.
    package func poll() throws(OutputError) {
        if let fault {
            self.fault = nil
            throw fault
        }
        let wasRunning = command.isRunning
        do { try command.poll(at: clock()) } catch { throw failed("run", error.description) }
        if wasRunning && !command.isRunning || !isFailing { failedAt = nil }
    }

    package var needsPolling: Bool { command.isRunning || failedAt != nil }

    /// True for a minute after a failed run, or until the next one succeeds.
    package var isFailing: Bool { failedAt.map { clock() - $0 < Self.memory } ?? false }

    private func failed(_ call: String, _ problem: String) -> OutputError {
        failedAt = clock()
        return OutputError(place: words.first ?? "", call: call, problem: problem)
    }
}
