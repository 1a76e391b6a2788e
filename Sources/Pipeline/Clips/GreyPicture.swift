import CPNG
import CTurboJPEG
import Glibc
import Platform

/// A grey image that owns its full-range luma, rows without gaps. Decoded by libpng or libjpeg-turbo.
public struct GreyPicture: Sendable {
    public let width: Int
    public let height: Int
    public var luma: [UInt8]

    public init(width: Int, height: Int, luma: [UInt8]) {
        precondition(luma.count == width * height, "one byte for each pixel")
        self.width = width
        self.height = height
        self.luma = luma
    }

    /// Whether a file's name ends like an image that this type can read.
    public static func canRead(_ file: String) -> Bool {
        let name = file.lowercased()
        return name.hasSuffix(".png") || name.hasSuffix(".jpg") || name.hasSuffix(".jpeg")
    }

    /// Decodes a PNG or JPEG file. Transparent parts of a PNG become black. An orientation tag is ignored, because the configuration gives
    /// the orientation of frames.
    public init(file: String) throws {
        let bytes: [UInt8]
        do { bytes = try FileBytes.read(file) } catch { throw ClipError(file: error.file, problem: error.problem) }
        switch PictureFormat(bytes) {
        case .jpeg: try self.init(jpeg: bytes, file: file)
        case .png: try self.init(png: bytes, file: file)
        case .empty: throw ClipError(file: file, problem: "it is empty; expected a PNG or JPEG picture")
        case .foreign(let name): throw ClipError(file: file, problem: "it is \(name); expected a PNG or JPEG picture")
        }
    }

    private init(jpeg bytes: [UInt8], file: String) throws {
        guard let decoder = tjInitDecompress() else {
            throw ClipError(file: file, problem: "tjInitDecompress: out of memory")
        }
        defer { tjDestroy(decoder) }
        func fault(_ call: String) -> ClipError {
            ClipError(file: file, problem: "\(call): \(String(cString: tjGetErrorStr2(decoder))); expected a whole JPEG picture")
        }
        var width: Int32 = 0, height: Int32 = 0, subsampling: Int32 = 0, colorspace: Int32 = 0
        guard tjDecompressHeader3(decoder, bytes, UInt(bytes.count), &width, &height, &subsampling, &colorspace) == 0
        else { throw fault("tjDecompressHeader3") }
        try Self.check(width: Int(width), height: Int(height), file: file)
        var luma = [UInt8](repeating: 0, count: Int(width) * Int(height))
        guard tjDecompress2(decoder, bytes, UInt(bytes.count), &luma, width, width, height, Int32(TJPF_GRAY.rawValue), 0)
            == 0
        else { throw fault("tjDecompress2") }
        self.init(width: Int(width), height: Int(height), luma: luma)
    }

    private init(png bytes: [UInt8], file: String) throws {
        let (rgb, width, height) = try Self.decode(png: bytes, file: file)
        var luma = [UInt8](repeating: 0, count: width * height)
        rgb.withUnsafeBufferPointer { rgb in
            luma.withUnsafeMutableBufferPointer { luma in
                PixelFormat.rgb888.convertRow(rgb.baseAddress!, to: luma.baseAddress!, count: width * height)
            }
        }
        self.init(width: width, height: height, luma: luma)
    }

    private static func decode(png bytes: [UInt8], file: String) throws -> (rgb: [UInt8], width: Int, height: Int) {
        // libpng keeps both pointers between the two calls.
        let image = UnsafeMutablePointer<png_image>.allocate(capacity: 1)
        image.initialize(to: png_image())
        image.pointee.version = UInt32(PNG_IMAGE_VERSION)
        defer {
            png_image_free(image)
            image.deallocate()
        }
        func fault(_ call: String) -> ClipError {
            let message = String(cArray: image.pointee.message)
            return ClipError(file: file, problem: "\(call): \(message); expected a whole PNG picture")
        }
        return try bytes.withUnsafeBytes { bytes in
            guard png_image_begin_read_from_memory(image, bytes.baseAddress, bytes.count) != 0 else {
                throw fault("png_image_begin_read_from_memory")
            }
            // Decoded as RGB: libpng would compute grey in linear light, which is not luma.
            image.pointee.format = UInt32(PNG_FORMAT_FLAG_COLOR)
            let width = Int(image.pointee.width), height = Int(image.pointee.height)
            try check(width: width, height: height, file: file)
            var rgb = [UInt8](repeating: 0, count: width * height * 3)
            var background = png_color(red: 0, green: 0, blue: 0)
            guard png_image_finish_read(image, &background, &rgb, Int32(width * 3), nil) != 0 else {
                throw fault("png_image_finish_read")
            }
            return (rgb, width, height)
        }
    }

    private static func check(width: Int, height: Int, file: String) throws {
        let sides = 1...Y4MHeader.largestSide
        guard sides.contains(width), sides.contains(height) else {
            throw ClipError(file: file, problem: "it is \(width)×\(height); expected 1 to \(sides.upperBound) a side")
        }
    }
}
