import CLinux
import Glibc

/// Delivers SIGTERM, SIGINT and SIGHUP through a descriptor that a loop can poll, so that they interrupt nothing.
package final class SignalWatch {
    package let descriptor: Int32
    private var signals = sigset_t()

    /// Blocks the signals for this thread and for the threads that it starts: create it before the camera's threads.
    package init() {
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

    /// The next pending signal.
    package func next() -> Int32? {
        var information = signalfd_siginfo()
        let size = MemoryLayout<signalfd_siginfo>.size
        return read(descriptor, &information, size) == size ? Int32(information.ssi_signo) : nil
    }
}
