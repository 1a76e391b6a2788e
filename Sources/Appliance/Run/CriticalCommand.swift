// The program that is run when the battery is empty.
import Glibc
import Pipeline

/// Runs a program once, without waiting for it, and ends it when it takes too long.
final class CriticalCommand {
    /// Seconds that it may take.
    private static let limit = 30.0

    private let words: [String]
    private var process: ChildProcess?
    private var started = 0.0

    /// - Parameter words: the program's path and its arguments; none for no program.
    init(_ words: [String]) {
        self.words = words
    }

    deinit { process?.abandon() }

    /// Starts it; gives a fault where it cannot be.
    func start(at now: Double) -> String? {
        guard let program = words.first, process == nil else { return nil }
        started = now
        do {
            process = try ChildProcess(program, Array(words.dropFirst()), input: .null, output: .null)
            return nil
        } catch {
            return "\(error)"
        }
    }

    /// Gives a fault when it has failed, or was ended because it took too long.
    func tend(at now: Double) -> String? {
        guard let process else { return nil }
        if let status = process.statusIfEnded() {
            self.process = nil
            return status == 0 ? nil : "\(words[0]) ended with status \(status >> 8 & 0xFF), signal \(status & 0x7F)"
        }
        guard now - started >= Self.limit else { return nil }
        kill(process.identifier, SIGKILL)
        self.process = nil  // waits for it, which a killed one does not make long
        return "\(words[0]) took longer than \(Self.limit.shortest) s"
    }
}
