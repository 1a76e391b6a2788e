import Glibc
import Pipeline
import Testing

@Suite("Following the head without a network")
struct HeadFollowerTests {
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
        let still = try Fixtures.view()
        let (points, axes, mesh) = try Fixtures.face(of: still)
        let follower = HeadFollower()
        still.withFrame { follower.begin(at: $0, mesh: mesh, viewToFrame: .identity) }
        let moved = try Fixtures.view(shift: movement.shift, growth: movement.growth, degrees: movement.degrees, gain: movement.gain,
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

    @Test("covering the face lowers the confidence")
    func covered() throws {
        var picture = try Fixtures.view()
        let mesh = try Fixtures.face(of: picture).mesh
        let follower = HeadFollower()
        picture.withFrame { follower.begin(at: $0, mesh: mesh, viewToFrame: .identity) }
        for y in 90..<250 { for x in 90..<230 { picture.luma[y * 320 + x] = UInt8(120 + (x * 7 + y * 13) % 11) } }
        picture.withFrame(time: 0.1) { _ = follower.follow($0) }
        #expect(follower.confidence < 0.3)
    }

    @Test("noise and a lamp are not motion; a shift by 1/50 of the interocular distance is")
    func gate() throws {
        let still = try Fixtures.view()
        let (_, axes, mesh) = try Fixtures.face(of: still)
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
        let lamp = try Fixtures.view(light: 12)
        #expect(noisy(lamp).withFrame(time: 2) { follower.follow($0) } == false)
        let moved = try Fixtures.view(shift: PicturePoint(axes.eyeDistance / 50, 0))
        #expect(noisy(moved).withFrame(time: 2.1) { follower.follow($0) })
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
        let still = try Fixtures.view(), moved = try Fixtures.view(shift: PicturePoint(6, 3), degrees: 4)
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
        let still = try Fixtures.view(), moved = try Fixtures.view(shift: PicturePoint(8, -3), degrees: 5), runtime = try LiteRTRuntime()
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
}
