import Glibc
import Pipeline
import Testing
import TestSupport

@Suite("Detection")
struct FaceDetectorTests {
    /// Raw outputs in which some anchors see a face; a row is 16 numbers in 128ths of the crop.
    private func decode(_ faces: [(anchor: Int, score: Float, row: [Float])]) -> [Detection] {
        var boxes = [Float](repeating: 0, count: 896 * 16), scores = [Float](repeating: -20, count: 896)
        for face in faces {
            scores[face.anchor] = face.score
            for (i, value) in face.row.enumerated() { boxes[face.anchor * 16 + i] = value }
        }
        var decoder = BlazeFaceDecoder()
        var found: [Detection] = []
        boxes.withUnsafeBufferPointer { boxes in
            scores.withUnsafeBufferPointer { decoder.decode(boxes: boxes, scores: $0, threshold: 0.5) { found.append($0) } }
        }
        return found
    }

    private func row(_ x: Float, _ y: Float, _ size: Float, points: Float = 0) -> [Float] {
        [x, y, size, size] + [Float](repeating: points, count: 12)
    }

    @Test("a box and its points are offsets from the anchor's centre, in 1/128 of the crop")
    func decoding() throws {
        // Anchor 2 is the second cell of the 16×16 grid: (1.5/16, 0.5/16).
        let face = try #require(decode([(2, 2, row(12.8, 6.4, 25.6, points: 12.8))]).first)
        #expect(abs(face.score - 1 / (1 + exp(-2.0))) < 1e-9)
        #expect(abs(face.box.center.x - (1.5 / 16 + 0.1)) < 1e-6 && abs(face.box.center.y - (0.5 / 16 + 0.05)) < 1e-6)
        #expect(abs(face.box.size.x - 0.2) < 1e-6)
        #expect(abs(face.leftEar.x - (1.5 / 16 + 0.1)) < 1e-6)
        // Anchor 512 begins the 8×8 grid.
        let coarse = try #require(decode([(512, 0.1, row(0, 0, 12.8))]).first)
        #expect(abs(coarse.box.center.x - 0.5 / 8) < 1e-6)
    }

    @Test("a score below one half or a box of negative size is not a face")
    func thresholds() {
        #expect(decode([(2, -0.01, row(0, 0, 20))]).isEmpty)
        #expect(decode([(2, 5, row(0, 0, -20))]).isEmpty)
        #expect(decode([(2, 5, row(.nan, 0, .nan))]).isEmpty)
    }

    @Test("detections that overlap become one, weighted by their scores; others stay apart")
    func suppression() throws {
        let logit = Float(log(3.0))  // 0.75
        let faces = decode([(0, logit, row(0, 0, 32)), (1, 0, row(6.4, 0, 32)), (400, 1, row(0, 0, 32))])
        #expect(faces.count == 2)
        let merged = try #require(faces.first { $0.box.center.x < 0.3 })
        #expect(abs(merged.score - 0.75) < 1e-6)
        // Anchors 0 and 1 share a middle: the mean of 0 and 0.05 with weights 0.75 and 0.5.
        #expect(abs(merged.box.center.x - (0.5 / 16 + 0.05 * 0.5 / 1.25)) < 1e-6)
    }

    @Test("a crop of the whole picture is the picture, and beyond it pixels are black or repeated")
    func crop() {
        let picture = GreyPicture(width: 4, height: 4, luma: (0..<16).map { UInt8($0 * 10) })
        func sample(_ region: RegionOfInterest, _ border: CropSampler.Border, side: Int) -> [Float] {
            let tensor = UnsafeMutableBufferPointer<Float>.allocate(capacity: side * side * 3)
            defer { tensor.deallocate() }
            picture.withFrame {
                CropSampler(side: side, border: border, low: 0, high: 255).sample(region, of: FrameView($0), into: tensor)
            }
            return stride(from: 0, to: tensor.count, by: 3).map { tensor[$0] }
        }
        let whole = RegionOfInterest(center: PicturePoint(2, 2), size: PicturePoint(4, 4), rotation: 0)
        #expect(sample(whole, .replicate, side: 4) == picture.luma.map(Float.init))
        let wide = RegionOfInterest(center: PicturePoint(2, 2), size: PicturePoint(8, 8), rotation: 0)
        #expect(sample(wide, .black, side: 8)[0] == 0)
        #expect(sample(wide, .black, side: 8)[63] == 0)
        #expect(sample(wide, .replicate, side: 8)[63] == 150)
        let turned = RegionOfInterest(center: PicturePoint(1.5, 1.5), size: PicturePoint(3, 3), rotation: .pi / 2)
        // Turned clockwise: the crop's first row runs down the picture's right side.
        #expect(sample(turned, .replicate, side: 3).prefix(3).map { Int($0) } == [30, 70, 110])
        let senseless = RegionOfInterest(center: PicturePoint(.nan, 2), size: PicturePoint(4, 4), rotation: 0)
        #expect(sample(senseless, .replicate, side: 4).allSatisfy { $0 == 0 })
    }

    @Test("limited range is stretched: 16 is black, 235 is white")
    func limited() {
        let luma: [UInt8] = [16, 235, 16, 235]
        let tensor = UnsafeMutableBufferPointer<Float>.allocate(capacity: 12)
        defer { tensor.deallocate() }
        luma.withUnsafeBufferPointer {
            let frame = Frame(luma: $0.baseAddress!, width: 2, height: 2, stride: 2, range: .limited, time: 0)
            CropSampler(side: 2, border: .replicate, low: -1, high: 1).sample(
                RegionOfInterest(center: PicturePoint(1, 1), size: PicturePoint(2, 2), rotation: 0), of: FrameView(frame),
                into: tensor)
        }
        #expect(tensor[0] == -1 && tensor[3] == 1)
    }

    @Test("both accuracies find the photograph's face in the same place")
    func photograph() throws {
        let picture = try Fixtures.photograph()
        let runtime = try LiteRTRuntime()
        let faces = try Accuracy.allCases.map { accuracy in
            let tracker = try FaceTracker(accuracy: accuracy, runtime: runtime)
            return try picture.withFrame { try #require(try tracker.face(in: FrameView($0))) }
        }
        let eyes = faces[1].leftEye - faces[1].rightEye
        let iod = (eyes * eyes).sum().squareRoot()
        #expect(eyes.x > 0 && (30...60).contains(iod))
        for (a, b) in [(faces[0].leftEye, faces[1].leftEye), (faces[0].mouth, faces[1].mouth)] {
            let away = a - b
            #expect((away * away).sum().squareRoot() < 0.02 * iod)
        }
        let (coarse, fine) = try (#require(faces[0].pose), #require(faces[1].pose))
        #expect(abs(coarse.yaw - fine.yaw) < 1 && abs(coarse.pitch - fine.pitch) < 1 && abs(coarse.roll - fine.roll) < 1)
    }

    @Test("a head tilted by 45° or 90° to either side is found", arguments: [-90.0, -45, 45, 90])
    func rolled(degrees: Double) throws {
        let picture = try Fixtures.photograph()
        let tracker = try FaceTracker(accuracy: .high, runtime: LiteRTRuntime())
        // Turns the picture about its centre; pixels beyond it are repeated.
        let region = RegionOfInterest(center: PicturePoint(230, 200), size: PicturePoint(512, 512),
                                      rotation: -degrees * .pi / 180)
        let tensor = UnsafeMutableBufferPointer<Float>.allocate(capacity: 512 * 512 * 3)
        defer { tensor.deallocate() }
        picture.withFrame {
            CropSampler(side: 512, border: .replicate, low: 0, high: 255).sample(region, of: FrameView($0), into: tensor)
        }
        let turned = GreyPicture(width: 512, height: 512, luma: (0..<512 * 512).map { UInt8(tensor[3 * $0]) })
        var face: Face?
        for i in 0..<8 { face = try turned.withFrame(time: Double(i) / 8) { try tracker.face(in: FrameView($0)) } }
        let eyes = try #require(face).leftEye - #require(face).rightEye
        #expect(abs(atan2(eyes.y, eyes.x) * 180 / .pi - degrees) < 8)
    }

    @Test("another face in the picture is seen if it is not much smaller, and one face alone is not taken for two", arguments: [
        (1.0, true), (0.75, true), (0.3, false), (0, false),
    ])
    func company(size: Double, isSeen: Bool) throws {
        let picture = try Fixtures.photograph(), side = 200
        // The photograph's face twice, on the right in another size.
        var luma = [UInt8](repeating: 90, count: 2 * side * side)
        for y in 0..<side {
            for x in 0..<side {
                luma[y * 2 * side + x] = picture.luma[(y + 18) * picture.width + x + 124]
                guard size > 0, Double(max(x, y)) < size * Double(side) else { continue }
                luma[y * 2 * side + side + x] = picture.luma[(Int(Double(y) / size) + 18) * picture.width + Int(Double(x) / size) + 124]
            }
        }
        let tracker = try FaceTracker(accuracy: .high, runtime: LiteRTRuntime())
        try GreyPicture(width: 2 * side, height: side, luma: luma).withFrame { frame in
            let view = FrameView(frame), face = try #require(try tracker.face(in: view))
            #expect(try tracker.seesAnother(than: face, in: view) == isSeen)
        }
    }

    @Test("no face is found in noise, bars or a blank picture", arguments: [0, 1, 2])
    func nothing(kind: Int) throws {
        let tracker = try FaceTracker(accuracy: .high, runtime: LiteRTRuntime())
        let luma = pixels(640 * 480) { i in
            switch kind {
            case 0: UInt8(truncatingIfNeeded: i &* 2_654_435_761 >> 13)
            case 1: i % 64 < 32 ? 40 : 200
            default: 128
            }
        }
        let picture = GreyPicture(width: 640, height: 480, luma: luma)
        for time in 0..<4 {
            #expect(try picture.withFrame(time: Double(time)) { try tracker.face(in: FrameView($0)) } == nil)
        }
    }
}
