import Gestures
import Glibc

/// One simulated trace with its labels.
package struct SimulatedTrace: Sendable {
    package let name: String
    package let trace: HeadTrace
    package let labels: [Label]
    /// The result of range calibration for this person, if the default thresholds are too large or everybody was asked to calibrate.
    package let ranges: RangeCalibration?

    package init(name: String, trace: HeadTrace, labels: [Label], ranges: RangeCalibration? = nil) {
        self.name = name
        self.trace = trace
        self.labels = labels
        self.ranges = ranges
    }
}

/// Makes traces without frames: points and angles with the noise that was measured on real clips. Thousands of gestures and hours of idling
/// are possible this way; with rendered frames they would take days. The simulation shows only the effects built into it; real clips have
/// priority.
package struct TraceSimulation: Sendable {
    /// Activities of a person who makes no gesture.
    package enum Idling: String, CaseIterable, Sendable {
        case still, talking, slowTurning = "slow-turning", leaning, lookingAround = "looking-around", coughing, laughing,
             startle, chewing, walkingPast = "walking-past"
    }

    let family: SimulatedPerson.Family
    package var random: SeededGenerator
    /// The eyes of the present person. They have their own generators, so that heads are the same as without them.
    package var eyes = SimulatedEyes(seed: 0)
    /// For what brows and mouth do in speech, likewise.
    package var shapes = SeededGenerator(seed: 0)
    private var people: UInt64 = 0

    package init(_ family: SimulatedPerson.Family, seed: UInt64) {
        self.family = family
        random = SeededGenerator(seed: seed)
        people = seed &* 0x9E37_79B9_7F4A_7C15
    }

    package mutating func meet() -> SimulatedPerson {
        people &+= 1
        eyes = SimulatedEyes(seed: people)
        shapes = SeededGenerator(seed: people ^ 0x5EED)
        return SimulatedPerson(family, &random)
    }

    // MARK: - Movements

    /// A movement in a plan: a change of the head's state while it lasts, or permanently.
    package struct Move: Sendable {
        package let start: Double
        package let length: Double
        /// From the fraction of time, 0…1, to the change; the change at 1 remains after the end.
        package let add: @Sendable (Double, inout HeadState) -> Void
    }

    package struct Plan: Sendable {
        package var moves: [Move] = []
        package var labels: [Label] = []
        package var end: Double
        /// Gaze direction, in degrees from rest.
        var gaze = SIMD2<Double>.zero

        package init(rest: Double) { end = rest }

        package mutating func rest(_ seconds: Double) { end += seconds }

        package mutating func move(_ seconds: Double, _ add: @escaping @Sendable (Double, inout HeadState) -> Void) {
            moves.append(Move(start: end, length: seconds, add: add))
            end += seconds
        }
    }

    /// 0 to 1 like the movement of a hand or a head from rest to rest (minimum jerk: Flash and Hogan 1985).
    package static func reach(_ part: Double) -> Double {
        let t = min(max(part, 0), 1)
        return t * t * t * (10 - 15 * t + 6 * t * t)
    }

    package mutating func any(_ low: Double, _ high: Double) -> Double { Double.random(in: low...high, using: &random) }

    /// The angle in degrees for a distance in IOD.
    package static func degrees(_ distance: Double) -> Double { distance / 1.2 * 180 / Double.pi }

    mutating func glide(_ from: SIMD2<Double>, _ to: SIMD2<Double>, _ seconds: Double, _ plan: inout Plan) {
        plan.move(seconds) { part, state in
            let place = part >= 1 ? .zero : from + (to - from) * Self.reach(part)
            state.yaw += place.x
            state.pitch += place.y
        }
    }

    mutating func stay(at place: SIMD2<Double>, _ seconds: Double, _ plan: inout Plan) {
        plan.move(seconds) { part, state in
            if part >= 1 { return }
            state.yaw += place.x
            state.pitch += place.y
        }
    }

    static func ramp(_ part: Double) -> Double { min(max(part, 0), 1) }

    // MARK: - Recording

    package mutating func record(_ plan: Plan, _ person: SimulatedPerson) -> HeadTrace {
        var face = SimulatedFace(person, seed: random.next())
        let phases = (0..<4).map { _ in any(0, 2 * .pi) }
        var marks: [HeadMark] = []
        var first = 0
        let moves = plan.moves.enumerated().sorted { ($0.element.start, $0.offset) < ($1.element.start, $1.offset) }.map(\.element)
        var settled = HeadState()
        var unrest = person.unrest.map { SimulatedUnrest($0, seed: random.next()) }
        for frame in 0..<Int((plan.end + 1) * person.rate) {
            if any(0, 1) < person.dropped { continue }
            let time = Double(frame) / person.rate
            while first < moves.count, moves[first].start + moves[first].length <= time {
                moves[first].add(1, &settled)  // the permanent change
                first += 1
            }
            var state = settled
            for move in moves[first...] {
                guard move.start <= time else { break }
                move.add((time - move.start) / move.length, &state)
            }
            // Breathing and balance.
            state.left += person.sway * sin(2 * .pi * 0.23 * time + phases[0])
            state.up += person.sway * sin(2 * .pi * 0.31 * time + phases[1])
            state.yaw += Self.degrees(person.sway) * 0.5 * sin(2 * .pi * 0.17 * time + phases[2])
            state.pitch += Self.degrees(person.sway) * 0.5 * sin(2 * .pi * 0.27 * time + phases[3])
            unrest?.move(&state, at: time)
            var mark = state.absence > 0.5 ? HeadMark(time: time, face: nil) : face.mark(of: state, at: time)
            if let points = mark.face, let yaw = points.yaw, let pitch = points.pitch {
                let both = eyes.mark(of: state, angles: HeadAngles(yaw: yaw, pitch: pitch), at: time, size: person.size)
                mark.face?.eyes = both
                mark.face?.lids = eyes.lids(with: both, at: time)
            }
            marks.append(mark)
        }
        return HeadTrace(marks: marks)
    }
}
