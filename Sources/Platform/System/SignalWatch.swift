// Signals as something to wait for, like a frame.
import CLinux
import Glibc

/// SIGTERM, SIGINT and SIGHUP through a descriptor; the process is not interrupted anywhere else.
package final class SignalWatch {
    package let descriptor: Int32
    private var signals = sigset_t()

    /// Blocks the signals for this thread and all that it starts: make it before the camera's threads.
    package init() {
        sigemptyset(&signals)
        for signal in [SIGTERM, SIGINT, SIGHUP] { sigaddset(&signals, signal) }
        pthread_sigmask(SIG_BLOCK, &signals, nil)
        signal(SIGPIPE, SIG_IGN)  // a reader that went away is no reason to drop what is held
        descriptor = signalfd(-1, &signals, Int32(SFD_NONBLOCK | SFD_CLOEXEC))
        // Without one nobody would hear them: then they end the process at once, as they do by themselves.
        if descriptor < 0 { pthread_sigmask(SIG_UNBLOCK, &signals, nil) }
    }

    /// What has come and was not asked for is gone; from now on signals do what they do by themselves.
    deinit {
        guard descriptor >= 0 else { return }
        while next() != nil {}
        close(descriptor)
        pthread_sigmask(SIG_UNBLOCK, &signals, nil)
    }

    /// The next signal that waits.
    package func next() -> Int32? {
        var information = signalfd_siginfo()
        let size = MemoryLayout<signalfd_siginfo>.size
        return read(descriptor, &information, size) == size ? Int32(information.ssi_signo) : nil
    }
}
