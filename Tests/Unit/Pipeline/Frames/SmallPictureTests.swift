import Pipeline
import Testing

@Suite("Small pictures")
struct SmallPictureTests {
    @Test("a picture is upright whatever the camera's mounting, and keeps its proportions", arguments: Orientation.allCases, [false, true])
    func upright(orientation: Orientation, isMirrored: Bool) {
        // The frame is brighter to the right and towards the bottom of the view, row ends are never read.
        let (width, height, stride) = (96, 64, 100)
        let mounting = Mounting(orientation: orientation, isMirrored: isMirrored)
        let toView = mounting.frameToView(width: width, height: height)
        var luma = [UInt8](repeating: 255, count: stride * height)
        for y in 0..<height {
            for x in 0..<width {
                let point = toView.apply(PicturePoint(Double(x) + 0.5, Double(y) + 0.5))
                luma[y * stride + x] = UInt8(point.x + point.y)
            }
        }
        luma.withUnsafeBufferPointer { bytes in
            guard let start = bytes.baseAddress else { return }
            let frame = Frame(luma: start, width: width, height: height, stride: stride, range: .full, time: 0)
            let view = FrameView(frame, mounting: mounting)
            var picture = SmallPicture(widest: 32)
            let pixels = picture.pixels(of: view, isFull: true)
            #expect(picture.width == 32 && picture.height == (orientation.swapsAxes ? 48 : 21) && pixels.count == picture.width * picture.height)
            for v in 0..<picture.height {
                for u in 0..<32 {
                    let x = (Double(u) + 0.5) * Double(view.width) / 32, y = (Double(v) + 0.5) * Double(view.height) / Double(picture.height)
                    #expect(abs(Double(pixels[v * 32 + u]) - (x + y)) < 2.5)
                }
            }
        }
    }

    @Test("limited luma becomes full, and a frame that is narrower than the picture is not enlarged")
    func range() {
        let luma: [UInt8] = [16, 235, 0, 126]
        luma.withUnsafeBufferPointer { bytes in
            guard let start = bytes.baseAddress else { return }
            let frame = Frame(luma: start, width: 2, height: 2, stride: 2, range: .limited, time: 0)
            var picture = SmallPicture(widest: 320)
            #expect(picture.pixels(of: FrameView(frame), isFull: true) == [0, 255, 0, 128] && picture.width == 2)
            #expect(picture.pixels(of: FrameView(frame), isFull: false) == luma)
        }
    }
}
