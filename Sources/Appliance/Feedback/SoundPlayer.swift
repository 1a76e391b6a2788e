import Glibc
import Outputs
import Platform
import Synchronization

/// Plays cues on a sound card, each by a run of ALSA's own player.
///
/// A thread of its own starts the player, feeds it and watches it, so that a card that is missing, busy or hangs delays
/// nothing: the loop only leaves a wish. Newer wishes replace older ones, and one that could not be fulfilled soon is dropped.
///
/// Sendable without a claim: the running player lives on the thread's stack, and the compiler has checked what is shared.
package final class SoundPlayer: Sendable {
    private struct State {
        var wish: (cue: Cue, time: Double)?
        var fault: String?
        var isEnding = false
    }

    /// Where Debian's alsa-utils put it.
    package static let program = "/usr/bin/aplay"
    /// Seconds after which a wish is stale, and for which a sound may be played.
    private static let patience = 0.5, limit = 3.0
    /// Seconds between two looks at a sound that is played.
    private static let look = 0.02

    private let program: String
    private let device: String
    private let samples: [Cue: [UInt8]]
    private let state = Mutex(State())
    private let bell = Bell()

    /// - Parameter program: takes aplay's arguments; another one in tests.
    package init(_ configuration: FeedbackConfiguration, program: String = SoundPlayer.program) {
        self.program = program
        device = configuration.device
        samples = Dictionary(uniqueKeysWithValues: Set(configuration.sounds).map { ($0, Tone($0).samples(volume: configuration.volume)) })
    }

    /// Starts the thread, which keeps this value until ``end()``.
    /// - Throws: ``SystemError`` where there can be no thread.
    package func start() throws(SystemError) { try BackgroundThread.start(wokenBy: bell) { self.run() } }

    /// Lets the thread end. A sound that is being played is cut off.
    package func end() {
        state.withLock { $0.isEnding = true }
        bell.ring()
    }

    /// Wishes for a sound. It never waits; cues without a sound are passed over.
    package func play(_ cue: Cue) {
        guard samples[cue] != nil else { return }
        state.withLock { $0.wish = (cue, MonotonicClock.now) }
        bell.ring()
    }

    /// What keeps it from being heard, told once until a sound is heard again.
    package func takeFault() -> String? {
        state.withLock { state in
            defer { state.fault = nil }
            return state.fault
        }
    }

    // MARK: - The thread

    /// A sound that is being played.
    private struct Run {
        let player: ChildProcess
        let began: Double
        var rest: ArraySlice<UInt8>
        var isKilled = false
    }

    private func run() {
        var run: Run?
        var isFailing = false
        while !state.withLock({ $0.isEnding }) {
            bell.wait(atMost: run == nil ? nil : Self.look)
            if var running = run {
                switch Self.look(after: &running) {
                case .goesOn: run = running
                case .hangs(let problem):
                    run = running
                    tell(problem, &isFailing)
                case .failed(let problem):
                    run = nil
                    tell("\(device): \(problem)", &isFailing)
                case .done:
                    run = nil
                    isFailing = running.isKilled
                }
            }
            if run == nil, let cue = takeWish() {
                do {
                    run = try start(cue)
                } catch {
                    tell(error.code == ENOENT ? "\(program) is not installed: apt install alsa-utils" : "\(error)", &isFailing)
                }
            }
        }
        run?.player.killGroup()
    }

    private func takeWish() -> Cue? {
        state.withLock { state in
            guard let wish = state.wish else { return nil }
            state.wish = nil
            return MonotonicClock.now - wish.time <= Self.patience ? wish.cue : nil
        }
    }

    private func tell(_ problem: String, _ isFailing: inout Bool) {
        if !isFailing { state.withLock { $0.fault = problem } }
        isFailing = true
    }

    private func start(_ cue: Cue) throws(SystemError) -> Run {
        let arguments = ["-q", "-t", "raw", "-f", "S16_LE", "-r", "\(Tone.rate)", "-c", "1", "-D", device]
        let player = try ChildProcess(program, arguments, input: .pipe, output: .null, errors: .pipe, inOwnGroup: true)
        _ = fcntl(player.inputDescriptor, F_SETFL, O_NONBLOCK)
        var run = Run(player: player, began: MonotonicClock.now, rest: (samples[cue] ?? [])[...])
        Self.feed(&run)
        return run
    }

    /// Gives the player what it takes of the samples, and then their end.
    private static func feed(_ run: inout Run) {
        while !run.rest.isEmpty {
            let count = run.rest.withUnsafeBytes { write(run.player.inputDescriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EAGAIN { return }
            if count < 0, errno == EINTR { continue }
            if count <= 0 { break }  // it has ended, and says why
            run.rest = run.rest.dropFirst(count)
        }
        run.rest = []
        run.player.closeInput()
    }

    private enum Look {
        case goesOn, done
        case failed(String), hangs(String)
    }

    private static func look(after run: inout Run) -> Look {
        if let status = run.player.statusIfEnded() {
            guard status != 0, !run.isKilled else { return .done }
            let said = run.player.takeErrorLines().last ?? "status \(status >> 8 & 0xFF), signal \(status & 0x7F)"
            // "aplay: main:831: audio open error: …": the part and the line of its source are nobody's business.
            return .failed(said.hasPrefix("aplay: ") ? said.split(separator: " ").dropFirst(2).joined(separator: " ") : said)
        }
        guard !run.isKilled else { return .goesOn }  // a call into the driver does not come back: nothing is started beside it
        if MonotonicClock.now - run.began >= limit {
            run.isKilled = true
            run.player.killGroup()
            return .hangs("the sound card has not accepted a sound for \(limit.shortest) s")
        }
        feed(&run)
        return .goesOn
    }
}
