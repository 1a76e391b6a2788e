import FoundationEssentials

/// Opens a recorded clip: Y4M natively (`-` is standard input), images and folders of images, everything else with ffmpeg.
public enum ClipOpener {
    public static func open(_ path: String) throws -> any FrameSource {
        if path == "-" { return try Y4MReader(file: path) }
        var isFolder: Bool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
            throw ClipError(file: path, problem: "there is no such file or folder")
        }
        if isFolder || GreyPicture.canRead(path) { return try StillSource(path: path) }
        if path.lowercased().hasSuffix(".y4m") { return try Y4MReader(file: path) }
        return try FFmpegSource(file: path)
    }
}
