import CTurboJPEG

/// Compresses grey pictures with libjpeg-turbo.
package final class JPEGEncoder {
    private let encoder: tjhandle?
    private var buffer: [UInt8] = []

    package init() { encoder = tjInitCompress() }

    deinit { if let encoder { tjDestroy(encoder) } }

    /// - Parameter quality: 1 to 100.
    /// - Returns: the file's bytes; `nil` if the picture cannot be compressed.
    package func jpeg(of luma: [UInt8], width: Int, height: Int, quality: Int) -> [UInt8]? {
        guard let encoder, width > 0, height > 0, luma.count == width * height else { return nil }
        let longest = Int(tjBufSize(Int32(width), Int32(height), Int32(TJSAMP_GRAY.rawValue)))
        if buffer.count < longest { buffer = [UInt8](repeating: 0, count: longest) }
        var size = UInt(buffer.count)
        let isDone = buffer.withUnsafeMutableBufferPointer { bytes in
            var start = bytes.baseAddress
            return tjCompress2(encoder, luma, Int32(width), 0, Int32(height), Int32(TJPF_GRAY.rawValue), &start, &size,
                               Int32(TJSAMP_GRAY.rawValue), Int32(quality), Int32(TJFLAG_NOREALLOC)) == 0
        }
        return isDone ? Array(buffer.prefix(Int(size))) : nil
    }
}
