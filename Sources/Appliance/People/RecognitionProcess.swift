import Glibc
import People
import Platform
import Synchronization

/// Has faces turned into numbers by `nodline-people`, a process of its own that lasts as long as faces come.
///
/// A thread starts it, writes to it, reads from it and ends it, so that nothing that it does can hold up the loop: it may be slow, hang, answer
/// nonsense or be killed. After a failure it is started again, with growing pauses. Thread and process end when no face came for a while.
package final class RecognitionProcess: FaceReader, Sendable {
    /// Bounds in seconds.
    package struct Limits: Sendable {
        /// Until an answer, which includes the start: a slow board reads the model from its card.
        package var answer = 15.0
        /// Without a face, until the process is ended.
        package var idle = 20.0
        /// From its input's end to its own.
        package var ending = 1.0
        /// After a failure: it doubles from the first to the last.
        package var pause = (first: 1.0, last: 60.0)

        package init() {}
    }

    private struct State {
        var chip: FaceChip?
        /// A face is being read, or its outcome waits.
        var isBusy = false
        var outcome: Result<FaceEmbedding, FaceReaderFailure>?
        var hasThread = false
        var isEnding = false
        var process: pid_t?
    }

    private let program: RecognitionProgram
    private let limits: Limits
    private let state = Mutex(State())
    private let bell = Bell()

    package init(_ program: RecognitionProgram, limits: Limits = Limits()) {
        self.program = program
        self.limits = limits
    }

    package var isFree: Bool { state.withLock { !$0.isBusy && !$0.isEnding } }

    /// The running process, for measurements; `nil` if there is none.
    package var process: pid_t? { state.withLock { $0.process } }

    package func read(_ chip: FaceChip) {
        let needsThread = state.withLock { state in
            guard !state.isBusy, !state.isEnding else { return false }
            (state.chip, state.isBusy) = (chip, true)
            defer { state.hasThread = true }
            return !state.hasThread
        }
        bell.ring()
        guard needsThread else { return }
        do { try BackgroundThread.start(wokenBy: bell) { self.run() } } catch {
            state.withLock { state in
                (state.hasThread, state.chip) = (false, nil)
                state.outcome = .failure(FaceReaderFailure("\(error)"))
            }
        }
    }

    package func take() -> Result<FaceEmbedding, FaceReaderFailure>? {
        state.withLock { state in
            guard let outcome = state.outcome else { return nil }
            (state.outcome, state.isBusy) = (nil, false)
            return outcome
        }
    }

    package func end() {
        state.withLock { $0.isEnding = true }
        bell.ring()
    }

    // MARK: - The thread

    private func run() {
        var running: RecognitionPipe?, failures = 0, notBefore = -Double.infinity, reason = FaceReaderFailure("")
        while true {
            bell.wait(atMost: limits.idle)
            let (chip, isOver) = state.withLock { state -> (FaceChip?, Bool) in
                defer { state.chip = nil }
                // A thread that found nothing to do ends, and its process with it.
                if state.isEnding || state.chip == nil && running == nil && MonotonicClock.now >= notBefore { state.hasThread = false }
                return (state.chip, !state.hasThread)
            }
            guard let chip, !isOver else {
                running?.end(within: isOver && state.withLock { $0.isEnding } ? 0 : limits.ending)
                running = nil
                show(nil)
                if isOver { return }
                continue
            }
            let outcome: Result<FaceEmbedding, FaceReaderFailure>
            if MonotonicClock.now < notBefore {
                outcome = .failure(reason)
            } else {
                do throws(FaceReaderFailure) {
                    let pipe: RecognitionPipe
                    if let running { pipe = running } else { pipe = try RecognitionPipe(program) }
                    running = pipe
                    show(pipe.process)
                    outcome = .success(try pipe.answer(to: chip, within: limits.answer, unless: bell))
                    failures = 0
                } catch {
                    running?.end(within: 0)
                    running = nil
                    show(nil)
                    notBefore = MonotonicClock.now + min(limits.pause.first * Double(1 << min(failures, 16)), limits.pause.last)
                    failures += 1
                    reason = error
                    outcome = .failure(error)
                }
            }
            state.withLock { $0.outcome = outcome }
        }
    }

    private func show(_ process: pid_t?) { state.withLock { $0.process = process } }
}
