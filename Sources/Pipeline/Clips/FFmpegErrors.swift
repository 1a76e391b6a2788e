import Glibc
import Platform

/// What ffmpeg and ffprobe say when something goes wrong.
enum FFmpegErrors {
    /// The first line, which is the cause of the others, without the name of the component in brackets.
    static func reason(_ lines: [String]) -> String? {
        guard let line = lines.first else { return nil }
        return line.first == "[" ? String(line.drop { $0 != "]" }.dropFirst(2)) : line
    }

    /// Why it could not be started.
    static func fault(_ error: SystemError, file: String) -> ClipError {
        ClipError(file: file, problem: error.code == ENOENT
            ? "only Y4M clips and PNG or JPEG pictures are read without ffmpeg, which is not installed. "
                + "Install it: apt install ffmpeg"
            : error.description)
    }
}
