import Glibc
import Pipeline
import Testing

@Suite("Following the head without a network")
struct HeadFollowerTests {
    /// A camera's view of the photograph: 320 × 320 pixels around the face, shifted, scaled and rotated.
    private func view(shift: PicturePoint = .zero, growth: Double = 1, degrees: Double = 0, gain: Float = 1,
                      light: Float = 0) throws -> GreyPicture {
        let picture = try Fixtures.photograph()
        let region = RegionOfInterest(center: PicturePoint(226, 140) - shift, size: PicturePoint(320, 320) / growth,
                                      rotation: -degrees * .pi / 180)
        let tensor = UnsafeMutableBufferPointer<Float>.allocate(capacity: 320 * 320 * 3)
        defer { tensor.deallocate() }
        picture.withFrame {
            CropSampler(side: 320, border: .replicate, low: 0, high: 255).sample(region, of: FrameView($0), into: tensor)
        }
        return GreyPicture(width: 320, height: 320, luma: (0..<320 * 320).map {
            UInt8(min(max(tensor[3 * $0] * gain + light, 0), 255))
        })
    }

    /// The photograph's face as the mesh sees it, its axes, and the mesh.
    private func face(of picture: GreyPicture) throws -> (points: FacePoints, axes: FaceAxes, mesh: FaceMesh) {
        let tracker = try FaceTracker(accuracy: .low, runtime: LiteRTRuntime())
        _ = try picture.withFrame { try #require(try tracker.face(in: FrameView($0))) }
        let points = FacePoints(tracker.mesh)
        let axes = try #require(FaceAxes(rightEye: points.rightEye, leftEye: points.leftEye, mouth: points.mouth))
        return (points, axes, tracker.mesh)
    }

    private struct Movement: Sendable {
        var shift = PicturePoint.zero
        var growth = 1.0
        var degrees = 0.0
        var gain: Float = 1
        var light: Float = 0
    }

    @Test("a known movement is measured to a hundredth of the interocular distance, in any light", arguments: [
        Movement(shift: PicturePoint(3, -2)), Movement(shift: PicturePoint(-17, 9)), Movement(shift: PicturePoint(30, 0)),
        Movement(growth: 1.08), Movement(growth: 0.93), Movement(degrees: 6), Movement(degrees: -6),
        Movement(shift: PicturePoint(6, 4), growth: 1.04, degrees: 3), Movement(shift: PicturePoint(5, 5), gain: 0.6, light: 20),
    ])
    private func known(movement: Movement) throws {
        let still = try view()
        let (points, axes, mesh) = try face(of: still)
        let follower = HeadFollower()
        still.withFrame { follower.begin(at: $0, mesh: mesh, viewToFrame: .identity) }
        let moved = try view(shift: movement.shift, growth: movement.growth, degrees: movement.degrees, gain: movement.gain,
                             light: movement.light)
        #expect(moved.withFrame(time: 0.1) { follower.follow($0) })
        // The picture is drawn about its centre; points move by the inverse of the region's transform.
        let angle = movement.degrees * .pi / 180, middle = PicturePoint(160, 160)
        func truth(_ point: PicturePoint) -> PicturePoint {
            let away = point - middle + movement.shift
            return middle + PicturePoint(away.x * cos(angle) - away.y * sin(angle), away.x * sin(angle) + away.y * cos(angle))
                * movement.growth
        }
        for point in [points.rightEye, points.leftEye, points.mouth] {
            let place = axes.place(of: point)
            let found = axes.point(follower.motion.apply(SIMD3(place.x, place.y, 0)))
            #expect(FacePoints.length(found - truth(point)) < 0.01 * axes.eyeDistance, "\(found) for \(truth(point))")
        }
        #expect(follower.confidence > 0.4)  // sure enough to do without a run of the mesh
    }

    @Test("a far face is found within two seconds wherever it is, and is certain", arguments: [
        (x: 160, y: 80), (0, 0), (320, 160),
    ], Accuracy.allCases)
    func far(place: (x: Int, y: Int), accuracy: Accuracy) throws {
        // Eyes 24 pixels apart: 1.5 m away from a camera that sees 60 degrees.
        let near = try view(), points = try face(of: near).points
        let small = try view(growth: 24 / FacePoints.length(points.leftEye - points.rightEye))
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

    @Test("covering the face lowers the confidence")
    func covered() throws {
        var picture = try view()
        let mesh = try face(of: picture).mesh
        let follower = HeadFollower()
        picture.withFrame { follower.begin(at: $0, mesh: mesh, viewToFrame: .identity) }
        for y in 90..<250 { for x in 90..<230 { picture.luma[y * 320 + x] = UInt8(120 + (x * 7 + y * 13) % 11) } }
        picture.withFrame(time: 0.1) { _ = follower.follow($0) }
        #expect(follower.confidence < 0.3)
    }

    @Test("noise and a lamp are not motion; a shift by 1/50 of the interocular distance is")
    func gate() throws {
        let still = try view()
        let (_, axes, mesh) = try face(of: still)
        var random = 7 as UInt64
        func noisy(_ picture: GreyPicture) -> GreyPicture {
            GreyPicture(width: picture.width, height: picture.height, luma: picture.luma.map { value in
                random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                return UInt8(min(max(Int(value) + Int(random >> 61) - 4, 0), 255))  // -4…3
            })
        }
        let follower = HeadFollower()
        noisy(still).withFrame { follower.begin(at: $0, mesh: mesh, viewToFrame: .identity) }
        for frame in 1..<30 { #expect(noisy(still).withFrame(time: Double(frame) / 15) { follower.follow($0) } == false) }
        let lamp = try view(light: 12)
        #expect(noisy(lamp).withFrame(time: 2) { follower.follow($0) } == false)
        let moved = try view(shift: PicturePoint(axes.eyeDistance / 50, 0))
        #expect(noisy(moved).withFrame(time: 2.1) { follower.follow($0) })
    }

    @Test("a head at rest costs one run of the mesh in eight seconds, finding it one more, and coming to rest two more")
    func heartbeat() throws {
        let still = try view(), moved = try view(shift: PicturePoint(8, 0))
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
        let still = try view(), (points, axes, mesh) = try face(of: still)
        let trembling = try view(shift: PicturePoint(axes.eyeDistance * 0.0065, 0))
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

    @Test("the lips are those of the mesh's last run, with its time, whatever the head's size and tilt",
          arguments: Accuracy.allCases)
    func lips(accuracy: Accuracy) throws {
        let tracker = try FaceTracker(accuracy: accuracy, runtime: LiteRTRuntime()), costs = StageCosts()
        tracker.costs = costs
        // The second run, of the second frame, looks whether the face is the other way up, and measures nothing.
        var openings: [Double] = [], lastRun = 0.0, runs = 0
        for frame in 0..<45 {
            let time = Double(frame) / 15, sway = 4 * sin(5 * time)
            let picture = try view(shift: PicturePoint(sway, 0), growth: 1 + 0.02 * sway, degrees: 2 * sway)
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

    @Test("for a tilted head the angles from following are along the picture's axes, like the mesh's angles", arguments: [-20.0, 0, 20],
          [SIMD3(0.2, 0, 0), SIMD3(0, 0.2, 0), SIMD3(-0.15, 0.15, 0)])
    func tilted(roll: Double, turn: SIMD3<Double>) throws {
        let angle = roll * .pi / 180, across = PicturePoint(cos(angle), sin(angle)), down = PicturePoint(-sin(angle), cos(angle))
        let eyes = PicturePoint(100, 80)
        let points = FacePoints(rightEye: eyes - across * 25, leftEye: eyes + across * 25, mouth: eyes + down * 50,
                                noseTip: eyes + down * 30)
        let sighting = FaceSighting(points: points, angles: SIMD3(0, 0, roll), center: eyes, side: 100, presence: 1,
                                    depths: SIMD4(0, 0, 10, 30))
        var motion = HeadMotion()
        motion.turn(by: turn)  // up and to the user's left, in radians
        let axes = try #require(FaceAxes(rightEye: points.rightEye, leftEye: points.leftEye, mouth: points.mouth))
        let moved = sighting.moved(by: motion, axes: axes)
        // The nose is 30 pixels in front; its shift relative to a nose in the plane of the eyes shows the direction of the turn.
        var flat = sighting
        flat.depths[3] = 0
        let way = moved.points.noseTip - flat.moved(by: motion, axes: axes).points.noseTip
        let angles = SIMD2(moved.angles.x, -moved.angles.y)
        #expect((angles * way).sum() > 0.999 * FacePoints.length(angles) * FacePoints.length(way), "\(moved.angles) for \(way)")
        #expect(abs(FacePoints.length(angles) - FacePoints.length(SIMD2(turn.x, turn.y)) * 180 / .pi) < 0.5)
    }

    @Test("small errors are corrected by at most 1.8 % of the interocular distance and 1.5° per frame, large ones at once")
    func gentle() {
        func sighting(shift: Double, yaw: Double) -> FaceSighting {
            let s = PicturePoint(shift, 0)
            return FaceSighting(points: FacePoints(rightEye: PicturePoint(75, 80) + s, leftEye: PicturePoint(125, 80) + s,
                                                   mouth: PicturePoint(100, 130) + s, noseTip: PicturePoint(100, 110) + s),
                                angles: SIMD3(yaw, 0, 0), center: PicturePoint(100, 100) + s, side: 100, presence: 1,
                                depths: SIMD4(0, 0, 10, 30))
        }
        var face = FollowedFace(sighting(shift: 0, yaw: 0))
        face.take(sighting(shift: 10, yaw: 4.5), confidence: 1)  // a fifth of the interocular distance
        var places = [face.sighting.points.rightEye.x], angles = [face.sighting.angles.x]
        #expect(places[0] == 75 && angles[0] == 0)
        for _ in 0..<20 {
            face.correct()
            places.append(face.sighting.points.rightEye.x)
            angles.append(face.sighting.angles.x)
        }
        #expect(zip(places, places.dropFirst()).allSatisfy { $1 - $0 <= 0.018 * 50 + 1e-9 })
        #expect(zip(angles, angles.dropFirst()).allSatisfy { $1 - $0 <= 1.5 + 1e-9 })
        #expect(abs(places[20] - 85) < 0.01 && abs(angles[20] - 4.5) < 0.01)  // the mesh's result is reached fully
        face.take(sighting(shift: 15, yaw: 13), confidence: 1)  // an error as large as a gesture
        #expect(abs(face.sighting.points.rightEye.x - 90) < 0.01 && abs(face.sighting.angles.x - 13) < 0.01)
        face.take(sighting(shift: 30, yaw: 16), confidence: 0.2)  // following reported low confidence
        #expect(abs(face.sighting.points.rightEye.x - 105) < 0.01 && abs(face.sighting.angles.x - 16) < 0.01)
    }

    @Test("a motion reports the angles of its turn, and the turn shifts only points in front of the axes' plane", arguments: [
        (yaw: 8.0, pitch: 0.0), (-12, 0), (0, 9), (0, -12), (6, -6),
    ])
    func turned(turn: (yaw: Double, pitch: Double)) {
        var motion = HeadMotion()
        let radians = Double.pi / 180
        motion.turn(by: SIMD3(turn.pitch, 0, 0) * radians)
        motion.turn(by: SIMD3(0, turn.yaw, 0) * radians)
        #expect(abs(motion.angles.x - turn.yaw) < 0.1 + 0.1 * abs(turn.yaw))
        #expect(abs(motion.angles.y - turn.pitch) < 0.1 + 0.1 * abs(turn.pitch))
        // The user's left is right in the picture; points in front move there, points on the axes' plane do not.
        let nose = motion.apply(SIMD3(0, 0, 0.6)), eyes = motion.apply(.zero)
        #expect(abs(nose.x - 0.6 * sin(turn.yaw * radians)) < 0.02 && eyes == PicturePoint.zero)
        #expect(abs(nose.y + 0.6 * sin(turn.pitch * radians)) < 0.02)
    }

    @Test("a known face stays known when the accuracy changes, with the same position and angles")
    func changes() throws {
        let still = try view(), moved = try view(shift: PicturePoint(6, 3), degrees: 4)
        let tracker = try FaceTracker(accuracy: .high, runtime: LiteRTRuntime())
        let costs = StageCosts()
        tracker.costs = costs
        func faces(_ accuracies: [Accuracy], of picture: GreyPicture, from time: Double) throws -> [Face] {
            try accuracies.enumerated().map { frame, accuracy in
                tracker.accuracy = accuracy
                return try picture.withFrame(time: time + Double(frame) / 15) { try #require(try tracker.face(in: FrameView($0))) }
            }
        }
        // The first is seen on BlazeFace's region, the others on the mesh's own.
        var groups = [try Array(faces([.high, .high, .low, .low, .low, .low, .high, .low, .low, .low], of: still, from: 0).dropFirst(1))]
        let runs = costs.milliseconds(of: .mesh).count
        let followed = try faces([.low], of: moved, from: 0.7)
        #expect(costs.milliseconds(of: .mesh).count == runs)  // by motion only
        groups.append(try followed + faces([.high, .high, .low, .low], of: moved, from: 0.8))
        for group in groups {
            for face in group.dropFirst() {
                #expect(face.isCertain && FacePoints.length(face.noseTip - group[0].noseTip) < 1.5)
                let (now, before) = try (#require(face.pose), #require(group[0].pose))
                #expect(abs(now.yaw - before.yaw) < 2 && abs(now.pitch - before.pitch) < 2, "\(now), before \(before)")
            }
        }
        #expect(FacePoints.length(groups[1][0].noseTip - groups[0][0].noseTip) > 4)
    }

    @Test("with any camera mounting a head is followed to the same position and angles",
          arguments: Orientation.allCases, [false, true])
    func mounted(orientation: Orientation, isMirrored: Bool) throws {
        let still = try view(), moved = try view(shift: PicturePoint(8, -3), degrees: 5), runtime = try LiteRTRuntime()
        func face(_ mounting: Mounting) throws -> Face {
            let tracker = try FaceTracker(accuracy: .low, runtime: runtime), costs = StageCosts()
            tracker.costs = costs
            for time in [0, 0.2, 0.4, 0.6] {
                _ = try still.mounted(mounting).withFrame(time: time) { try tracker.face(in: FrameView($0, mounting: mounting)) }
            }
            let runs = costs.milliseconds(of: .mesh).count
            let face = try moved.mounted(mounting).withFrame(time: 0.67) { try tracker.face(in: FrameView($0, mounting: mounting)) }
            #expect(costs.milliseconds(of: .mesh).count == runs)  // by motion only
            return try #require(face)
        }
        let upright = try face(Mounting()), other = try face(Mounting(orientation: orientation, isMirrored: isMirrored))
        for (a, b) in [(upright.leftEye, other.leftEye), (upright.rightEye, other.rightEye), (upright.mouth, other.mouth)] {
            #expect(FacePoints.length(a - b) < 1, "\(a) and \(b)")
        }
        let (a, b) = try (#require(upright.pose), #require(other.pose))
        #expect(abs(a.yaw - b.yaw) < 1 && abs(a.pitch - b.pitch) < 1 && abs(a.roll - b.roll) < 1, "\(a) and \(b)")
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
