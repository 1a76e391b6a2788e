import CLinux
import Glibc

/// Delivers SIGTERM, SIGINT and SIGHUP through a descriptor that a loop can poll, so that they interrupt nothing.
package final class SignalWatch {
    package let descriptor: Int32
    private var signals = sigset_t()
    /// Whether SIGHUP may say that the terminal is gone. `nohup` ignores it.
    private let followsTerminal: Bool

    /// Blocks the signals for this thread and for the threads that it starts: create it before the camera's threads.
    package init() {
        var before = sigaction()
        sigaction(SIGHUP, nil, &before)
        let isIgnored = unsafeBitCast(before.__sigaction_handler.sa_handler, to: Int.self) == 1
        followsTerminal = !isIgnored && Self.hasTerminal
        sigemptyset(&signals)
        for signal in [SIGTERM, SIGINT, SIGHUP] { sigaddset(&signals, signal) }
        pthread_sigmask(SIG_BLOCK, &signals, nil)
        signal(SIGPIPE, SIG_IGN)  // a reader that went away must not end the program
        descriptor = signalfd(-1, &signals, Int32(SFD_NONBLOCK | SFD_CLOEXEC))
        // Without a descriptor the signals are unblocked: they then end the process at once, as by default.
        if descriptor < 0 { pthread_sigmask(SIG_UNBLOCK, &signals, nil) }
    }

    /// Discards pending signals and restores their default actions.
    deinit {
        guard descriptor >= 0 else { return }
        while next() != nil {}
        close(descriptor)
        pthread_sigmask(SIG_UNBLOCK, &signals, nil)
    }

    /// The next pending signal. SIGHUP is SIGTERM where it comes from a terminal that has been closed: nobody is there to end the program.
    package func next() -> Int32? {
        var information = signalfd_siginfo()
        let size = MemoryLayout<signalfd_siginfo>.size
        guard read(descriptor, &information, size) == size else { return nil }
        let signal = Int32(information.ssi_signo)
        return signal == SIGHUP && followsTerminal && !Self.hasTerminal ? SIGTERM : signal
    }

    /// Whether the process has a controlling terminal.
    private static var hasTerminal: Bool {
        let terminal = open("/dev/tty", O_RDONLY | O_NOCTTY | O_CLOEXEC)
        if terminal >= 0 { close(terminal) }
        return terminal >= 0
    }
}
