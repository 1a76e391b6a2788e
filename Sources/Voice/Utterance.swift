import Glibc
import Platform

/// The programs that speak and play.
package struct VoicePrograms: Sendable {
    /// espeak-ng, or what takes its options: text comes in by its standard input, WAV goes out.
    package var engine = "espeak-ng"
    /// aplay, or what takes its options: samples come in by its standard input.
    package var player = "aplay"
    /// Seconds of silence after the device was opened, in which an HDMI link wakes.
    package var lead = 0.3
    /// Seconds for which the device stays open after words, so that the link stays awake.
    package var keep = 10.0

    package init() {}
}

/// One text while it is said: a program makes samples of it, and a ``Speaker`` plays them. When this value is released, the program is killed.
final class Utterance {
    enum Outcome: Equatable {
        case said
        /// Why it was not heard: `no-voice` (nothing speaks), `no-sound` (nothing plays), `too-long`.
        case failed(String)
    }

    /// The rate of a call's tones when nothing speaks.
    private static let usualRate = 22_050
    /// Seconds in which the engine makes something, if it may.
    private static let timeout = 10.0
    /// Seconds of silence before the engine's first sound: what stays of it, and what is skipped at most. espeak-ng makes 0.049 before a plosive.
    private static let margin = 0.005, mostSkipped = 0.2
    /// Milliseconds that a device is waited for which a previous player still has.
    private static let handover = 200

    private let programs: VoicePrograms, isCall: Bool
    private var engine: ChildProcess?
    /// Our end of the engine's output; -1 after its end.
    private var speech: Int32 = -1
    private var header: [UInt8] = []
    /// Samples that no speaker has yet.
    private var samples: [UInt8] = []
    private var hasBegun = false
    /// Samples of silence that were skipped, and whether all that comes is played.
    private var skipped = 0, isPlaying = false
    /// When the engine made something last, or was not asked to.
    private var madeAt: Double

    init(_ words: String, language: String, isCall: Bool, by programs: VoicePrograms, at now: Double) {
        (self.programs, self.isCall, madeAt) = (programs, isCall, now)
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
        if speech >= 0 { close(speech) }
    }

    /// What to wait for.
    func polled(_ speaker: Speaker?) -> [pollfd] {
        speech >= 0 && speaker?.hasRoom != false ? [pollfd(fd: speech, events: Int16(POLLIN), revents: 0)] : []
    }

    /// Moves what there is from the engine to the speaker, which it opens unless it is awake.
    /// - Returns: `nil` while it goes on.
    func turn(on speaker: inout Speaker?, at now: Double) -> Outcome? {
        if hasBegun, speaker?.hasRoom == false { madeAt = now } else { readSpeech(at: now) }
        if !hasBegun, speech < 0 || header.count == Wave.headerSize {
            guard let rate = Wave.rate(of: header) ?? (isCall ? speaker?.rate ?? Self.usualRate : nil) else { return .failed("no-voice") }
            if header.count < Wave.headerSize { samples = [] }
            guard Self.open(&speaker, rate: rate, programs, at: now) else { return .failed("no-sound") }
            if isCall { speaker?.play(Wave.call(rate: rate)) }
            hasBegun = true
        }
        if speech >= 0, now - madeAt > Self.timeout { return .failed("no-voice") }
        guard hasBegun, let speaker else {
            speaker?.turn(isPause: true, at: now)
            return nil
        }
        skipSilence(rate: speaker.rate)
        if isPlaying {
            speaker.play(samples)
            samples = []
        }
        speaker.turn(isPause: speech < 0, at: now)
        if speaker.hasEnded { return .failed("no-sound") }
        if speaker.hangs(at: now) { return .failed("too-long") }
        return speech < 0 && speaker.hasSaid(at: now) ? .said : nil
    }

    /// Whoever listens need not wait for it. Only samples of zero are silence: no sound is cut.
    private func skipSilence(rate: Int) {
        guard !isPlaying else { return }
        let first = samples.firstIndex { $0 != 0 }, most = Int(Self.mostSkipped * Double(rate))
        let surplus = max(0, min((first ?? samples.count) / 2 - Int(Self.margin * Double(rate)), most - skipped))
        samples.removeFirst(2 * surplus)
        skipped += surplus
        isPlaying = first != nil || skipped == most || speech < 0
    }

    private func readSpeech(at now: Double) {
        var bytes = [UInt8](repeating: 0, count: 16_384)
        while speech >= 0, samples.count < 4 * bytes.count {
            let count = read(speech, &bytes, bytes.count)
            if count < 0, errno == EAGAIN { return }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else {
                close(speech)
                speech = -1
                return
            }
            madeAt = now
            let missing = min(count, Wave.headerSize - header.count)
            header += bytes[..<missing]
            samples += bytes[missing..<count]
        }
    }

    /// Sees to it that a speaker is open and awake.
    private static func open(_ speaker: inout Speaker?, rate: Int, _ programs: VoicePrograms, at now: Double) -> Bool {
        if let speaker, speaker.isAwake, speaker.rate == rate { return true }
        release(&speaker)
        speaker = try? Speaker(programs.player, rate: rate, lead: programs.lead, at: now)
        return speaker != nil
    }

    /// Silence at once. Most devices play for one program at a time, so this waits until a next one may open it.
    static func release(_ speaker: inout Speaker?) {
        speaker?.stop()
        for _ in 0..<handover / 5 where speaker?.hasEnded == false { usleep(5000) }
        speaker = nil
    }
}
