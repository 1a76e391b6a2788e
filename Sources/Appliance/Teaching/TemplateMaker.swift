import Gestures
import Glibc
import Platform
import Synchronization
import Traces

/// Makes a template of repetitions on a thread of its own, because comparing them with hours of movement takes seconds, and writes it.
final class TemplateMaker: Sendable {
    /// How it has ended.
    enum Outcome: Sendable {
        /// The template is made, and on the disk if there is a folder.
        case made(Lesson)
        case refused(TeachingRefusal)
        /// It could not be kept.
        case failed(String)
    }

    private struct State {
        var outcome: Outcome?
        /// Files of ordinary minutes that could not be read.
        var faults: [String] = []
    }

    let name: GestureName
    let folder: TaughtFolder?
    private let repetitions: [TaughtRepetition]
    private let others: [TaughtGesture]
    private let rest: RestFolder?
    private let writer: StateWriter
    private let state = Mutex(State())

    /// - Parameters:
    ///   - rest: the person's ordinary minutes.
    ///   - folder: keeps the template.
    init(_ name: GestureName, from repetitions: [TaughtRepetition], others: [TaughtGesture], rest: RestFolder?, folder: TaughtFolder?, writer: StateWriter) {
        (self.name, self.repetitions, self.others, self.rest, self.folder, self.writer) = (name, repetitions, others, rest, folder, writer)
    }

    /// Starts the thread. Call it once.
    func start() {
        do throws(SystemError) {
            try BackgroundThread.start {
                // Of this thread alone: the loop's frames come first. It works without, too.
                _ = setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, Self.niceness)
                self.make()
            }
        } catch {
            end(.failed("\(error)"))
        }
    }

    /// The outcome, once, with files of ordinary minutes that could not be read.
    func takeOutcome() -> (outcome: Outcome, faults: [String])? {
        state.withLock { state in
            guard let outcome = state.outcome else { return nil }
            state.outcome = nil
            return (outcome, state.faults)
        }
    }

    private static let niceness: Int32 = 10

    private func make() {
        let own = rest?.samples { fault in state.withLock { $0.faults.append(fault) } } ?? []
        switch TaughtGesture.make(name, from: repetitions, rest: own, library: OrdinaryMovement(), others: others) {
        case .failure(let refusal): end(.refused(refusal))
        case .success(let lesson):
            guard let folder else { return end(.made(lesson)) }
            writer.write("my-\(name)") { () throws(StateWriter.Failure) in
                do throws(StateWriter.Failure) {
                    try folder.write(lesson.gesture)
                    self.end(.made(lesson))
                } catch {
                    self.end(.failed(error.description))
                }
            }
        }
    }

    private func end(_ outcome: Outcome) { state.withLock { $0.outcome = outcome } }
}
