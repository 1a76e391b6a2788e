import Pipeline
import Traces

/// A simulated scene, drawn once at 30 frames a second and repeated from memory, so that measurements do not read the disk.
struct BenchScene {
    private static let rate = 30.0
    let width: Int
    let height: Int
    private var pictures: [[UInt8]] = []

    /// Draws a script's frames.
    init(_ script: String, model: PortraitModel) throws {
        var camera = SimulatedCamera(script: try SimulationScript(script), model: model, seed: 1)
        width = camera.width
        height = camera.height
        var luma = [UInt8](repeating: 0, count: width * height)
        while camera.next(into: &luma) != nil { pictures.append(luma) }
    }

    /// An empty scene: noise on grey.
    init(emptyLike scene: BenchScene) {
        width = scene.width
        height = scene.height
        var generator = SeededGenerator(seed: 3)
        pictures = (0..<8).map { _ in
            (0..<width * height).map { _ in UInt8(120 + generator.next() % 8) }
        }
    }

    /// Hands frames to `body`, going through them forwards and backwards so that nothing jumps.
    /// - Parameter rate: frames a second.
    func forEachFrame(_ count: Int, from first: Int = 0, rate: Double = 15, _ body: (Frame) throws -> Void) rethrows {
        let period = max(1, 2 * (pictures.count - 1))
        for index in first..<first + count {
            let place = Int((Double(index) * Self.rate / rate).rounded()) % period
            let picture = pictures[min(place, period - place, pictures.count - 1)]
            try picture.withUnsafeBufferPointer { luma in
                try body(Frame(luma: luma.baseAddress!, width: width, height: height, stride: width, range: .full,
                               time: Double(index) / rate))
            }
        }
    }
}
