// Every other video format, decoded by ffmpeg where it is installed.
import Glibc

/// Frames of any file that ffmpeg can decode, as grey Y4M through a pipe.
public final class FFmpegSource: FrameSource {
    private let file: String
    private let process: pid_t
    private var isReaped = false
    private var reader: Y4MReader?

    public init(file: String) throws {
        self.file = file
        guard access(file, R_OK) == 0 else {
            throw ClipFault(file: file, problem: "open: \(String(cString: strerror(errno)))")
        }
        var pipeEnds: [Int32] = [0, 0]
        guard pipe(&pipeEnds) == 0 else {
            throw ClipFault(file: file, problem: "pipe: \(String(cString: strerror(errno)))")
        }
        for end in pipeEnds { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        // Protocols are limited to files: a playlist must not make this machine fetch anything.
        let arguments = ["ffmpeg", "-nostdin", "-v", "error", "-protocol_whitelist", "file,pipe", "-i", "file:" + file,
                         "-map", "0:v:0", "-f", "yuv4mpegpipe", "-pix_fmt", "gray", "-strict", "-1", "pipe:1"]
        process = try Self.spawn(arguments, output: pipeEnds[1], file: file)
        close(pipeEnds[1])
        do {
            reader = try Y4MReader(file: file, descriptor: pipeEnds[0])
        } catch {
            try finish()
            throw error
        }
    }

    deinit {
        reader = nil  // closes the pipe first, so that ffmpeg ends even when not all was read
        if !isReaped { waitpid(process, nil, 0) }
    }

    public func next() throws -> Frame? {
        if let frame = try reader?.next() { return frame }
        try finish()
        return nil
    }

    private func finish() throws {
        reader = nil
        guard !isReaped else { return }
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
        isReaped = true
        guard status == 0 else {
            throw ClipFault(file: file, problem: "ffmpeg could not decode it (its own words stand above)")
        }
    }

    private static func spawn(_ arguments: [String], output: Int32, file: String) throws -> pid_t {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
        var words: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) }
        words.append(nil)
        defer { words.forEach { free($0) } }
        var process = pid_t()
        let status = posix_spawnp(&process, "ffmpeg", &actions, nil, words, environ)
        guard status == 0 else {
            throw ClipFault(file: file, problem: status == ENOENT
                ? "only Y4M clips and PNG or JPEG pictures are read without ffmpeg, which is not installed. "
                    + "Install it: apt install ffmpeg"
                : "posix_spawnp ffmpeg: \(String(cString: strerror(status)))")
        }
        return process
    }
}
