import CLinux
import Glibc
import Platform

/// Says what clients of a Unix socket ask for, one text at a time: a new one cuts the previous off, and nothing waits its turn.
///
/// A client sends a line and gets lines: `{"voice":"speaking"}`, then one of `said`, `stopped`, `failed` (with a `reason`), or at once `refused`.
/// Nothing that is said is written anywhere.
package final class VoiceDesk {
    /// Clients at once, and bytes of a line: 500 characters of four bytes each, escaped.
    private static let clients = 8, longest = 8192
    /// Milliseconds between looks while something is played, while the device is only open, and otherwise.
    private static let pace: Int32 = 20, open: Int32 = 40, idle: Int32 = 400
    /// Seconds for a player to end when its device is no longer needed.
    private static let timeout = 2.0

    private let door: Int32
    private let programs: VoicePrograms
    private var lines: [Int32: [UInt8]] = [:]
    private var now: (utterance: Utterance, client: Int32)?
    /// The open device, while it is needed and some seconds more.
    private var speaker: Speaker?
    private var needed = 0.0
    private var hasFailed = false

    /// - Parameter door: a listening stream socket, which is closed with this object.
    package init(door: Int32, programs: VoicePrograms) {
        (self.door, self.programs) = (door, programs)
        _ = fcntl(door, F_SETFL, O_NONBLOCK)
    }

    deinit {
        for client in lines.keys { close(client) }
        close(door)
    }

    /// Works until a signal ends it.
    package func run(_ signals: SignalWatch, _ notifier: ServiceNotifier) {
        notifier.ready()
        while true {
            var polled = [pollfd(fd: signals.descriptor, events: Int16(POLLIN), revents: 0), pollfd(fd: door, events: Int16(POLLIN), revents: 0)]
            polled += lines.keys.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) } + (now?.utterance.polled(speaker) ?? [])
            polled += speaker?.polled ?? []
            poll(&polled, nfds_t(polled.count), now != nil ? Self.pace : speaker == nil ? Self.idle : Self.open)
            notifier.progress(at: MonotonicClock.now)
            if let signal = signals.next(), signal != SIGHUP { return end(with: "stopped") }
            accept()
            for client in Array(lines.keys) { hear(client) }
            speak(at: MonotonicClock.now)
        }
    }

    private func speak(at time: Double) {
        guard let utterance = now?.utterance else { return rest(at: time) }
        guard let outcome = utterance.turn(on: &speaker, at: time) else { return }
        note(outcome)
        if case .failed(let reason) = outcome { return end(with: "failed", reason: reason) }
        needed = time + programs.keep
        if let client = now?.client { tell(client, "said") }
        now = nil
    }

    /// Between texts.
    private func rest(at time: Double) {
        guard let speaker else { return }
        if speaker.hasEnded {
            self.speaker = nil
        } else if time > needed {
            if time > needed + Self.timeout { speaker.stop() } else { speaker.close() }
        } else {
            speaker.turn(isPause: true, at: time)
        }
    }

    private func accept() {
        while true {
            let client = accept4(door, nil, nil, Int32(SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue))
            guard client >= 0 else { return }
            if lines.count < Self.clients { lines[client] = [] } else { close(client) }
        }
    }

    private func hear(_ client: Int32) {
        var bytes = [UInt8](repeating: 0, count: Self.longest)
        while lines[client] != nil {
            let count = recv(client, &bytes, bytes.count, 0)
            if count < 0, errno == EAGAIN || errno == EINTR { return }
            guard count > 0, lines[client, default: []].count + count <= Self.longest else { return leave(client) }
            lines[client, default: []] += bytes[..<count]
            while let line = lines[client], let end = line.firstIndex(of: UInt8(ascii: "\n")) {
                lines[client] = Array(line[(end + 1)...])
                take(line[..<end], of: client)
            }
        }
    }

    /// A client is gone; what it asked for is said to its end.
    private func leave(_ client: Int32) {
        lines[client] = nil
        close(client)
        if now?.client == client { now?.client = -1 }
    }

    private func take(_ line: ArraySlice<UInt8>, of client: Int32) {
        guard let request = VoiceRequest(line: line) else { return tell(client, "refused", reason: "bad-request") }
        end(with: "stopped")
        guard case .say(let words, let language, let isCall) = request else { return tell(client, "stopped") }
        now = (Utterance(words, language: language, isCall: isCall, by: programs, at: MonotonicClock.now), client)
        tell(client, "speaking")
    }

    /// Cuts off what is said now, and tells who asked for it.
    private func end(with word: String, reason: String? = nil) {
        guard let client = now?.client else { return }
        now = nil
        Utterance.release(&speaker)
        tell(client, word, reason: reason)
    }

    private func tell(_ client: Int32, _ word: String, reason: String? = nil) {
        guard client >= 0 else { return }
        var fields = ["voice": JSONValue.text(word)]
        if let reason { fields["reason"] = .text(reason) }
        let bytes = Array((JSONValue.object(fields).line + "\n").utf8)
        _ = send(client, bytes, bytes.count, Int32(MSG_NOSIGNAL | MSG_DONTWAIT))
    }

    /// Says in the journal that it does not work, once, and when it works again; never what was to be said.
    private func note(_ outcome: Utterance.Outcome) {
        switch outcome {
        case .said:
            if hasFailed { Terminal.note("nodline-voice: it speaks again") }
            hasFailed = false
        case .failed(let reason):
            if !hasFailed { Terminal.note("nodline-voice: \(Self.advice[reason] ?? reason)") }
            hasFailed = true
        }
    }

    private static let advice = [
        "no-voice": "nothing speaks; expected espeak-ng: sudo apt install espeak-ng",
        "no-sound": "nothing plays; expected aplay and a sound device: sudo apt install alsa-utils, and aplay -l",
        "too-long": "the sound device takes too long",
    ]
}
