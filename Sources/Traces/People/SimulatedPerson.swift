import Gestures
import Glibc

/// The parameters in which simulated people, cameras and light differ. Angles in degrees, times in seconds.
package struct SimulatedPerson: Sendable {
    /// Eyes' distance in pixels. A head is 2.4 times as wide: heads of 60 to 260 pixels have 25 to 108.
    var size: Double
    /// Frames a second, and the fraction of them that is lost.
    var rate: Double
    var dropped: Double
    /// Standard deviation of a point, in pixels, and of an angle, in degrees, from frame to frame.
    var pointNoise: Double
    var angleNoise: Double
    /// Standard deviation of the angles' slow error.
    var wander: Double
    /// The head's tilt.
    var roll: Double
    /// Amplitude of the head's sway at rest, in IOD.
    var sway: Double
    /// Speed of movement relative to the usual one.
    var cadence: Double
    /// Amplitude of a gesture, in IOD.
    var range: Double
    /// Fraction of a movement that goes sideways.
    var askew: Double
    /// Overshoot past rest on the way back, as a fraction of the movement.
    var overshoot: Double
    /// Fraction of a movement's time that is spent on the way out.
    var outPart: Double
    /// Distance of the camera in IOD.
    var distance: Double
    /// Movements that never stop, of people who cannot keep still; `nil` for none.
    var unrest: Unrest?
    /// Seed of brows and smile, for a person of whom there are several recordings; `nil` for others of each recording.
    var shape: UInt64?

    /// Tremor, and slow wandering as in athetosis. Amplitudes in IOD.
    struct Unrest: Sendable {
        var tremor: Double
        /// In Hz.
        var tremorRate: Double
        var wander: Double
        /// Seconds from one place to the next.
        var wanderTime: Double
    }

    /// The parameter ranges of the generator. Other ranges give people with whom the rules were not developed.
    package enum Family: String, CaseIterable, Sendable {
        case tuned, unseen, last, fresh, novel

        /// The ranges of all parameters.
        fileprivate var ranges: Ranges {
            switch self {
            case .tuned:
                Ranges(dropped: 0...0.1, light: 1...4, wander: 0.2...0.6, sway: 0.004...0.02, cadence: 0.7...1.4,
                       askew: 0.25, overshoot: 0...0.2, outPart: 0.35...0.6)
            case .unseen:
                Ranges(dropped: 0...0.15, light: 1...5, wander: 0.2...0.9, sway: 0.004...0.025, cadence: 0.67...1.5,
                       askew: 0.25, overshoot: 0...0.25, outPart: 0.35...0.65)
            case .last:
                Ranges(dropped: 0...0.12, light: 1...4.5, wander: 0.3...0.8, sway: 0.01...0.03, cadence: 0.65...1.5,
                       askew: 0.3, overshoot: 0...0.3, outPart: 0.3...0.7)
            // Set before the single run that was made with it; wider than all ranges with which the rules were made.
            case .fresh:
                Ranges(dropped: 0...0.15, light: 1...5, wander: 0.2...0.9, sway: 0.006...0.032, cadence: 0.6...1.6,
                       askew: 0.32, overshoot: 0...0.32, outPart: 0.28...0.7)
            // Set before the single run that predicted rates were judged by.
            case .novel:
                Ranges(dropped: 0...0.12, light: 1...5, wander: 0.2...1, sway: 0.005...0.03, cadence: 0.6...1.5,
                       askew: 0.3, overshoot: 0...0.3, outPart: 0.28...0.65)
            }
        }
    }

    fileprivate struct Ranges {
        let dropped, light, wander, sway, cadence: ClosedRange<Double>
        let askew: Double
        let overshoot, outPart: ClosedRange<Double>
    }

    init(_ family: Family, _ random: inout SeededGenerator) {
        func any(_ range: ClosedRange<Double>) -> Double { Double.random(in: range, using: &random) }
        /// Log-uniform: the lower half of a range of factors is as likely as the upper half.
        func anyFactor(_ range: ClosedRange<Double>) -> Double { exp(any(log(range.lowerBound)...log(range.upperBound))) }
        let ranges = family.ranges
        size = any(25...108)
        rate = family == .unseen ? [8, 12, 15, 20, 24, 30].randomElement(using: &random) ?? 15 : any(8...30)
        dropped = any(ranges.dropped)
        // Measured on real clips: 0.1 to 0.2 pixels, 0.06 to 0.2 degrees. Bad light increases this up to five times.
        let light = any(ranges.light)
        pointNoise = 0.12 * light
        angleNoise = (0.06 + 3 / size) * light
        wander = any(ranges.wander)
        roll = any(-20...20)
        sway = any(ranges.sway)
        cadence = anyFactor(ranges.cadence)
        range = family == .unseen || family == .fresh ? anyFactor(0.12...0.8) : any(0.12...0.8)
        askew = any(-ranges.askew...ranges.askew)
        overshoot = any(ranges.overshoot)
        outPart = any(ranges.outPart)
        distance = any(8...16)
    }
}

/// Converts a head's state into the measurements of a face tracker.
struct SimulatedFace: Sendable {
    private let person: SimulatedPerson
    private var random: SeededGenerator
    /// The lips have their own generator, so that everything else is the same as without them.
    private var lips: SeededGenerator
    /// The opening of a closed mouth, and the mesh's noise, in IOD.
    private static let shut = (opening: 0.02, noise: 0.003)
    private var shape: SimulatedShape
    private var slow = SIMD2<Double>.zero
    private var lastTime = 0.0

    /// Points in IOD relative to the middle between the eyes: x to the user's left, y down, z to the camera.
    private static let eyes = SIMD3(0.5, 0, 0), mouth = SIMD3(0, 1.0, -0.02), nose = SIMD3(0, 0.55, 0.5)
    /// The joint between head and neck.
    private static let pivot = SIMD3(0, 0.9, -1.2)

    init(_ person: SimulatedPerson, seed: UInt64) {
        self.person = person
        random = SeededGenerator(seed: seed)
        lips = SeededGenerator(seed: ~seed)
        shape = SimulatedShape(seed: seed, person: person.shape)
    }

    /// The measurement of a state at a time.
    mutating func mark(of state: HeadState, at time: Double) -> HeadMark {
        let past = max(0, time - lastTime)
        lastTime = time
        // The angles' slow error: an Ornstein–Uhlenbeck process with a time constant of two seconds.
        let keep = exp(-past / 2)
        let push = person.wander * (1 - keep * keep).squareRoot()
        slow = slow * keep + SIMD2(random.normal(), random.normal()) * push
        let turned = SIMD3(state.pitch, state.yaw, state.roll + person.roll) * (Double.pi / 180)
        var points: [HeadPoint] = []
        for point in [SIMD3(-1, 1, 1) * Self.eyes, Self.eyes, Self.mouth, Self.nose] {
            points.append(project(point, turned, state) + HeadPoint(random.normal(), random.normal()) * person.pointNoise)
        }
        let roll = turned.z
        // A tracker gives angles along the frame's axes.
        let yaw = state.yaw * cos(roll) + state.pitch * sin(roll), pitch = state.pitch * cos(roll) - state.yaw * sin(roll)
        var face = HeadMark.FacePoints(
            rightEye: points[0], leftEye: points[1], mouth: points[2], nose: points[3],
            yaw: yaw + slow.x + random.normal() * person.angleNoise,
            pitch: pitch + slow.y + random.normal() * person.angleNoise,
            opening: FaceMeasure((Self.shut.opening + state.lips + Self.shut.noise * lips.normal()).magnitude, seenAt: time))
        (face.brows, face.smile) = shape.measures(of: state, at: time)
        return HeadMark(time: time, face: face)
    }

    private func project(_ point: SIMD3<Double>, _ turned: SIMD3<Double>, _ state: HeadState) -> HeadPoint {
        var p = point - Self.pivot
        // Pitch (positive is up: points in front of the pivot rise), then yaw, then roll.
        p = SIMD3(p.x, p.y * cos(turned.x) - p.z * sin(turned.x), p.y * sin(turned.x) + p.z * cos(turned.x))
        p = SIMD3(p.x * cos(turned.y) + p.z * sin(turned.y), p.y, -p.x * sin(turned.y) + p.z * cos(turned.y))
        p = SIMD3(p.x * cos(turned.z) - p.y * sin(turned.z), p.x * sin(turned.z) + p.y * cos(turned.z), p.z)
        p += Self.pivot + SIMD3(state.left, -state.up, 0)
        let depth = person.distance / state.scale - p.z
        return HeadPoint(320, 240) + HeadPoint(p.x, p.y) * (person.size * person.distance / depth)
    }
}
