import Glibc

/// A program that runs because of an event: a gesture, or an empty battery. It is started without a shell, one at a time, killed when
/// it exceeds its time limit, and never waited for. While a killed program has not ended (it belongs to another user, or is in an
/// uninterruptible call), no other is started.
///
/// A stopped program is asked to end, and killed a moment later with whatever it has started. What is to be started meanwhile is started then.
package final class BoundedCommand {
    /// Seconds that a stopped program has to end by itself. Stops are documented to work within 0.2 s.
    package static let grace = 0.1
    /// Seconds after which a stopped program counts as one that does not end.
    private static let timeout = 1.0

    private let words: [String]
    private let limit: Double
    private let outlivesUs: Bool
    private var process: ChildProcess?
    private var started = 0.0
    /// The running program was killed: it exceeded its limit, or was stopped.
    private var isKilled = false
    /// When it was stopped.
    private var stoppedAt: Double?
    /// That it does not end was reported.
    private var isTold = false
    /// Another one is to be started when the stopped one has ended.
    private var isNext = false

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
            if let stoppedAt, now - stoppedAt < Self.timeout { isNext = true } else if isKilled { throw unending("the previous one") }
            return
        }
        (isKilled, stoppedAt, isNext, isTold) = (false, nil, false, false)
        started = now
        do {
            process = try ChildProcess(program, Array(words.dropFirst()), input: .null, output: .null, inOwnGroup: true)
        } catch {
            throw CommandError(description: error.description)
        }
    }

    /// Ends the running program. ``poll(at:)`` goes on with it.
    package func stop(at now: Double) {
        isNext = false
        guard let process, stoppedAt == nil else { return }
        stoppedAt = now
        process.terminateGroup()
    }

    /// Checks the running program.
    /// - Throws: ``CommandError``, once, if it has failed, was killed because it exceeded its limit, or was stopped and does not end.
    package func poll(at now: Double) throws(CommandError) {
        guard let process else { return }
        if let stoppedAt, !isKilled {
            // Not before: a program that has ended may have left some of its group behind.
            guard now - stoppedAt >= Self.grace else { return }
            process.killGroup()
            isKilled = true
        }
        if let status = process.statusIfEnded() {
            let wasKilled = isKilled
            self.process = nil
            if isNext { try start(at: now) }
            guard status != 0, !wasKilled else { return }
            throw CommandError(description: "\(words[0]) ended with status \(status >> 8 & 0xFF), signal \(status & 0x7F)")
        }
        if let stoppedAt, !isTold, now - stoppedAt >= Self.timeout {
            isTold = true
            throw unending(words[0])
        }
        guard !isKilled, now - started >= limit else { return }
        process.killGroup()
        isKilled = true
        throw CommandError(description: "\(words[0]) took longer than \(limit.shortest) s")
    }

    private func unending(_ program: String) -> CommandError {
        CommandError(description: "\(program) \(stoppedAt == nil ? "took longer than \(limit.shortest) s" : "was stopped") and does not end")
    }
}

/// A program that could not be started, failed, or exceeded its time limit.
package struct CommandError: Error, CustomStringConvertible {
    package let description: String
}
