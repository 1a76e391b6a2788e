import CLinux
import Glibc
import Platform
import Voice

/// `nodline-voice`: says texts of the board to speak with at the board's loudspeaker. It opens no Internet socket and holds no lines.
@main
enum NodlineVoice {
    private static let options = ProgramOptions(
        of: "nodline-voice", valued: ["--socket", "--engine", "--player", "--lead", "--keep"],
        help: """
            Usage: nodline-voice [--socket PATH] [--engine PROGRAM] [--player PROGRAM] [--lead SECONDS] [--keep SECONDS]
            Says what the page to speak with asks for, by espeak-ng and aplay. systemd passes its socket.
              --socket PATH     makes the socket itself
              --engine PROGRAM  speaks in the place of espeak-ng, and takes its options
              --player PROGRAM  plays in the place of aplay, and takes its options
              --lead SECONDS    silence before the first words, 0 to 3: an HDMI link swallows what comes while it wakes (0.3)
              --keep SECONDS    the device stays open after words, 0 to 600: the next ones need no such silence, but a card that
                                serves one program at a time has none for others meanwhile (10)
            """)

    /// Exit status: 0 success, 1 a fault at run time, 2 an invalid command line.
    static func main() {
        ProcessStart.prepare()
        var programs = VoicePrograms()
        if let engine = options["--engine"] { programs.engine = engine }
        if let player = options["--player"] { programs.player = player }
        if let lead = seconds("--lead", atMost: 3) { programs.lead = lead }
        if let keep = seconds("--keep", atMost: 600) { programs.keep = keep }
        do {
            let signals = SignalWatch(), notifier = ServiceNotifier.standard()
            let path = options["--socket"], lock = try path.map { try FolderLock(beside: $0, program: "nodline-voice", remedy: "give this one another --socket") }
            defer { withExtendedLifetime(lock) {} }
            let desk = VoiceDesk(door: try door(path), programs: programs)
            desk.run(signals, notifier)
            notifier.stopping()
        } catch {
            Terminal.note("nodline-voice: \(error)")
            exit(1)
        }
    }

    private static func seconds(_ name: String, atMost most: Double) -> Double? {
        guard let word = options[name] else { return nil }
        guard let seconds = Double(word), (0...most).contains(seconds) else {
            options.refuse("\(name) \(word.quoted): expected seconds from 0 to \(most.shortest)")
        }
        return seconds
    }

    private static func door(_ path: String?) throws(SystemError) -> Int32 {
        guard let path else {
            // sd_listen_fds(3): descriptors from 3 on.
            guard Environment.variable("LISTEN_PID") == "\(getpid())", Environment.variable("LISTEN_FDS") == "1" else {
                options.refuse("systemd has passed no socket; expected --socket PATH")
            }
            _ = fcntl(3, F_SETFD, FD_CLOEXEC)
            return 3
        }
        guard let address = SocketAddress(path: path) else { throw SystemError("bind", path, code: ENAMETOOLONG) }
        let door = try systemCall("socket", path) { socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0) }
        unlink(path)
        let mask = umask(0o177)
        defer { umask(mask) }
        try systemCall("bind", path) { address.with { bind(door, $0, $1) } }
        try systemCall("listen", path) { listen(door, 8) }
        return door
    }
}
