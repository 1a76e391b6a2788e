import FoundationEssentials

/// A still image, or a folder of them in the order of their names, at a constant rate, because stills have no time stamps.
public final class StillSource: FrameSource {
    /// Assumed frame rate of stills, in frames a second.
    public static let rate = 30.0

    private let files: [String]
    private var index = 0
    private var current: GreyPicture?
    private var pixels = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: 0)

    /// One image, or every PNG and JPEG image in a folder.
    public init(path: String) throws {
        var isFolder: Bool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
            throw ClipError(file: path, problem: "there is no such file or folder")
        }
        if isFolder {
            files = try FileManager.default.contentsOfDirectory(atPath: path)
                .filter(GreyPicture.canRead).sorted().map { "\(path)/\($0)" }
            guard !files.isEmpty else {
                throw ClipError(file: path, problem: "the folder has no .png, .jpg or .jpeg picture in it")
            }
        } else {
            files = [path]
        }
    }

    deinit { pixels.deallocate() }

    public func next() throws -> Frame? {
        guard index < files.count else { return nil }
        let picture = try GreyPicture(file: files[index])
        if let current, current.width != picture.width || current.height != picture.height {
            throw ClipError(file: files[index], problem: "the frame size changes from \(current.width)×\(current.height) "
                + "to \(picture.width)×\(picture.height); every picture of a folder must have the same size")
        }
        if current == nil {
            pixels.deallocate()
            pixels = .allocate(capacity: picture.luma.count)
        }
        _ = pixels.update(fromContentsOf: picture.luma)
        current = picture
        defer { index += 1 }
        return Frame(luma: UnsafePointer(pixels.baseAddress!), width: picture.width, height: picture.height,
                     stride: picture.width, range: .full, time: Double(index) / Self.rate)
    }
}
