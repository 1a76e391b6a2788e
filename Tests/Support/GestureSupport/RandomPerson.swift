import Gestures
#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif
import TestSupport

/// A head, a face and eyes, each of which goes somewhere, stays, and goes on at random.
package struct RandomPerson: Sendable {
    /// Something that moves between its rest, at 0, and other places.
    package struct Part: Sendable {
        package private(set) var value = 0.0
        /// Since when it has been at rest, in seconds; `nil` while it is not.
        package private(set) var restedSince: Double? = 0
        private var target = 0.0
        private var until = 0.0
        private var speed = 1.0
        /// How often it chooses its rest, other places, seconds there, and speeds of the way.
        private let rest: Double, places: ClosedRange<Double>, stay: ClosedRange<Double>, speeds: ClosedRange<Double>

        init(rest: Double = 0.5, _ places: ClosedRange<Double>, stay: ClosedRange<Double>, speeds: ClosedRange<Double>) {
            (self.rest, self.places, self.stay, self.speeds) = (rest, places, stay, speeds)
        }

        fileprivate mutating func move(at time: Double, after seconds: Double, isCalm: Bool, _ random: inout SplitMix64) {
            if isCalm {
                (target, until, speed) = (0, time, speeds.upperBound)
            } else if time >= until {
                target = random.chance(rest) ? 0 : random.number(places)
                until = time + random.number(stay)
                speed = random.number(speeds)
            }
            value += max(-speed * seconds, min(speed * seconds, target - value))
            restedSince = value == 0 ? restedSince ?? time : nil
        }
    }

    /// Offsets of the head in IOD, its tilt in degrees, how far the face is from rest in the unit of each measure, and the gaze's sine.
    package private(set) var left = Part(-0.5...0.5, stay: 0.3...12, speeds: 0.3...2)
    package private(set) var up = Part(rest: 0.7, -0.4...0.4, stay: 0.3...5, speeds: 0.3...2)
    package private(set) var tilt = Part(-25...25, stay: 0.5...8, speeds: 10...80)
    package private(set) var mouth = Part(0...0.5, stay: 0.5...10, speeds: 0.5...3)
    package private(set) var brows = Part(0...0.2, stay: 0.5...10, speeds: 0.5...3)
    package private(set) var smile = Part(0...0.4, stay: 0.5...10, speeds: 0.5...3)
    package private(set) var lids = Part(0.2...0.28, stay: 0.2...8, speeds: 0.5...5)
    package private(set) var gaze = Part(-0.4...0.4, stay: 0.3...6, speeds: 1...8)
    /// At rest altogether, and staying there.
    package var isCalm = false
    private var random: SplitMix64
    private var time = 0.0

    package init(_ seed: Int) { random = SplitMix64(seed) }

    package mutating func move(to time: Double) {
        let seconds = time - self.time, isCalm = isCalm
        self.time = time
        func move(_ part: inout Part, _ random: inout SplitMix64) { part.move(at: time, after: seconds, isCalm: isCalm, &random) }
        move(&left, &random)
        move(&up, &random)
        move(&tilt, &random)
        move(&mouth, &random)
        move(&brows, &random)
        move(&smile, &random)
        move(&lids, &random)
        move(&gaze, &random)
    }

    /// Since when this part of the face has been at rest, in seconds; `nil` while it is not.
    /// What the person never makes is at rest from the beginning.
    package func restedSince(_ expression: FacialExpression) -> Double? {
        guard let part = Self.parts[expression] else { return 0 }
        return self[keyPath: part].restedSince
    }

    private static let parts: [FacialExpression: KeyPath<RandomPerson, Part> & Sendable] = [.mouth: \.mouth, .eyesClosed: \.lids, .brows: \.brows, .smile: \.smile]

    /// What a camera sees of it, in pixels and degrees: eyes 70 pixels apart, and a tremor of a third of a pixel.
    /// - Parameter turned: added to the head's offset to the left, in IOD.
    package mutating func points(turned: Double = 0) -> (leftEye: HeadPoint, rightEye: HeadPoint, mouth: HeadPoint, angles: HeadAngles) {
        let angle = tilt.value * Double.pi / 180, tremor = random.number(-0.3...0.3), left = left.value + turned
        func at(_ x: Double, _ y: Double) -> HeadPoint {
            HeadPoint(320 + 70 * left + tremor + x * cos(angle) - y * sin(angle), 229 - 70 * up.value + x * sin(angle) + y * cos(angle))
        }
        return (at(35, -29), at(-35, -29), at(0, 46), HeadAngles(yaw: left * 47, pitch: up.value * 47))
    }

    /// - Parameter stamp: the sample's time.
    package mutating func sample(stamp: Double, turned: Double = 0) -> HeadSample {
        let points = points(turned: turned)
        var sample = HeadSample(time: stamp, head: HeadPointer(leftEye: points.leftEye, rightEye: points.rightEye, mouth: points.mouth), angles: points.angles)
        sample.mouth = FaceMeasure(0.01 + mouth.value, seenAt: stamp)
        sample.brows = FaceMeasure(0.6 * (1 + brows.value), seenAt: stamp)
        sample.smile = FaceMeasure(0.7 * (1 + smile.value), seenAt: stamp)
        sample.lids = LidOpening(right: 0.3 - lids.value, left: 0.3 - lids.value, seenAt: stamp)
        sample.gaze = GazeLook(eyes: SIMD3(0, 0, 60), direction: SIMD2(gaze.value, 0), time: stamp)
        return sample
    }
}
