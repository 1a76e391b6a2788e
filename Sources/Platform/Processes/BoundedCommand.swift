import Glibc

/// A program that is run for what happened: for a gesture, or for an empty battery. It is started without a shell, one at a
/// time, ended when it takes too long, and never waited for: one that does not die (of another user, or in an uninterruptible
/// call) stays, and nothing is started besides it.
package final class BoundedCommand {
    private let words: [String]
    private let limit: Double
    private let outlivesUs: Bool
    private var process: ChildProcess?
    private var started = 0.0
    /// The one that runs took too long, and was told to end.
    private var isKilled = false

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
        if !outlivesUs { process?.killGroup() }
    }

    /// Whether it runs; also one that does not die.
    package var isRunning: Bool { process != nil }

    /// Starts it, unless it runs already.
    /// - Throws: ``CommandError`` where it cannot be started.
    package func start(at now: Double) throws(CommandError) {
        if isKilled, process?.statusIfEnded() != nil { process = nil }
        guard let program = words.first else { return }
        guard process == nil else {
            guard isKilled else { return }
            throw CommandError(description: "the previous one took longer than \(limit.shortest) s and does not end")
        }
        isKilled = false
        started = now
        do {
            process = try ChildProcess(program, Array(words.dropFirst()), input: .null, output: .null, inOwnGroup: true)
        } catch {
            throw CommandError(description: error.description)
        }
    }

    /// Looks after one that runs.
    /// - Throws: ``CommandError``, once, when it has failed, or was ended because it took too long.
    package func poll(at now: Double) throws(CommandError) {
        guard let process else { return }
        if let status = process.statusIfEnded() {
            self.process = nil
            guard status != 0, !isKilled else { return }
            throw CommandError(description: "\(words[0]) ended with status \(status >> 8 & 0xFF), signal \(status & 0x7F)")
        }
        guard !isKilled, now - started >= limit else { return }
        process.killGroup()
        isKilled = true
        throw CommandError(description: "\(words[0]) took longer than \(limit.shortest) s")
    }
}

/// A program that could not be started, has failed, or took too long.
package struct CommandError: Error, CustomStringConvertible {
    package let description: String
}
