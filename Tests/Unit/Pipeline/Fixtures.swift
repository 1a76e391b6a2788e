// The photograph, and pictures as frames, for the pipeline's tests.
import Pipeline
import Testing

enum Fixtures {
    /// The folder that deploy/fetch fills.
    static func home() throws -> String {
        try #require(Assets.checkoutFolder(), "run deploy/fetch first")
    }

    static func photograph() throws -> GreyPicture { try GreyPicture(file: home() + "/astronaut.png") }
}

extension GreyPicture {
    /// Lends the picture as a frame.
    func withFrame<Value>(time: Double = 0, _ body: (Frame) throws -> Value) rethrows -> Value {
        try luma.withUnsafeBufferPointer {
            try body(Frame(luma: $0.baseAddress!, width: width, height: height, stride: width, range: .full, time: time))
        }
    }

    /// The picture as a camera with this mounting would give it.
    func mounted(_ mounting: Mounting) -> GreyPicture {
        let size = mounting.orientation.swapsAxes ? (height, width) : (width, height)
        let toView = mounting.frameToView(width: size.0, height: size.1)
        var turned = [UInt8](repeating: 0, count: luma.count)
        for y in 0..<size.1 {
            for x in 0..<size.0 {
                let place = toView.apply(PicturePoint(Double(x) + 0.5, Double(y) + 0.5))
                turned[y * size.0 + x] = luma[Int(place.y) * width + Int(place.x)]
            }
        }
        return GreyPicture(width: size.0, height: size.1, luma: turned)
    }
}
