import Glibc

/// A program that runs because of an event: a gesture, or an empty battery. It is started without a shell, one at a time, killed when
/// it exceeds its time limit, and never waited for. While a killed program has not ended (it belongs to another user, or is in an
/// uninterruptible call), no other is started.
package final class BoundedCommand {
    private let words: [String]
    private let limit: Double
    private let outlivesUs: Bool
    private var process: ChildProcess?
    private var started = 0.0
    /// The running program exceeded its limit and was killed.
    private var isKilled = false

    /// - Parameters:
    ///   - words: the program's path and its arguments; empty for no program.
    ///   - limit: its time limit in seconds.
    ///   - outlivesUs: whether it keeps running when this value is released; otherwise it is killed then.
    package init(_ words: [String], limit: Double, outlivesUs: Bool) {
        self.words = words
        self.limit = limit
        self.outlivesUs = outlivesUs
    }

    deinit {
        if !outlivesUs { process?.killGroup() }
    }

    /// Whether a program runs; also one that was killed and has not ended.
    package var isRunning: Bool { process != nil }

    /// Starts the program, unless it runs already.
    /// - Throws: ``CommandError`` if it cannot be started.
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

    /// Checks the running program.
    /// - Throws: ``CommandError``, once, if it has failed, or was killed because it exceeded its limit.
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

/// A program that could not be started, failed, or exceeded its time limit.
package struct CommandError: Error, CustomStringConvertible {
    package let description: String
}
