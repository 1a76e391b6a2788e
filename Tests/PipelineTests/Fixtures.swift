// What the pipeline's tests need: temporary files, the photograph, the models.
import FoundationEssentials
import Pipeline
import Testing

/// A folder that is removed with the test.
final class TemporaryFolder {
    let path: String

    init() throws {
        path = FileManager.default.temporaryDirectory.path() + "nodline-test-\(UInt64.random(in: 0...UInt64.max))"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// Writes a file and gives its path.
    func file(_ name: String, _ bytes: some Sequence<UInt8>) throws -> String {
        let file = path + "/" + name
        try Data(bytes).write(to: URL(filePath: file))
        return file
    }
}

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

/// The error that `body` throws; the expectation itself gives it only since Swift 6.1.
func thrown<Fault: Error>(_ type: Fault.Type, _ body: () throws -> Void) throws -> Fault {
    var fault: Fault?
    do { try body() } catch let error as Fault { fault = error }
    return try #require(fault, "\(type) was expected")
}
