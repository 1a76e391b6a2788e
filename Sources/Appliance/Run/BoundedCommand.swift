// A program that is run for what happened: for a gesture, or for an empty battery.
import Glibc
import Pipeline

/// Runs a program without waiting for it, one at a time and never by a shell, and ends it when it takes too long.
package final class BoundedCommand {
    private let words: [String]
    private let limit: Double
    private let outlivesUs: Bool
    private var process: ChildProcess?
    private var started = 0.0

    /// - Parameters:
    ///   - words: the program's path and its arguments; none for no program.
    ///   - limit: seconds that it may take.
    ///   - outlivesUs: whether it runs on when this value goes; else it is ended then.
    package init(_ words: [String], limit: Double, outlivesUs: Bool) {
        self.words = words
        self.limit = limit
        self.outlivesUs = outlivesUs
    }

    deinit {
        if outlivesUs { process?.abandon() } else { process?.killGroup() }
    }

    package var isRunning: Bool { process != nil }

    /// Starts it, unless it runs already; gives a fault where it cannot be.
    package func start(at now: Double) -> String? {
        guard let program = words.first, process == nil else { return nil }
        started = now
        do {
            process = try ChildProcess(program, Array(words.dropFirst()), input: .null, output: .null, inOwnGroup: true)
            return nil
        } catch {
            return "\(error)"
        }
    }

    /// Gives a fault when it has failed, or was ended because it took too long.
    package func tend(at now: Double) -> String? {
        guard let process else { return nil }
        if let status = process.statusIfEnded() {
            self.process = nil
            return status == 0 ? nil : "\(words[0]) ended with status \(status >> 8 & 0xFF), signal \(status & 0x7F)"
        }
        guard now - started >= limit else { return nil }
        process.killGroup()
        self.process = nil  // waits for it, which a killed one does not make long
        return "\(words[0]) took longer than \(limit.shortest) s"
    }
}
