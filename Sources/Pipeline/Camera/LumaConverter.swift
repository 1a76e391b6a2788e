// Luma out of formats that have no plane of it.
import CLibcamera
import CTurboJPEG

/// Converts a camera's packed frames by rows into one buffer of its own.
final class LumaConverter {
    private let mode: nodline_camera_mode
    private let luma: UnsafeMutableBufferPointer<UInt8>
    private let jpeg: tjhandle?

    /// `nil` for formats whose luma is used in place.
    init?(_ mode: nodline_camera_mode) {
        guard mode.layout != Int32(NODLINE_CAMERA_LUMA.rawValue) else { return nil }
        self.mode = mode
        luma = .allocate(capacity: Int(mode.width) * Int(mode.height))
        jpeg = mode.layout == Int32(NODLINE_CAMERA_MJPEG.rawValue) ? tjInitDecompress() : nil
    }

    deinit {
        luma.deallocate()
        if let jpeg { tjDestroy(jpeg) }
    }

    /// The frame's luma without gaps between rows, or `nil` where the frame is damaged or too short.
    func convert(_ bytes: UnsafePointer<UInt8>, size: Int) -> UnsafePointer<UInt8>? {
        guard let target = luma.baseAddress else { return nil }
        let width = Int(mode.width), height = Int(mode.height), stride = Int(mode.stride)
        if let jpeg {
            let status = tjDecompress2(jpeg, bytes, UInt(size), target, Int32(width), Int32(width), Int32(height),
                                       Int32(TJPF_GRAY.rawValue), 0)
            return status == 0 ? UnsafePointer(target) : nil
        }
        guard let format = PixelFormat(layout: mode.layout), size >= stride * (height - 1) + width * format.bytesPerPixel
        else { return nil }
        for row in 0..<height { format.convertRow(bytes + row * stride, to: target + row * width, count: width) }
        return UnsafePointer(target)
    }
}

extension PixelFormat {
    fileprivate init?(layout: Int32) {
        switch UInt32(bitPattern: layout) {
        case NODLINE_CAMERA_YUYV.rawValue: self = .yuyv
        case NODLINE_CAMERA_RGB.rawValue: self = .rgb888
        case NODLINE_CAMERA_BGR.rawValue: self = .bgr888
        case NODLINE_CAMERA_BGRX.rawValue: self = .bgrx8888
        default: return nil
        }
    }
}
