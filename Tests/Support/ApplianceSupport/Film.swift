import Pipeline
import Replays

/// A simulated head's pictures, drawn when needed. After the end, the last one is repeated.
package final class Film {
    private static let model = Result { try PortraitModel(photograph: PortraitModel.photograph(), runtime: LiteRTRuntime(assets: Assets.standard())) }

    package let width: Int
    package let height: Int
    private var camera: SimulatedCamera
    private var other: Companion?
    private var half: [UInt8] = []
    private var drawn = 0
    package private(set) var picture: [UInt8]

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

    /// Two people, of whom the second is brighter.
    /// - Parameters:
    ///   - other: the script of the second one.
    ///   - takeover: the seconds in which the second one is seen in the first one's place; `nil` for two people side by side.
    ///   - gap: seconds of a grey wall before and after the takeover.
    ///   - models: whose pictures they are; the photograph's by default.
    package init(_ script: String, and other: String, gain: Double = 1.5, takeover: Range<Double>? = nil, gap: Double = 0.5,
                 models: (PortraitModel, PortraitModel)? = nil) throws {
        func camera(_ text: String, _ model: PortraitModel?, seed: UInt64) throws -> SimulatedCamera {
            var script = try SimulationScript(text)
            script.size /= 2
            return SimulatedCamera(script: script, model: try model ?? Self.model.get(), seed: seed, width: 320, height: 240)
        }
        self.camera = try camera(script, models?.0, seed: 1)
        (width, height) = (takeover == nil ? 640 : 320, 240)
        half = [UInt8](repeating: 0, count: 320 * 240)
        picture = [UInt8](repeating: 0, count: width * height)
        self.other = Companion(camera: try camera(other, models?.1, seed: 2), picture: half, gain: gain, takeover: takeover, gap: gap)
    }

    /// Another person beside the first, or in the same place.
    private struct Companion {
        var camera: SimulatedCamera
        var picture: [UInt8]
        /// What each grey level becomes.
        let levels: [UInt8]
        let takeover: Range<Double>?
        let gap: Double

        init(camera: SimulatedCamera, picture: [UInt8], gain: Double, takeover: Range<Double>?, gap: Double) {
            (self.camera, self.picture, self.takeover, self.gap) = (camera, picture, takeover, gap)
            levels = (0..<256).map { UInt8(min(Double($0) * gain, 255)) }
        }

        /// Both people's picture; a script that is over shows its last one.
        func draw(beside half: [UInt8], at time: Double, into picture: inout [UInt8]) {
            func bright(_ place: Int) -> UInt8 { levels[Int(self.picture[place])] }
            if let takeover {
                let isGap = [takeover.lowerBound, takeover.upperBound].contains { (0..<gap).contains(time - $0) }
                for place in half.indices { picture[place] = isGap ? 120 : takeover.contains(time) ? bright(place) : half[place] }
                return
            }
            for row in stride(from: 0, to: half.count, by: 320) {
                for place in row..<row + 320 {
                    picture[row + place] = half[place]
                    picture[row + place + 320] = bright(place)
                }
            }
        }
    }

    /// Draws the next picture.
    /// - Returns: its time in seconds; `nil` at the end.
    package func next() -> Double? {
        if other == nil { return camera.next(into: &picture) }
        let time = camera.next(into: &half)
        guard var both = other, let moment = both.camera.next(into: &both.picture) ?? time else { return time }
        both.draw(beside: half, at: moment, into: &picture)
        other = both
        return moment
    }

    /// Writes a clip, as `nodline simulate` does.
    package static func write(_ script: String, to file: String, seed: UInt64 = 1) throws {
        let film = try Film(script, seed: seed)
        let writer = try Y4MWriter(file: file, width: film.width, height: film.height, rate: SimulationScript(script).rate)
        while let time = film.next() { try writer.write(film.picture, time: time) }
        try writer.finish()
    }

    /// Advances to the picture with this number, from 0.
    package func seek(_ number: Int) {
        while drawn <= number, next() != nil { drawn += 1 }
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
