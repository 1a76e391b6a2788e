import Glibc
import Platform

/// Frames of any file that ffmpeg can decode, as grey Y4M through a pipe.
public final class FFmpegSource: FrameSource {
    private let file: String
    private let process: ChildProcess
    private var reader: Y4MReader?

    public init(file: String) throws {
        self.file = file
        do { try systemCall("open") { access(file, R_OK) } } catch { throw ClipError(file: file, problem: error.description) }
        // Only local files are allowed as protocol, so that a playlist cannot make this machine fetch anything.
        let arguments = ["-nostdin", "-v", "error", "-protocol_whitelist", "file,pipe", "-i", "file:" + file,
                         "-map", "0:v:0", "-f", "yuv4mpegpipe", "-pix_fmt", "gray", "-strict", "-1", "pipe:1"]
        do {
            process = try ChildProcess("ffmpeg", arguments, output: .pipe, errors: .pipe)
        } catch {
            throw ClipError(file: file, problem: error.code == ENOENT
                ? "only Y4M clips and PNG or JPEG pictures are read without ffmpeg, which is not installed. "
                    + "Install it: apt install ffmpeg"
                : error.description)
        }
        do {
            reader = try Y4MReader(file: file, descriptor: process.takeOutput())
        } catch let fault as ClipError {
            if fault == Y4MReader.emptyFault(file) { try finish() }  // no output: ffmpeg's message gives the reason
            throw fault
        }
    }

    public func next() throws -> Frame? {
        if let frame = try reader?.next() { return frame }
        try finish()
        return nil
    }

    private func finish() throws {
        reader = nil
        guard process.wait() == 0 else {
            throw ClipError(file: file, problem: "ffmpeg cannot decode it" + (reason.map { ": \($0)" } ?? ""))
        }
    }

    /// The first line of ffmpeg's errors, which is the cause of the others, without the name of the component in brackets.
    private var reason: String? {
        guard let line = process.takeErrorLines().first else { return nil }
        return line.first == "[" ? String(line.drop { $0 != "]" }.dropFirst(2)) : line
    }
}
