import Gestures
import Glibc
import Replays
import Traces

/// Makes traces of people whose eyes look at known points on a screen: points, angles and measurements of the eyes as numbers, without
/// pictures.
///
/// An eye is a sphere with an iris; the eyelids hide a part of its way up and down. The lengths, and how far they differ between people,
/// are those of recorded people (docs/lab/eyes.md) or published. The simulation shows only the effects built into it: no reflections in
/// glasses, no errors of the iris model that depend on the light's direction.
package struct GazeSimulation {
    /// What the head does.
    package enum Head: String, CaseIterable, Sendable {
        /// It keeps still within some degrees.
        case still
        /// It turns towards what the user looks at by 20 to 50 % of the way, and moves by some centimetres.
        case free
        /// It turns by some 15 degrees to the sides and 8 up and down, whatever the user looks at.
        case turning
    }

    /// A made trace.
    package struct Made: Sendable {
        package let name: String
        package let trace: HeadTrace
        package let labels: [GazeLabel]

        package init(name: String, trace: HeadTrace, labels: [GazeLabel]) {
            self.name = name
            self.trace = trace
            self.labels = labels
        }
    }

    private static let rate = 15.0, seconds = 2.5
    /// Seconds until the eyes have arrived at a new point.
    private static let arrival = 0.5
    private static let width = 640.0, height = 480.0
    /// The slow part of the iris model's error: standard deviation in half widths of the eye, and how much of it is left after a frame. With
    /// it, smoothing helps as little as on recorded clips.
    private static let slowError = 0.015, memory = 0.975

    private var random: SeededGenerator
    private let geometry: GazeGeometry

    package init(_ geometry: GazeGeometry, seed: UInt64) {
        self.geometry = geometry
        random = SeededGenerator(seed: seed)
    }

    /// A person as the camera and the models see them.
    private struct Person {
        /// Radius of the iris's sphere, and its centre's distance from the corners' plane, in half widths of the eye: sideways, up and down.
        var radius, depth: SIMD2<Double>
        /// How much less of the eye's way shows when it looks down.
        var lowered: Double
        /// What the iris model adds to each eye.
        var bias: [SIMD2<Double>]
        /// Distance between the pupils in centimetres, and the camera's focal length in pixels.
        var pupils, focal: Double
        /// Centimetres from the camera.
        var place: SIMD3<Double>
        /// Standard deviations: a measurement of the iris in half widths, and of the head in degrees; a fixation in degrees.
        var noise, tremor, fixation: Double
        /// Factor and offset of the measured angles of the head.
        var angleGain: SIMD2<Double>
        var share: Double
        var openness, blinks: Double
    }

    /// A person looks at `points` first, and then at `count` random points of the screen.
    package mutating func person(_ head: Head, _ points: [GazePoint], count: Int, name: String) -> Made {
        let person = makePerson(head)
        let targets = points + (0..<count).map { _ in geometry.point(x: any(0.05, 0.95), y: any(0.05, 0.95)) }
        var marks: [HeadMark] = [], labels: [GazeLabel] = [], blinkEnd = -1.0
        var wander = SIMD2(0.0, 0.0), slow = [SIMD2(0.0, 0.0), SIMD2(0.0, 0.0)], sway = SIMD3(0.0, 0, 0)
        var angles = SIMD2(0.0, 0.0), fixated = SIMD2(0.0, 0.0), refixation = 0.0
        for (index, target) in targets.enumerated() {
            let start = Double(index) * Self.seconds
            labels.append(GazeLabel(start: start + Self.arrival, end: start + Self.seconds, point: target))
            for frame in 0..<Int((Self.seconds * Self.rate).rounded(.up)) {
                let time = start + Double(frame) / Self.rate
                if time >= start + Self.seconds - 1e-9 { continue }
                wander = wander * 0.98 + normals() * (head == .turning ? SIMD2(3, 1.6) : SIMD2(0.2, 0.2))
                for side in 0..<2 { slow[side] = slow[side] * Self.memory + normals() * (Self.slowError * (1 - Self.memory * Self.memory).squareRoot()) }
                sway = sway * 0.99 + SIMD3(random.normal(), random.normal(), random.normal()) * (head == .free ? 0.3 : 0.05)
                let eyes = person.place + sway
                let aim = Self.angles(from: eyes, to: target)
                angles += (aim * person.share - angles) * 0.2
                if time >= refixation {
                    fixated = normals() * person.fixation
                    refixation = time + any(0.3, 0.8)
                }
                if blinkEnd < time, any(0, 1) < person.blinks / 60 / Self.rate { blinkEnd = time + any(0.1, 0.3) }
                marks.append(mark(person, eyes, head: angles + wander, gaze: aim + fixated, isShut: time < blinkEnd, slow, time))
            }
        }
        return Made(name: name, trace: HeadTrace(marks: marks), labels: labels)
    }

    private mutating func makePerson(_ head: Head) -> Person {
        let degree = 180 / Double.pi, light = any(0, 1)
        return Person(
            radius: SIMD2(0.0136 * (1 + 0.08 * random.normal()), 0.010 * (1 + 0.15 * random.normal())) * degree,
            depth: SIMD2(any(0.003, 0.0105), any(-0.001, 0.004)) * degree, lowered: any(0.6, 1),
            bias: (0..<2).map { _ in SIMD2(any(-0.05, 0.05), any(-0.05, 0.15)) },
            pupils: 6.3 + 0.35 * random.normal(), focal: Self.width / 2 / tan(any(56, 68) / 2 * .pi / 180),
            place: SIMD3(any(-6, 6), any(-6, 6), any(40, 90)), noise: light < 0.3 ? 0.02 : 0.011, tremor: 0.4, fixation: any(0.4, 1),
            angleGain: SIMD2(any(0.9, 1.1), any(0.9, 1.1)), share: head == .free ? any(0.2, 0.5) : 0.05, openness: any(0.23, 0.34),
            blinks: any(10, 25))
    }

    /// What the models measure. Angles in degrees to the user's right and up.
    private mutating func mark(_ person: Person, _ eyes: SIMD3<Double>, head: SIMD2<Double>, gaze: SIMD2<Double>, isShut: Bool,
                               _ slow: [SIMD2<Double>], _ time: Double) -> HeadMark {
        let radians = Double.pi / 180, scale = person.focal / eyes.z
        let size = person.pupils * scale, center = HeadPoint(Self.width / 2 - eyes.x * scale, Self.height / 2 - eyes.y * scale)
        let measured = head * person.angleGain + normals() * person.tremor
        let angles = HeadAngles(yaw: -measured.x, pitch: measured.y)
        // Angles against the line from the eyes to the camera.
        let camera = SIMD2(atan2(-eyes.x, eyes.z), atan2(-eyes.y, eyes.z))
        func sine(_ degrees: SIMD2<Double>) -> SIMD2<Double> { SIMD2(sin(degrees.x * radians - camera.x), sin(degrees.y * radians - camera.y)) }
        var way = person.radius * sine(gaze) - person.depth * sine(head)
        if way.y < 0 { way.y *= person.lowered }
        func look(_ side: EyeLook.Eye, _ bias: SIMD2<Double>) -> EyeLook {
            let noise = normals() * ((isShut ? 0.08 : person.noise) * max(1, 25 / size))
            return EyeLook(side, left: -way.x + bias.x + noise.x, up: way.y + bias.y + noise.y - (isShut ? 0.15 : 0),
                           openness: isShut ? 0.1 : person.openness + 0.01 * random.normal(), certainty: min(1, size / 40), head: angles, seenAt: time)
        }
        let wide = size * cos(head.x * radians), half = HeadPoint(wide / 2, 0)
        // The pointer, the circle through eyes and mouth, lies where a real one does; `center` is taken as its middle.
        let eyesMiddle = center - HeadPoint(0, 0.2 * size)
        let mouth = eyesMiddle + HeadPoint(0, 1.1 * size * cos(head.y * radians))
        var face = HeadMark.FacePoints(rightEye: eyesMiddle - half, leftEye: eyesMiddle + half, mouth: mouth,
                                       nose: (eyesMiddle + mouth) / 2 - HeadPoint(head.x * radians, head.y * radians) * (0.5 * size),
                                       yaw: angles.yaw, pitch: angles.pitch, opening: FaceMeasure(0, seenAt: time))
        face.eyes = HeadMark.Eyes(right: look(.right, person.bias[0] + slow[0]), left: look(.left, person.bias[1] + slow[1]))
        return HeadMark(time: time, face: face)
    }

    /// Angles against the screen's normal, in degrees to the user's right and up.
    private static func angles(from eyes: SIMD3<Double>, to point: GazePoint) -> SIMD2<Double> {
        SIMD2(atan2(point.right - eyes.x, eyes.z), atan2(point.up - eyes.y, eyes.z)) * (180 / .pi)
    }

    private mutating func any(_ low: Double, _ high: Double) -> Double { Double.random(in: low...high, using: &random) }
    private mutating func normals() -> SIMD2<Double> { SIMD2(random.normal(), random.normal()) }

    /// The points of a calibration on the screen, as parts of it: 3, 5 or 9.
    package static func points(_ count: Int, _ geometry: GazeGeometry) -> [GazePoint] {
        let near = 0.1, middle = 0.5, far = 0.9
        let places: [(Double, Double)] = switch count {
        case 3: [(near, near), (far, near), (middle, far)]
        case 5: [(near, near), (far, near), (middle, middle), (near, far), (far, far)]
        default: [(near, near), (middle, near), (far, near), (near, middle), (middle, middle), (far, middle), (near, far), (middle, far), (far, far)]
        }
        return places.map { geometry.point(x: $0.0, y: $0.1) }
    }
}
