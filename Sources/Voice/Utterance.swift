import Glibc
import Platform

/// The programs that speak and play.
package struct VoicePrograms: Sendable {
    /// espeak-ng, or what takes its options: text comes in by its standard input, WAV goes out.
    package var engine = "espeak-ng"
    /// aplay, or what takes its options: samples come in by its standard input.
    package var player = "aplay"
    /// Seconds of silence before each sound, in which an HDMI link wakes.
    package var lead = 0.3

    package init() {}
}

/// One text while it is said: a program makes samples of it, and another plays them. When this value is released, both are killed.
final class Utterance {
    enum Outcome: Equatable {
        case said
        /// Why it was not heard: `no-voice` (nothing speaks), `no-sound` (nothing plays), `too-long`.
        case failed(String)
    }

    /// Bytes that wait for the player, at most: what it has not taken is not made either.
    private static let most = 65_536
    /// The rate of a call's tones when nothing speaks.
    private static let usualRate = 22_050
    /// Seconds for the engine to begin, and for the player beyond the length of the sound.
    private static let timeout = 10.0

    private let programs: VoicePrograms, isCall: Bool
    private var engine: ChildProcess?, player: ChildProcess?
    /// Our end of the engine's output; -1 after its end.
    private var speech: Int32 = -1
    private var header: [UInt8] = []
    private var waiting: [UInt8] = []
    private var rate = Utterance.usualRate
    private var played = 0
    private let began: Double
    private var isClosed = false

    init(_ words: String, language: String, isCall: Bool, by programs: VoicePrograms, at now: Double) {
        (self.programs, self.isCall, began) = (programs, isCall, now)
        let arguments = ["-v", VoiceRequest.voices[language] ?? "en", "--stdin", "--stdout"]
        guard let engine = try? ChildProcess(programs.engine, arguments, input: .pipe, output: .pipe, errors: .null, inOwnGroup: true) else { return }
        self.engine = engine
        // It is shorter than a pipe, so this never blocks.
        let bytes = Array((words + "\n").utf8)
        _ = write(engine.inputDescriptor, bytes, bytes.count)
        engine.closeInput()
        speech = engine.takeOutput()
        _ = fcntl(speech, F_SETFL, O_NONBLOCK)
    }

    deinit {
        engine?.killGroup()
        player?.killGroup()
        if speech >= 0 { close(speech) }
    }

    /// Whether the player of a killed utterance is gone, so that its device is free.
    var hasEnded: Bool { player?.statusIfEnded() != nil || player == nil }

    /// Silence at once; the device is free a moment later.
    func stop() {
        engine?.killGroup()
        player?.killGroup()
    }

    /// What to wait for.
    var polled: [pollfd] {
        var polled: [pollfd] = []
        if speech >= 0, waiting.count < Self.most { polled.append(pollfd(fd: speech, events: Int16(POLLIN), revents: 0)) }
        if let player, !waiting.isEmpty { polled.append(pollfd(fd: player.inputDescriptor, events: Int16(POLLOUT), revents: 0)) }
        return polled
    }

    /// Moves what there is from one program to the other.
    /// - Returns: `nil` while it goes on.
    func turn(at now: Double) -> Outcome? {
        readSpeech()
        if player == nil, speech < 0 || header.count == Wave.headerSize {
            guard begin() else { return .failed(engine == nil || rate == 0 ? "no-voice" : "no-sound") }
        }
        guard let player else { return now - began > Self.timeout ? .failed("no-voice") : nil }
        if let status = player.statusIfEnded() { return isClosed && status == 0 ? .said : .failed("no-sound") }
        feed(player)
        let length = Double(played) / 2 / Double(rate)
        return now - began > 1.5 * length + 2 * Self.timeout ? .failed("too-long") : nil
    }

    private func readSpeech() {
        var bytes = [UInt8](repeating: 0, count: 16_384)
        while speech >= 0, waiting.count < Self.most {
            let count = read(speech, &bytes, bytes.count)
            if count < 0, errno == EAGAIN { return }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else {
                close(speech)
                speech = -1
                return
            }
            let missing = min(count, Wave.headerSize - header.count)
            header += bytes[..<missing]
            waiting += bytes[missing..<count]
        }
    }

    /// Starts the player: with the first samples, or, for a call, without any.
    private func begin() -> Bool {
        if let known = Wave.rate(of: header) { rate = known } else {
            waiting = []
            guard isCall else {
                rate = 0
                return false
            }
        }
        let arguments = ["-q", "-t", "raw", "-f", "S16_LE", "-c", "1", "-r", "\(rate)", "-"]
        player = try? ChildProcess(programs.player, arguments, input: .pipe, output: .null, errors: .null, inOwnGroup: true)
        guard let player else { return false }
        _ = fcntl(player.inputDescriptor, F_SETFL, O_NONBLOCK)
        waiting = Wave.silence(programs.lead, rate: rate) + (isCall ? Wave.call(rate: rate) : []) + waiting
        return true
    }

    private func feed(_ player: ChildProcess) {
        while !waiting.isEmpty {
            let count = write(player.inputDescriptor, waiting, waiting.count)
            guard count > 0 else { return }
            played += count
            waiting.removeFirst(count)
        }
        guard speech < 0, !isClosed else { return }
        player.closeInput()
        isClosed = true
    }
}
