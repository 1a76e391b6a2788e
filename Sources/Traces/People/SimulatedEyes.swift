import Gestures
import Glibc

/// The eye movements of one simulated person, and the measurements of an eye tracker. Angles in degrees, times in seconds, positions of the
/// iris in half widths of the eye.
///
/// The numbers are fitted to recorded people, or taken from publications where no recording shows them; see docs/lab/eyes.md.
package struct SimulatedEyes: Sendable {
    /// How far the eyes still point in the direction of a look around when the head has arrived: zero for people who move the head, more
    /// for others.
    let eccentricity: Double
    /// Fraction of the head's turn by which the eyes turn back when they stay on their target.
    private let reflex: Double
    /// Movement of the iris for one degree of eye in head, and for one degree of the head with eyes that stay on their target.
    private static let perDegree = SIMD2(0.0136, 0.010)
    private let slope: SIMD2<Double>
    /// Position of the iris when the eye looks straight ahead.
    private let bias: SIMD2<Double>
    private let wander: Double
    private let fixation: Double
    private let blinkPause: Double
    private let openness: Double
    /// Opening of shut lids as the mesh sees it, as a part of open ones. Recorded blinks reach 0.41 to 0.6 (docs/lab/face.md).
    private let shutLids: Double
    private var random: SeededGenerator
    private var lidNoise: SeededGenerator

    private var fixated = SIMD2<Double>.zero
    private var nextFixation = 0.0
    private var nextBlink: Double
    private var blinkEnd = -1.0

    init(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        func any(_ low: Double, _ high: Double) -> Double { Double.random(in: low...high, using: &random) }
        eccentricity = any(0, 15)
        reflex = 0.97 + 0.03 * random.normal()
        slope = SIMD2(any(-0.0105, -0.003), any(-0.004, 0.001))
        bias = SIMD2(any(-0.05, 0.05), any(-0.05, 0.15))
        wander = any(0, 1) < 0.1 ? 7 : 2
        fixation = any(0.5, 4)
        blinkPause = 60 / any(10, 25)
        openness = any(0.22, 0.36)
        nextBlink = blinkPause * any(0, 1)
        self.random = random
        lidNoise = SeededGenerator(seed: ~seed)
        shutLids = Double.random(in: 0.42...0.58, using: &lidNoise)
    }

    /// The lids as the mesh sees them, with both eyes as the eye tracker does.
    mutating func lids(with eyes: HeadMark.Eyes, at time: Double) -> LidOpening {
        let part = eyes.right.openness < GestureRules().closedEye ? shutLids : 1
        func look() -> Double { max(0, openness * (part + 0.04 * lidNoise.normal())) }
        return LidOpening(right: look(), left: look(), seenAt: time)
    }

    /// Delay of the eyes' jump after the head begins to move. Most people move both at once; some eyes lead, some follow.
    mutating func delay() -> Double {
        let kind = Double.random(in: 0...1, using: &random)
        return kind < 0.6 ? 0.06 * random.normal() : kind < 0.8 ? -Double.random(in: 0.15...0.5, using: &random)
            : Double.random(in: 0.15...0.65, using: &random)
    }

    mutating func happens(_ probability: Double) -> Bool { Double.random(in: 0...1, using: &random) < probability }

    /// - Parameter size: the eyes' distance in pixels.
    package mutating func mark(of state: HeadState, angles: HeadAngles, at time: Double, size: Double) -> HeadMark.Eyes {
        if time >= nextFixation {
            fixated = SIMD2(random.normal(), random.normal()) * wander
            nextFixation = time + fixation * (0.3 - log(1 - Double.random(in: 0..<1, using: &random)))
        }
        if time >= nextBlink {
            blinkEnd = time + Double.random(in: 0.1...0.4, using: &random)
            nextBlink = blinkEnd - blinkPause * log(1 - Double.random(in: 0..<1, using: &random))
        }
        let isShut = time < blinkEnd || state.lids > 0.5
        let head = SIMD2(state.yaw, state.pitch), gaze = SIMD2(state.gazeLeft, state.gazeUp)
        let eye = gaze + fixated - head * reflex
        let turned = SIMD2(max(-40, min(40, eye.x)), max(-30, min(30, eye.y)))
        let place = bias + Self.perDegree * turned + (Self.perDegree + slope) * head
        func look(_ side: EyeLook.Eye) -> EyeLook {
            let noise = (isShut ? 0.08 : 0.012) * max(1, 25 / size)
            let iris = SIMD2(max(-0.55, min(0.55, place.x)), max(-0.55, min(0.55, place.y))) + SIMD2(random.normal(), random.normal()) * noise
            return EyeLook(side, left: iris.x, up: iris.y - (isShut ? 0.15 : 0), openness: isShut ? 0.1 : openness + 0.01 * random.normal(),
                           certainty: min(1, size / 40), head: angles, seenAt: time)
        }
        return HeadMark.Eyes(right: look(.right), left: look(.left))
    }
}

extension TraceSimulation {
    /// Moves the head to a place, in degrees from rest, and the eyes with it; back at rest they are on their target again.
    package mutating func look(to place: SIMD2<Double>, _ plan: inout Plan) {
        let far = (place * place).sum().squareRoot()
        let gaze = far > 0 ? place * (1 + eyes.eccentricity / max(far, 5)) : .zero
        let step = gaze - plan.gaze, length = 0.03 + 0.0022 * (step * step).sum().squareRoot(), start = plan.end + eyes.delay()
        plan.gaze = gaze
        plan.moves.append(Move(start: start, length: length) { part, state in
            state.gazeLeft += step.x * Self.reach(part)
            state.gazeUp += step.y * Self.reach(part)
        })
        if eyes.happens(0.6) { shut(from: start - 0.02, for: 0.2, &plan) }
    }

    /// Shuts the lids for `seconds`.
    package mutating func shut(from start: Double, for seconds: Double, _ plan: inout Plan) {
        plan.moves.append(Move(start: start, length: seconds) { part, state in if part < 1 { state.lids = 1 } })
    }
}
