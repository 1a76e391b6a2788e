// A program as an output: a bell, a voice.
import Pipeline

/// Runs a program each time it is switched on, and ends it when this value goes.
package final class CommandOutput: OutputDevice {
    private let words: [String]
    private let command: BoundedCommand
    private let clock: () -> Double

    /// - Parameters:
    ///   - words: the program's path and its arguments, at least the path.
    ///   - limit: seconds that it may take.
    ///   - clock: seconds that only rise.
    package init(_ words: [String], limit: Double, clock: @escaping () -> Double = { CPUClock.monotonic }) {
        self.words = words
        self.clock = clock
        command = BoundedCommand(words, limit: limit, outlivesUs: false)
    }

    /// Starts the program; one that still runs is not started twice. Off does nothing: a word that is being said is said to
    /// its end.
    package func set(_ isOn: Bool) throws(OutputFault) {
        guard isOn, let problem = command.start(at: clock()) else { return }
        throw OutputFault(place: words.first ?? "", call: "start", problem: problem)
    }

    /// Ends one that takes too long. To be called every round of the loop.
    /// - Throws: ``OutputFault`` when one has failed or taken too long.
    package func tend() throws(OutputFault) {
        guard let problem = command.tend(at: clock()) else { return }
        throw OutputFault(place: words.first ?? "", call: "run", problem: problem)
    }
}
