/// A point or vector in a frame or view: pixels, origin top left, x right, y down.
public typealias PicturePoint = SIMD2<Double>

/// A frame's luma plane and time, borrowed from its source: valid until the source is asked for the next frame.
public struct Frame {
    /// How luma values map to brightness.
    public enum LumaRange: Equatable, Sendable {
        /// 0 is black, 255 is white (JPEG, cameras' full range).
        case full
        /// 16 is black, 235 is white (video).
        case limited
    }

    /// First byte of the first row.
    public let luma: UnsafePointer<UInt8>
    /// Size in pixels, before orientation.
    public let width: Int
    public let height: Int
    /// Bytes from one row to the next.
    public let stride: Int
    public let range: LumaRange
    /// Seconds since the stream began.
    public var time: Double

    public init(luma: UnsafePointer<UInt8>, width: Int, height: Int, stride: Int, range: LumaRange, time: Double) {
        self.luma = luma
        self.width = width
        self.height = height
        self.stride = stride
        self.range = range
        self.time = time
    }
}
