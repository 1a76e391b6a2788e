// How interleaved colour becomes luma, row by row.

/// Interleaved formats that are converted as they are read. Formats with a luma plane need none of this.
public enum PixelFormat: Sendable {
    /// Three bytes: red, green, blue.
    case rgb888
    /// Three bytes: blue, green, red.
    case bgr888

    /// Writes the full-range luma of `count` pixels (ITU-R BT.601, the matrix of JPEG, in 1/256).
    public func convertRow(_ source: UnsafePointer<UInt8>, to luma: UnsafeMutablePointer<UInt8>, count: Int) {
        let (red, blue): (UInt32, UInt32) = self == .rgb888 ? (77, 29) : (29, 77)
        for i in 0..<count {
            let sum = red * UInt32(source[3 * i]) + 150 * UInt32(source[3 * i + 1]) + blue * UInt32(source[3 * i + 2])
            luma[i] = UInt8(truncatingIfNeeded: (sum + 128) >> 8)
        }
    }
}
