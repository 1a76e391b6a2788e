import CLinux
import Glibc
import Synchronization

/// A child process, optionally with pipes for its standard streams. Only ``wait()`` blocks until it ends.
public final class ChildProcess {
    /// The destination of a standard stream.
    public enum Stream {
        /// The same as ours.
        case inherited
        /// A pipe whose other end is ours.
        case pipe
        /// /dev/null.
        case null
    }

    public let identifier: pid_t
    private var input: Int32 = -1
    private var output: Int32 = -1
    private var errors: Int32 = -1
    private var third: Int32 = -1
    private var status: Int32?

    /// Writing to a child that has ended is an error, and ends nobody.
    private static let outlivesChildren: Void = { signal(SIGPIPE, SIG_IGN) }()

    /// Starts `program`, found on the PATH, without a shell. The corresponding C function is `posix_spawnp`.
    /// - Parameters:
    ///   - errors: its standard error. Into a pipe it never blocks: output that nobody reads is lost beyond the pipe's size.
    ///   - hasThird: whether its descriptor 3 is a pipe whose other end is ours.
    ///   - environment: variables added to ours.
    ///   - inOwnGroup: whether it gets a process group, so that it can be killed together with the processes that it starts.
    public init(_ program: String, _ arguments: [String], input: Stream = .inherited, output: Stream = .inherited,
                errors: Stream = .inherited, hasThird: Bool = false, environment: [String] = [], inOwnGroup: Bool = false) throws(SystemError) {
        let inputPipe = try Self.makePipe(input), outputPipe = try Self.makePipe(output), errorPipe = try Self.makePipe(errors)
        let thirdPipe = try Self.makePipe(hasThird ? .pipe : .null)
        if inputPipe != nil { _ = Self.outlivesChildren }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        if let inputPipe { posix_spawn_file_actions_adddup2(&actions, inputPipe.reading, STDIN_FILENO) }
        if let outputPipe { posix_spawn_file_actions_adddup2(&actions, outputPipe.writing, STDOUT_FILENO) }
        if let errorPipe {
            _ = fcntl(errorPipe.writing, F_SETFL, O_NONBLOCK)
            posix_spawn_file_actions_adddup2(&actions, errorPipe.writing, STDERR_FILENO)
        }
        if case .null = errors { posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0) }
        if case .null = input { posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0) }
        if case .null = output { posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0) }
        if let thirdPipe { posix_spawn_file_actions_adddup2(&actions, thirdPipe.writing, 3) }
        // Whatever a library has opened without O_CLOEXEC, for example a line.
        posix_spawn_file_actions_addclosefrom_np(&actions, hasThird ? 4 : 3)
        var words: [UnsafeMutablePointer<CChar>?] = ([program] + arguments).map { strdup($0) } + [nil]
        var ours: [UnsafeMutablePointer<CChar>?] = []
        var next = environ
        while let variable = next.pointee {
            ours.append(variable)
            next += 1
        }
        let added = environment.map { strdup($0) }
        defer { (words + added).forEach { free($0) } }
        var identifier = pid_t()
        // The signal mask and the signal actions are reset to their defaults, whatever this process has blocked or ignores.
        var attributes = posix_spawnattr_t(), none = sigset_t(), all = sigset_t()
        sigemptyset(&none)
        sigfillset(&all)
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setsigdefault(&attributes, &all)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF
            | (inOwnGroup ? POSIX_SPAWN_SETPGROUP : 0)))
        let code = posix_spawnp(&identifier, program, &actions, &attributes, &words, added + ours + [nil])
        if let inputPipe { close(inputPipe.reading) }
        if let outputPipe { close(outputPipe.writing) }
        if let errorPipe { close(errorPipe.writing) }
        if let thirdPipe { close(thirdPipe.writing) }
        self.identifier = identifier
        self.input = inputPipe?.writing ?? -1
        self.output = outputPipe?.reading ?? -1
        self.errors = errorPipe?.reading ?? -1
        self.third = thirdPipe?.reading ?? -1
        Self.reap()
        if code != 0 {
            status = code  // there is no process to wait for
            throw SystemError("posix_spawnp", program, code: code)
        }
    }

    deinit {
        closeInput()
        for descriptor in [output, errors, third] where descriptor >= 0 { close(descriptor) }
        if statusIfEnded() == nil { Self.left.withLock { $0.append(identifier) } }
    }

    /// Children that have been released but not waited for. Each stays a zombie until the next start waits for it.
    private static let left = Mutex<[pid_t]>([])

    private static func reap() { left.withLock { $0.removeAll { waitpid($0, nil, WNOHANG) != 0 } } }

    /// Our end of the program's standard input.
    public var inputDescriptor: Int32 { input }

    /// Our end of the program's standard output; the caller closes it.
    public func takeOutput() -> Int32 {
        defer { output = -1 }
        return output
    }

    /// Our end of the program's descriptor 3; the caller closes it.
    public func takeThird() -> Int32 {
        defer { third = -1 }
        return third
    }

    /// The program's standard error, if it is a pipe: its first 4 KB in lines, without control characters of terminals. Call it once,
    /// when the program has ended.
    public func takeErrorLines() -> [String] {
        guard errors >= 0 else { return [] }
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = read(errors, &bytes, bytes.count)
        close(errors)
        errors = -1
        return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self).split(whereSeparator: \.isNewline).map { line in
            String(String.UnicodeScalarView(line.unicodeScalars.filter { $0.properties.generalCategory != .control }))
        }
    }

    /// Ends the program's input.
    public func closeInput() {
        if input >= 0 { close(input) }
        input = -1
    }

    /// The status of waitpid if the program has ended; never blocks.
    public func statusIfEnded() -> Int32? {
        if status == nil {
            var ended: Int32 = 0
            if waitpid(identifier, &ended, WNOHANG) == identifier { status = ended }
        }
        return status
    }

    /// Kills a program that was started in a group of its own, with all processes of the group.
    public func killGroup() { signalGroup(SIGKILL) }

    /// Asks a program that was started in a group of its own to end, with all processes of the group.
    public func terminateGroup() { signalGroup(SIGTERM) }

    /// Until ``statusIfEnded()`` has said that the program has ended, no other process can have its number.
    private func signalGroup(_ signal: Int32) {
        guard status == nil else { return }
        kill(-identifier, signal)
        kill(identifier, signal)  // it may have left its group
    }

    /// Waits for the program's end and returns the status of waitpid, 0 for success.
    @discardableResult
    public func wait() -> Int32 {
        if let status { return status }
        var status: Int32 = 0
        while waitpid(identifier, &status, 0) < 0, errno == EINTR {}
        self.status = status
        return status
    }

    private static func makePipe(_ stream: Stream) throws(SystemError) -> (reading: Int32, writing: Int32)? {
        guard case .pipe = stream else { return nil }
        var ends: [Int32] = [0, 0]
        // Set in the same call, because another thread may start a child meanwhile.
        try systemCall("pipe2") { pipe2(&ends, O_CLOEXEC) }
        return (ends[0], ends[1])
    }
}
