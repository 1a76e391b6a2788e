import Pipeline
import Testing

@Suite("Pixel formats")
struct PixelFormatTests {
    @Test("packed formats give the same luma", arguments: [
        (PixelFormat.rgb888, [200, 100, 50, 0, 0, 0] as [UInt8]), (.bgr888, [50, 100, 200, 0, 0, 0]),
        (.bgrx8888, [50, 100, 200, 9, 0, 0, 0, 9]), (.yuyv, [124, 77, 0, 78]),
    ])
    func luma(format: PixelFormat, bytes: [UInt8]) {
        var luma: [UInt8] = [9, 9]
        format.convertRow(bytes, to: &luma, count: 2)
        #expect(luma == [124, 0])  // 0.299·200 + 0.587·100 + 0.114·50 = 124.2
    }

    @Test("brightness is 0 for black and 1 for white, in either range", arguments: [
        (UInt8(0), Frame.LumaRange.full, 0.0), (255, .full, 1), (16, .limited, 0), (235, .limited, 1), (128, .full, 0.502),
    ])
    func brightness(value: UInt8, range: Frame.LumaRange, expected: Double) {
        let luma = [UInt8](repeating: value, count: 64 * 64)
        luma.withUnsafeBufferPointer {
            let frame = Frame(luma: $0.baseAddress!, width: 64, height: 64, stride: 64, range: range, time: 0)
            #expect(abs(frame.brightness - expected) < 0.001)
        }
    }
}
