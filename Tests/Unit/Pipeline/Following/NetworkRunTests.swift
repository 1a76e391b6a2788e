import Glibc
import Pipeline
import Testing

@Suite("When a network runs, and what it finds")
struct NetworkRunTests {
    @Test("a far face is found within two seconds wherever it is, and is certain", arguments: [
        (x: 160, y: 80), (0, 0), (320, 160),
    ], Accuracy.allCases)
    func far(place: (x: Int, y: Int), accuracy: Accuracy) throws {
        // Eyes 24 pixels apart: 1.5 m away from a camera that sees 60 degrees.
        let near = try Fixtures.view(), points = try Fixtures.face(of: near).points
        let small = try Fixtures.view(growth: 24 / FacePoints.length(points.leftEye - points.rightEye))
        var picture = GreyPicture(width: 640, height: 480, luma: [UInt8](repeating: 120, count: 640 * 480))
        for y in 0..<320 {
            for x in 0..<320 { picture.luma[(place.y + y) * 640 + place.x + x] = small.luma[y * 320 + x] }
        }
        let tracker = try FaceTracker(accuracy: accuracy, runtime: LiteRTRuntime())
        let found = try (0...20).compactMap { step in
            try picture.withFrame(time: Double(step) / 10) { try tracker.face(in: FrameView($0)) }
        }.first
        let eyes = try #require(found, "nobody")
        #expect(eyes.isCertain && abs(FacePoints.length(eyes.leftEye - eyes.rightEye) - 24) < 3)
        #expect(abs(eyes.noseTip.x - Double(place.x + 160)) < 30 && abs(eyes.noseTip.y - Double(place.y + 160)) < 30)
    }

    @Test("a head at rest costs one run of the mesh in eight seconds, finding it one more, and coming to rest two more")
    func heartbeat() throws {
        let still = try Fixtures.view(), moved = try Fixtures.view(shift: PicturePoint(8, 0))
        let tracker = try FaceTracker(accuracy: .low, runtime: LiteRTRuntime())
        let costs = StageCosts()
        tracker.costs = costs
        var runs: [Int] = []
        for frame in 0..<300 {
            let picture = frame < 150 ? still : moved
            let face = try picture.withFrame(time: Double(frame) / 15) { try tracker.face(in: FrameView($0)) }
            #expect(face?.isCertain == true)
            runs.append(costs.milliseconds(of: .mesh).count)
        }
        #expect(costs.milliseconds(of: .detect).count == 1)  // the search
        #expect(runs[0] == 1 && runs[14] == 3)  // where BlazeFace saw it, the other way up, and where the mesh itself saw it
        #expect(runs[149] == 4)
        #expect((5...7).contains(runs[299]), "\(runs[299])")
    }

    @Test("a head that trembles a little is not looked at for a blink, and a blink is looked at")
    func blink() throws {
        let still = try Fixtures.view(), (points, axes, mesh) = try Fixtures.face(of: still)
        let trembling = try Fixtures.view(shift: PicturePoint(axes.eyeDistance * 0.0065, 0))
        var shut = still.luma
        for eye in [points.rightEye, points.leftEye] {
            for y in Int(eye.y - 0.12 * axes.eyeDistance)...Int(eye.y + 0.12 * axes.eyeDistance) {
                for x in Int(eye.x - 0.22 * axes.eyeDistance)...Int(eye.x + 0.22 * axes.eyeDistance) { shut[y * 320 + x] = 150 }
            }
        }
        let follower = HeadFollower()
        still.withFrame { follower.begin(at: $0, mesh: mesh, viewToFrame: .identity) }
        #expect(trembling.withFrame(time: 0.1) { follower.follow($0) }, "it is a change")
        let tracker = try FaceTracker(accuracy: .low, runtime: LiteRTRuntime()), costs = StageCosts()
        tracker.costs = costs
        func runs(_ frames: Range<Int>, _ picture: (Int) -> GreyPicture) throws -> Int {
            let before = costs.milliseconds(of: .mesh).count
            for frame in frames { _ = try picture(frame).withFrame(time: Double(frame) / 15) { try tracker.face(in: FrameView($0)) } }
            return costs.milliseconds(of: .mesh).count - before
        }
        _ = try runs(0..<75) { _ in still }
        #expect(try runs(75..<150) { $0 % 2 == 0 ? still : trembling } <= 1, "the heartbeat")
        #expect(!tracker.life.areSeen)
        let eyes = GreyPicture(width: 320, height: 320, luma: shut)
        #expect(try runs(150..<156) { $0 % 6 < 3 ? eyes : still } >= 1)
        #expect(tracker.life.areSeen)
    }

    @Test("a head whose movement may become a gesture is looked at six times a second, and not while the picture stands still")
    func movement() throws {
        let tracker = try FaceTracker(accuracy: .low, runtime: LiteRTRuntime()), costs = StageCosts()
        tracker.costs = costs
        let places = try (0..<45).map { try Fixtures.view(shift: PicturePoint(6 * sin(Double($0) * 2 * .pi / 45), 0)) }
        func runs(_ frames: Range<Int>, _ picture: (Int) -> GreyPicture) throws -> Int {
            let before = costs.milliseconds(of: .mesh).count
            for frame in frames { _ = try picture(frame).withFrame(time: Double(frame) / 30) { try tracker.face(in: FrameView($0)) } }
            return costs.milliseconds(of: .mesh).count - before
        }
        _ = try runs(0..<90) { _ in places[0] }
        let usual = try runs(90..<180) { places[$0 % 45] }
        tracker.movementInterval = 0.15
        let wanted = try runs(180..<270) { places[$0 % 45] }
        #expect((14...24).contains(wanted) && usual < wanted * 3 / 4, "\(wanted), and \(usual) otherwise")
        tracker.movementInterval = nil
        _ = try runs(270..<300) { _ in places[0] }
        tracker.movementInterval = 0.15
        #expect(try runs(300..<390) { _ in places[0] } <= 1, "the heartbeat")
    }

    @Test("the lips are those of the mesh's last run, with its time, whatever the head's size and tilt",
          arguments: Accuracy.allCases)
    func lips(accuracy: Accuracy) throws {
        let tracker = try FaceTracker(accuracy: accuracy, runtime: LiteRTRuntime()), costs = StageCosts()
        tracker.costs = costs
        // The second run, of the second frame, looks whether the face is the other way up, and measures nothing.
        var openings: [Double] = [], lastRun = 0.0, runs = 0
        for frame in 0..<45 {
            let time = Double(frame) / 15, sway = 4 * sin(5 * time)
            let picture = try Fixtures.view(shift: PicturePoint(sway, 0), growth: 1 + 0.02 * sway, degrees: 2 * sway)
            let shape = try picture.withFrame(time: time) { try #require(try tracker.face(in: FrameView($0))?.shape) }
            let count = costs.milliseconds(of: .mesh).count
            if count > runs, !(runs == 1 && count == 2) { lastRun = time }
            runs = count
            #expect(shape.time == lastRun)
            openings.append(shape.lips)
        }
        #expect(accuracy == .low ? runs < 15 : runs >= 40)
        let (least, most) = (openings.min() ?? 0, openings.max() ?? 1)
        #expect(least > 0.1 && most < 0.4 && most - least < 0.05, "\(least) to \(most): she smiles, and does not speak")
    }

    @Test("an empty scene is searched about every four seconds, and often when something begins to move")
    func empty() throws {
        let tracker = try FaceTracker(accuracy: .low, runtime: LiteRTRuntime())
        let costs = StageCosts()
        tracker.costs = costs
        func run(from: Double, to: Double, _ draw: (Double, Int) -> UInt8) throws -> Int {
            let before = costs.milliseconds(of: .detect).count
            for time in stride(from: from, to: to, by: 1.0 / 30) {
                let picture = GreyPicture(width: 320, height: 240, luma: (0..<320 * 240).map { draw(time, $0) })
                #expect(try picture.withFrame(time: time) { try tracker.face(in: FrameView($0)) } == nil)
            }
            return costs.milliseconds(of: .detect).count - before
        }
        _ = try run(from: 0, to: 3) { _, i in UInt8(100 + i % 5) }
        #expect((2...3).contains(try run(from: 3, to: 13) { _, i in UInt8(100 + i % 5) }))
        let awake = try run(from: 13, to: 15) { time, i in i % 320 > Int(time * 37) % 300 ? 100 : 160 }
        #expect((10...22).contains(awake), "\(awake)")
    }

    @Test("a picture without a face is taken for one for at most a second", arguments: [
        "brick.png", "chelsea.png", "clock_motion.png", "coffee.png", "coins.png", "grass.png", "gravel.png", "horse.png", "moon.png",
        "motorcycle_left.png", "page.png", "retina.jpg", "rocket.jpg", "text.png",
    ], Accuracy.allCases)
    func faceless(name: String, accuracy: Accuracy) throws {
        let whole = try GreyPicture(file: Fixtures.home() + "/faceless/" + name)
        let tracker = try FaceTracker(accuracy: accuracy, runtime: LiteRTRuntime())
        var certain = 0.0
        for frame in 0..<75 {
            let face = try whole.withFrame(time: Double(frame) / 15) { try tracker.face(in: FrameView($0)) }
            if face?.isCertain == true { certain += 1.0 / 15 }
        }
        #expect(certain <= 1, "\(certain) s")
    }
}
