import Glibc
import Pipeline
import Testing
import TestSupport

@Suite("Searching for faces")
struct SceneWatchTests {
    private static let width = 640, height = 480, rate = 15.0

    private static let wall = GreyPicture(width: width, height: height, luma: pixels(width * height) { i in
        UInt8(110 + i % width / 16 + i / width / 24 + (i % 64 / 32 ^ i / width % 48 / 24) * 12)
    })

    /// The wall with cars that pass in front of it in both directions without end.
    private func street(at time: Double, isBusy: Bool = true) -> GreyPicture {
        var picture = Self.wall
        guard isBusy else { return picture }
        for (speed, y, size, shade) in [(140.0, 330, 120, 0), (-90, 40, 70, 20), (230, 380, 90, 40), (-310, 300, 60, 60)] {
            let way = Double(Self.width + 2 * size), place = (time * speed + Double(7 * y)).truncatingRemainder(dividingBy: way)
            let left = Int(place < 0 ? place + way : place) - 2 * size
            for row in y..<y + size / 2 {
                for x in max(left, 0)..<min(max(left + size, 0), Self.width) {
                    picture.luma[row * Self.width + x] = UInt8(shade + ((x - left) / 9 * 37 + (row - y) / 11 * 53) % 90)
                }
            }
        }
        return picture
    }

    /// Draws the photograph's face and body, with the eyes around a place and `eyes` pixels apart.
    private func put(_ photograph: GreyPicture, eyes: Double, at place: PicturePoint, on picture: inout GreyPicture) {
        let growth = 46 / eyes, middle = PicturePoint(226, 112)  // the photograph's eyes
        for y in max(0, Int(place.y - 1.8 * eyes))..<min(Self.height, Int(place.y + 6 * eyes)) {
            for x in max(0, Int(place.x - 2.6 * eyes))..<max(0, min(Self.width, Int(place.x + 2.6 * eyes))) {
                let away = (PicturePoint(Double(x), Double(y)) - place) / eyes
                let head = (away.x / 1.4) * (away.x / 1.4) + ((away.y - 0.3) / 2) * ((away.y - 0.3) / 2)
                guard head < 1 || away.y > 2 && away.x.magnitude < 1.2 + min(away.y - 2, 1.4) else { continue }
                let from = middle + away * eyes * growth, span = max(1, Int(growth.rounded()))
                var sum = 0
                for row in 0..<span {
                    for column in 0..<span {
                        let (px, py) = (Int(from.x) + column - span / 2, Int(from.y) + row - span / 2)
                        sum += Int(photograph.luma[min(max(py, 0), 511) * photograph.width + min(max(px, 0), 511)])
                    }
                }
                picture.luma[y * Self.width + x] = UInt8(sum / (span * span))
            }
        }
    }

    @Test("a constantly moving scene without a face costs less than 0.15 runs per frame at 15 frames per second; no face is found",
          arguments: Accuracy.allCases)
    func busy(accuracy: Accuracy) throws {
        let tracker = try FaceTracker(accuracy: accuracy, runtime: LiteRTRuntime()), costs = StageCosts()
        tracker.costs = costs
        var runs: [Int] = []
        for frame in 0..<Int(45 * Self.rate) {
            let time = Double(frame) / Self.rate
            #expect(try street(at: time).withFrame(time: time) { try tracker.face(in: FrameView($0)) } == nil)
            runs.append(costs.milliseconds(of: .detect).count + costs.milliseconds(of: .mesh).count)
        }
        let frames = Int(30 * Self.rate), counted = runs[runs.count - 1] - runs[runs.count - 1 - frames]
        #expect(Double(counted) < 0.15 * Double(frames), "\(counted) runs")
        #expect(counted > 20, "\(counted) runs: it is searched all the same")
    }

    @Test("a person who enters a street is found within half a second of standing still, at different places and distances",
          arguments: [(24.0, 150.0), (24, 470), (34, 300), (60, 420)], Accuracy.allCases)
    func standing(person: (eyes: Double, x: Double), accuracy: Accuracy) throws {
        let tracker = try FaceTracker(accuracy: accuracy, runtime: LiteRTRuntime()), photograph = try Fixtures.photograph()
        let stands = 14.0, start = -3 * person.eyes, place = PicturePoint(person.x, 150)
        var found: Double?
        for frame in 0..<Int((stands + 4) * Self.rate) where found == nil {
            let time = Double(frame) / Self.rate, walked = min(1 + (time - stands) * 260 / (person.x - start), 1)
            var picture = street(at: time)
            let bob = PicturePoint(0, walked < 1 ? 0.1 * person.eyes * sin(11 * time) : 0)
            let eyes = PicturePoint(start + (person.x - start) * walked, place.y) + bob
            if walked > 0 { put(photograph, eyes: person.eyes, at: eyes, on: &picture) }
            let face = try picture.withFrame(time: time) { try tracker.face(in: FrameView($0)) }
            if let face, face.isCertain {
                let away = (face.leftEye + face.rightEye) / 2 - eyes
                #expect((away * away).sum().squareRoot() < person.eyes)
                found = time
            }
        }
        #expect(try #require(found, "nobody") <= stands + 0.5)
    }

    @Test("a far face that appears in a long-still scene is found within half a second",
          arguments: [(120.0, 100.0), (330, 300), (560, 140)])
    func far(place: (x: Double, y: Double)) throws {
        let tracker = try FaceTracker(accuracy: .low, runtime: LiteRTRuntime()), photograph = try Fixtures.photograph()
        let empty = street(at: 0, isBusy: false), comes = 20.0
        var there = empty, found: Double?
        put(photograph, eyes: 24, at: PicturePoint(place.x, place.y), on: &there)
        for frame in 0..<Int((comes + 3) * Self.rate) where found == nil {
            let time = Double(frame) / Self.rate, picture = time < comes ? empty : there
            if try picture.withFrame(time: time, { try tracker.face(in: FrameView($0)) })?.isCertain == true { found = time }
        }
        #expect(try #require(found, "nobody") <= comes + 0.5)
    }
}
