import Lab
import Pipeline

/// A simulated head's pictures, drawn when needed. After the end, the last one is repeated.
package final class Film {
    private static let model = Result { try PortraitModel(photograph: PortraitModel.photograph(), runtime: LiteRTRuntime(assets: Assets.standard())) }

    package let width: Int
    package let height: Int
    private var camera: SimulatedCamera
    private var drawn = 0
    private(set) var picture: [UInt8]

    /// - Parameters:
    ///   - script: as for `nodline simulate`.
    ///   - isSmall: half the width and height, with the head scaled too; this is drawn four times as fast.
    package init(_ script: String, seed: UInt64 = 1, isSmall: Bool = false) throws {
        var script = try SimulationScript(script)
        if isSmall { script.size /= 2 }
        camera = SimulatedCamera(script: script, model: try Self.model.get(), seed: seed, width: isSmall ? 320 : 640, height: isSmall ? 240 : 480)
        (width, height) = (camera.width, camera.height)
        picture = [UInt8](repeating: 0, count: width * height)
    }

    /// Draws the next picture.
    /// - Returns: its time in seconds; `nil` at the end.
    package func next() -> Double? { camera.next(into: &picture) }

    /// Writes a clip, as `nodline simulate` does.
    package static func write(_ script: String, to file: String, seed: UInt64 = 1) throws {
        let film = try Film(script, seed: seed)
        let writer = try Y4MWriter(file: file, width: film.width, height: film.height, rate: SimulationScript(script).rate)
        while let time = film.next() { try writer.write(film.picture, time: time) }
        try writer.finish()
    }

    /// Advances to the picture with this number, from 0.
    package func seek(_ number: Int) {
        while drawn <= number, camera.next(into: &picture) != nil { drawn += 1 }
    }
}

/// A simulated head's frames, without a clip on the disk.
package final class FilmSource: FrameSource {
    private let film: Film
    private let covered: Double
    private let wall: [UInt8]

    /// - Parameter covered: the time in seconds from which the camera sees a grey wall.
    package init(_ script: String, covered: Double = .infinity) throws {
        film = try Film(script)
        self.covered = covered
        wall = [UInt8](repeating: 120, count: film.picture.count)
        lent = .allocate(capacity: wall.count)
    }

    deinit { lent.deallocate() }

    private let lent: UnsafeMutableBufferPointer<UInt8>

    package func next() throws -> Frame? {
        guard let time = film.next(), let luma = lent.baseAddress else { return nil }
        _ = lent.update(from: time < covered ? film.picture : wall)
        return Frame(luma: luma, width: film.width, height: film.height, stride: film.width, range: .full, time: (time * 1e6).rounded() / 1e6)
    }
}
