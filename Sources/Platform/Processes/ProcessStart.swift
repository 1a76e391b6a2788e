import Glibc

/// What every program does first.
package enum ProcessStart {
    /// Takes the habits of whoever started this program out of its way.
    ///
    /// - A standard stream that is closed becomes /dev/null. Else the next file, line or timer that is opened gets its number, and messages
    ///   are written into it, and children inherit it.
    /// - A write beyond the largest file that is allowed (`ulimit -f`) fails with EFBIG, which is told, in place of a signal that ends the program.
    package static func prepare() {
        signal(SIGXFSZ, SIG_IGN)
        for stream in STDIN_FILENO...STDERR_FILENO where fcntl(stream, F_GETFD) < 0 {
            open("/dev/null", O_RDWR)  // the lowest free number: this one
        }
    }
}
