import Glibc
import Platform

/// Opens a recorded clip: Y4M natively (`-` is standard input), images and folders of images, everything else with ffmpeg.
public enum ClipOpener {
    public static func open(_ path: String) throws -> any FrameSource {
        if path == "-" { return try Y4MReader(file: path) }
        var status = stat()
        guard stat(path, &status) == 0 else {
            throw ClipError(file: path, problem: errno == ENOENT ? "there is no such file or folder" + FileName.remark(on: path) : SystemError("open").reason)
        }
        let isFolder = status.st_mode & S_IFMT == S_IFDIR
        if isFolder || GreyPicture.canRead(path) { return try StillSource(path: path, isFolder: isFolder) }
        if path.lowercased().hasSuffix(".y4m") { return try Y4MReader(file: path) }
        return try FFmpegSource(file: path)
    }
}
