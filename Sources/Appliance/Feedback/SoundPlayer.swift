import Glibc
import Outputs
import Platform
import Synchronization

/// Plays cues on a sound card, each by a run of ALSA's own player.
///
/// A thread starts, feeds and watches the player, so that a card that is missing, busy or hangs does not delay the loop. The loop
/// only leaves a request. A newer request replaces an older one, and one that cannot be fulfilled soon is dropped.
///
/// Sendable without `@unchecked`: the running player lives on the thread's stack, and the compiler has checked the shared state.
package final class SoundPlayer: Sendable {
    private struct State {
        var wish: (cue: Cue, time: Double)?
        var fault: String?
        var isEnding = false
    }

    /// The place in Debian's alsa-utils.
    package static let program = "/usr/bin/aplay"
    /// Seconds after which a request is stale, and the longest time that a sound may take.
    private static let timeout = 0.5, limit = 3.0
    /// Seconds between two checks of a player that runs.
    private static let look = 0.02

    private let program: String
    private let device: String
    private let samples: [Cue: [UInt8]]
    private let state = Mutex(State())
    private let bell = Bell()

    /// - Parameter program: takes aplay's arguments; tests pass another one.
    package init(_ configuration: FeedbackConfiguration, program: String = SoundPlayer.program) {
        self.program = program
        device = configuration.device
        samples = Dictionary(uniqueKeysWithValues: Set(configuration.sounds).map { ($0, Tone($0).samples(volume: configuration.volume)) })
    }

    /// Starts the thread, which keeps this value until ``end()``.
    /// - Throws: ``SystemError`` if the thread cannot be started.
    package func start() throws(SystemError) { try BackgroundThread.start(wokenBy: bell) { self.run() } }

    /// Ends the thread. A sound that is being played is cut off.
    package func end() {
        state.withLock { $0.isEnding = true }
        bell.ring()
    }

    /// Requests a sound. It never blocks; cues without a sound are ignored.
    package func play(_ cue: Cue) {
        guard samples[cue] != nil else { return }
        state.withLock { $0.wish = (cue, MonotonicClock.now) }
        bell.ring()
    }

    /// Why sounds cannot be heard, reported once until a sound is heard again.
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
            return MonotonicClock.now - wish.time <= Self.timeout ? wish.cue : nil
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

    /// Writes as many samples as the player takes, and closes its input after the last.
    private static func feed(_ run: inout Run) {
        while !run.rest.isEmpty {
            let count = run.rest.withUnsafeBytes { write(run.player.inputDescriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EAGAIN { return }
            if count < 0, errno == EINTR { continue }
            if count <= 0 { break }  // the player has ended, and its error output says why
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
            // "aplay: main:831: audio open error: …": the function and line of aplay's source are left out.
            return .failed(said.hasPrefix("aplay: ") ? said.split(separator: " ").dropFirst(2).joined(separator: " ") : said)
        }
        guard !run.isKilled else { return .goesOn }  // a call into the driver may not return: no second player is started
        if MonotonicClock.now - run.began >= limit {
            run.isKilled = true
            run.player.killGroup()
            return .hangs("the sound card has not accepted a sound for \(limit.shortest) s")
        }
        feed(&run)
        return .goesOn
    }
}
