import FoundationEssentials
import Platform

/// A still image, or a folder of them in the order of their names ("2.jpg" before "10.jpg"), at a constant rate, because stills have no
/// time stamps. A picture of a folder that cannot be decoded is left out, and a remark says so.
public final class StillSource: FrameSource {
    /// Assumed frame rate of stills, in frames a second.
    public static let rate = 30.0

    private let path: String
    private let files: [String]
    private var index = 0
    /// The size of the pictures.
    private var size: (width: Int, height: Int)?
    private var pixels = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: 0)
    /// The pictures that could not be decoded: the first one's fault, and their number.
    private var failures: (first: ClipError, count: Int)?

    /// One image, or every PNG and JPEG image in a folder. Hidden files are not meant: macOS puts one beside each picture on a stick.
    public init(path: String, isFolder: Bool) throws {
        self.path = path
        if isFolder {
            guard let names = try? FileManager.default.contentsOfDirectory(atPath: path) else {
                throw ClipError(file: path, problem: "this user may not read the folder")
            }
            files = names.filter { !$0.hasPrefix(".") && GreyPicture.canRead($0) }.sorted(by: NaturalOrder.precedes).map { "\(path)/\($0)" }
            guard !files.isEmpty else {
                throw ClipError(file: path, problem: "the folder has no .png, .jpg or .jpeg picture in it")
            }
        } else {
            files = [path]
        }
    }

    deinit { pixels.deallocate() }

    public var remarks: [ClipRemark] {
        guard let failures else { return [] }
        let name = failures.first.file.split(separator: "/").last ?? ""
        return [ClipRemark(file: path, problem: "\(failures.count) of its \(files.count) pictures cannot be read; the first is \(name): "
            + failures.first.problem, isDamage: true)]
    }

    public func next() throws -> Frame? {
        while index < files.count {
            let time = Double(index) / Self.rate
            defer { index += 1 }
            let picture: GreyPicture
            do { picture = try GreyPicture(file: files[index]) } catch let fault as ClipError {
                failures = (failures?.first ?? fault, (failures?.count ?? 0) + 1)
                continue
            }
            return try frame(picture, at: time)
        }
        if size == nil, let failures { throw failures.first }
        return nil
    }

    private func frame(_ picture: GreyPicture, at time: Double) throws -> Frame {
        if let size, size != (picture.width, picture.height) {
            throw ClipError(file: files[index], problem: "the frame size changes from \(size.width)×\(size.height) "
                + "to \(picture.width)×\(picture.height); every picture of a folder must have the same size")
        }
        if size == nil {
            pixels.deallocate()
            pixels = .allocate(capacity: picture.luma.count)
        }
        _ = pixels.update(fromContentsOf: picture.luma)
        size = (picture.width, picture.height)
        return Frame(luma: UnsafePointer(pixels.baseAddress!), width: picture.width, height: picture.height,
                     stride: picture.width, range: .full, time: time)
    }
}
