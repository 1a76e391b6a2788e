import CLibcamera
import CTurboJPEG

/// Extracts the luma of packed and JPEG frames into its own buffer.
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

    /// The frame's luma without gaps between rows, or `nil` if the frame is damaged or too short.
    func convert(_ bytes: UnsafePointer<UInt8>, size: Int) -> UnsafePointer<UInt8>? {
        guard let target = luma.baseAddress else { return nil }
        let width = Int(mode.width), height = Int(mode.height), stride = Int(mode.stride)
        if let jpeg { return decode(bytes, size, with: jpeg) ? UnsafePointer(target) : nil }
        guard let format = PixelFormat(layout: mode.layout), size >= stride * (height - 1) + width * format.bytesPerPixel
        else { return nil }
        for row in 0..<height { format.convertRow(bytes + row * stride, to: target + row * width, count: width) }
        return UnsafePointer(target)
    }

    /// Whether the whole frame was decoded. A frame of another size is refused: it would leave a part of the last one in the buffer.
    private func decode(_ bytes: UnsafePointer<UInt8>, _ size: Int, with jpeg: tjhandle) -> Bool {
        let width = Int32(mode.width), height = Int32(mode.height)
        var ownWidth: Int32 = 0, ownHeight: Int32 = 0, subsampling: Int32 = 0, colours: Int32 = 0
        guard tjDecompressHeader3(jpeg, bytes, UInt(size), &ownWidth, &ownHeight, &subsampling, &colours) == 0,
              ownWidth == width, ownHeight == height
        else { return false }
        let status = tjDecompress2(jpeg, bytes, UInt(size), luma.baseAddress, width, width, height,
                                   Int32(TJPF_GRAY.rawValue), 0)
        // Many USB cameras pad their JPEG frames. libjpeg-turbo reports that as an error although nothing is missing.
        return status == 0 || tjGetErrorCode(jpeg) == Int32(TJERR_WARNING.rawValue)
            && String(cString: tjGetErrorStr2(jpeg)).contains("extraneous bytes before marker 0xd9")
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
