// Another program, run with its input or output in our hands.
import Glibc

/// A running program. It is waited for when this value goes.
public final class ChildProcess {
    /// Where a standard stream of the program goes.
    public enum Stream {
        /// Where ours goes.
        case inherited
        /// Into a pipe whose other end is ours.
        case pipe
        /// Nowhere.
        case null
    }

    public let identifier: pid_t
    private var input: Int32 = -1
    private var output: Int32 = -1
    private var status: Int32?

    /// Starts `program`, found on the PATH, without a shell.
    /// - Parameters:
    ///   - environment: added to ours.
    ///   - inOwnGroup: whether it and what it starts can be ended together.
    public init(_ program: String, _ arguments: [String], input: Stream = .inherited, output: Stream = .inherited,
                environment: [String] = [], inOwnGroup: Bool = false) throws(StartFault) {
        let inputPipe = try Self.makePipe(input), outputPipe = try Self.makePipe(output)
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        if let inputPipe { posix_spawn_file_actions_adddup2(&actions, inputPipe.reading, STDIN_FILENO) }
        if let outputPipe { posix_spawn_file_actions_adddup2(&actions, outputPipe.writing, STDOUT_FILENO) }
        if case .null = input { posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0) }
        if case .null = output { posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0) }
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
        // It gets its signals as any program does, whatever this one has blocked or passes over.
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
        self.identifier = identifier
        self.input = inputPipe?.writing ?? -1
        self.output = outputPipe?.reading ?? -1
        if code != 0 {
            status = code  // nothing to wait for
            throw StartFault(program: program, call: "posix_spawnp", code: code)
        }
    }

    deinit {
        closeInput()
        if output >= 0 { close(output) }
        _ = wait()
    }

    /// Our end of the program's standard input.
    public var inputDescriptor: Int32 { input }

    /// Our end of the program's standard output; whoever takes it closes it.
    public func takeOutput() -> Int32 {
        defer { output = -1 }
        return output
    }

    /// Ends the program's input.
    public func closeInput() {
        if input >= 0 { close(input) }
        input = -1
    }

    /// The status of waitpid where the program has ended; never waits.
    public func statusIfEnded() -> Int32? {
        if status == nil {
            var ended: Int32 = 0
            if waitpid(identifier, &ended, WNOHANG) == identifier { status = ended }
        }
        return status
    }

    /// Ends a program that was started in a group of its own, with all that it has started.
    public func killGroup() {
        if status == nil { kill(-identifier, SIGKILL) }
    }

    /// Lets it run on; nobody waits for it.
    public func abandon() { status = status ?? 0 }

    /// Waits for the program's end; gives the status of waitpid, 0 for success.
    @discardableResult
    public func wait() -> Int32 {
        if let status { return status }
        var status: Int32 = 0
        while waitpid(identifier, &status, 0) < 0, errno == EINTR {}
        self.status = status
        return status
    }

    private static func makePipe(_ stream: Stream) throws(StartFault) -> (reading: Int32, writing: Int32)? {
        guard case .pipe = stream else { return nil }
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0 else { throw StartFault(program: "", call: "pipe", code: errno) }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        return (ends[0], ends[1])
    }
}

/// A program that could not be started.
public struct StartFault: Error, CustomStringConvertible {
    public let program: String
    public let call: String
    /// The call's errno.
    public let code: Int32

    public var description: String { "\(call) \(program): \(String(cString: strerror(code)))" }
}
