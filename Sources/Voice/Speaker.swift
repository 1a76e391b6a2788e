import CLinux
import Glibc
import Platform

/// A sound device while a program has it open. Words follow each other without a gap in its samples: an HDMI link that slept swallows what comes
/// while it wakes, so silence goes before the first words, and on after them until the device is closed. When this value is released, the
/// player is killed.
///
/// How much has been heard is reckoned by the clock, because a player says nothing before its end.
final class Speaker {
    /// Bytes that wait for the player, at most: what it has not taken is not made either.
    private static let most = 65_536
    /// Seconds of silence that the device has ahead between texts. Words wait as long; it runs dry when this program is kept from its turn for longer.
    private static let ahead = 0.12
    /// Seconds by which a device may be later than is reckoned here.
    private static let slack = 0.1
    /// Seconds in which a player takes something, if there is something to take.
    private static let timeout = 10.0
    /// Microseconds: aplay hands the device pieces of this length, and begins with so much.
    private static let period = 20_000, start = 100_000

    let rate: Int
    private let player: ChildProcess
    private var waiting: [UInt8]
    /// Bytes that the player was given, that it has taken, and where the words among them end.
    private var given = 0, taken = 0, words = 0
    /// When the device has played what it was given, and the words among it; when the player took something last.
    private var playedAt: Double, saidAt: Double, tookAt: Double

    /// - Parameter rate: in samples a second.
    /// - Throws: ``SystemError`` if there is no such program.
    init(_ program: String, rate: Int, lead: Double, at now: Double) throws(SystemError) {
        let options = ["-q", "-t", "raw", "-f", "S16_LE", "-c", "1", "-r", "\(rate)", "-F", "\(Self.period)", "-R", "\(Self.start)", "-"]
        player = try ChildProcess(program, options, input: .pipe, output: .null, errors: .null, inOwnGroup: true)
        _ = fcntl(player.inputDescriptor, F_SETFL, O_NONBLOCK)
        self.rate = rate
        waiting = Wave.silence(lead, rate: rate)
        (playedAt, saidAt, tookAt) = (now, now, now)
    }

    deinit { player.killGroup() }

    /// Whether the player is gone, so that its device is free.
    var hasEnded: Bool { player.statusIfEnded() != nil }

    /// Whether it plays silence and takes more.
    var isAwake: Bool { player.inputDescriptor >= 0 && !hasEnded && waiting.isEmpty && given - taken <= bytes(Self.ahead) }

    /// Whether it takes more words.
    var hasRoom: Bool { waiting.count < Self.most }

    /// What to wait for.
    var polled: [pollfd] { waiting.isEmpty ? [] : [pollfd(fd: player.inputDescriptor, events: Int16(POLLOUT), revents: 0)] }

    /// Samples of words.
    func play(_ samples: [UInt8]) { waiting += samples }

    /// Silence at once; the device is free a moment later.
    func stop() { player.killGroup() }

    /// Closes the device after what it has.
    func close() { player.closeInput() }

    /// Whether all words that it was given have been heard.
    func hasSaid(at now: Double) -> Bool { waiting.isEmpty && taken >= words && now >= saidAt + Self.slack }

    /// Whether the player has taken nothing for long.
    func hangs(at now: Double) -> Bool { now - tookAt > Self.timeout }

    /// Gives the player what it takes.
    /// - Parameter isPause: whether no words are to follow at once, so that silence is needed.
    func turn(isPause: Bool, at now: Double) {
        look(at: now)
        while !waiting.isEmpty {
            let count = give(waiting, at: now)
            guard count > 0 else { break }
            waiting.removeFirst(count)
            (words, saidAt) = (given, playedAt)
        }
        if isPause, waiting.isEmpty, playedAt - now < Self.ahead { _ = give(Wave.silence(Self.ahead - max(0, playedAt - now), rate: rate), at: now) }
    }

    private func give(_ samples: [UInt8], at now: Double) -> Int {
        let count = write(player.inputDescriptor, samples, samples.count)
        guard count > 0 else { return count }
        given += count
        playedAt = max(playedAt, now) + seconds(count)
        return count
    }

    private func look(at now: Double) {
        var unread: Int32 = 0
        guard ioctl(player.inputDescriptor, UInt(FIONREAD), &unread) == 0 else { return }
        if given - Int(unread) > taken || unread == 0 { tookAt = now }
        taken = given - Int(unread)
        // Its device is not open yet.
        if taken == 0 { (playedAt, saidAt) = (now + seconds(given), now + seconds(words)) }
    }

    private func seconds(_ bytes: Int) -> Double { Double(bytes) / 2 / Double(rate) }

    private func bytes(_ seconds: Double) -> Int { 2 * Int(seconds * Double(rate)) }
}
