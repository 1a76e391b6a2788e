/// Packed formats that are converted row by row. Formats with a luma plane are used in place.
public enum PixelFormat: Sendable {
    /// Three bytes: red, green, blue.
    case rgb888
    /// Three bytes: blue, green, red.
    case bgr888
    /// Four bytes: blue, green, red, unused.
    case bgrx8888
    /// Two bytes: luma, and chroma that is skipped.
    case yuyv

    public var bytesPerPixel: Int {
        switch self {
        case .rgb888, .bgr888: 3
        case .bgrx8888: 4
        case .yuyv: 2
        }
    }

    /// Writes the luma of `count` pixels. Colours become full-range luma (ITU-R BT.601, the matrix of JPEG, in 1/256).
    public func convertRow(_ source: UnsafePointer<UInt8>, to luma: UnsafeMutablePointer<UInt8>, count: Int) {
        switch self {
        case .rgb888: Self.weigh(source, luma, count, step: 3, red: 0, blue: 2)
        case .bgr888: Self.weigh(source, luma, count, step: 3, red: 2, blue: 0)
        case .bgrx8888: Self.weigh(source, luma, count, step: 4, red: 2, blue: 0)
        case .yuyv: for i in 0..<count { luma[i] = source[2 &* i] }
        }
    }

    @inline(__always)
    private static func weigh(_ source: UnsafePointer<UInt8>, _ luma: UnsafeMutablePointer<UInt8>, _ count: Int,
                              step: Int, red: Int, blue: Int) {
        for i in 0..<count {
            let pixel = source + step &* i
            let sum = 77 &* UInt32(pixel[red]) &+ 150 &* UInt32(pixel[1]) &+ 29 &* UInt32(pixel[blue])
            luma[i] = UInt8(truncatingIfNeeded: (sum &+ 128) &>> 8)
        }
    }
}
