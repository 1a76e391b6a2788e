import Gestures
import Glibc

/// One simulated trace with its labels.
package struct SimulatedTrace: Sendable {
    package let name: String
    package let trace: HeadTrace
    package let labels: [Label]
    /// The result of range calibration for this person, if the default thresholds are too large or everybody was asked to calibrate.
    package let ranges: RangeCalibration?
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
    var random: SeededGenerator
    /// The eyes of the present person. They have their own generators, so that heads are the same as without them.
    var eyes = SimulatedEyes(seed: 0)
    /// For what brows and mouth do in speech, likewise.
    var shapes = SeededGenerator(seed: 0)
    private var people: UInt64 = 0
    private let isCalibrated: Bool

    /// - Parameter isCalibrated: everybody goes through range calibration first, also who has a large range. The heads are the same.
    package init(_ family: SimulatedPerson.Family, seed: UInt64, isCalibrated: Bool = false) {
        self.family = family
        self.isCalibrated = isCalibrated
        random = SeededGenerator(seed: seed)
        people = seed &* 0x9E37_79B9_7F4A_7C15
    }

    mutating func meet() -> SimulatedPerson {
        people &+= 1
        eyes = SimulatedEyes(seed: people)
        shapes = SeededGenerator(seed: people ^ 0x5EED)
        return SimulatedPerson(family, &random)
    }

    /// `count` gestures by one person, after two seconds of rest.
    package mutating func gestures(_ count: Int, name: String) -> SimulatedTrace {
        let person = meet()
        // Below this the default threshold may not be reached: such a user calibrates the range first.
        let ranges = person.range < 0.3 ? practice(person) : calibration(of: person)
        var plan = Plan(rest: 2)
        for _ in 0..<count {
            guard let gesture = HeadGesture.turns.randomElement(using: &random) else { continue }
            let start = plan.end
            act(gesture, person, &plan)
            plan.labels.append(Label(start: start, end: plan.end, gesture: LabelledGesture(gesture)))
            plan.rest(Double.random(in: 1.5...4, using: &random))
        }
        return SimulatedTrace(name: name, trace: record(plan, person), labels: plan.labels, ranges: ranges)
    }

    /// A trace with only one kind of idling, for `seconds`.
    package mutating func idling(_ idling: Idling, seconds: Double, name: String) -> SimulatedTrace {
        let person = meet(), ranges = calibration(of: person)
        var plan = Plan(rest: 2)
        while plan.end < seconds { idle(idling, &plan) }
        return SimulatedTrace(name: name, trace: record(plan, person), labels: [], ranges: ranges)
    }

    /// The range calibration of a person, without a trace of it in the generators.
    private func calibration(of person: SimulatedPerson) -> RangeCalibration? {
        var other = self
        return isCalibrated ? other.practice(person) : nil
    }

    // MARK: - Movements

    /// A movement in a plan: a change of the head's state while it lasts, or permanently.
    struct Move: Sendable {
        let start: Double
        let length: Double
        /// From the fraction of time, 0…1, to the change; the change at 1 remains after the end.
        let add: @Sendable (Double, inout HeadState) -> Void
    }

    struct Plan: Sendable {
        var moves: [Move] = []
        var labels: [Label] = []
        var end: Double
        /// Gaze direction, in degrees from rest.
        var gaze = SIMD2<Double>.zero

        init(rest: Double) { end = rest }

        mutating func rest(_ seconds: Double) { end += seconds }

        mutating func move(_ seconds: Double, _ add: @escaping @Sendable (Double, inout HeadState) -> Void) {
            moves.append(Move(start: end, length: seconds, add: add))
            end += seconds
        }
    }

    /// 0 to 1 like the movement of a hand or a head from rest to rest (minimum jerk: Flash and Hogan 1985).
    static func reach(_ part: Double) -> Double {
        let t = min(max(part, 0), 1)
        return t * t * t * (10 - 15 * t + 6 * t * t)
    }

    mutating func any(_ low: Double, _ high: Double) -> Double { Double.random(in: low...high, using: &random) }

    /// The angle in degrees for a distance in IOD.
    static func degrees(_ distance: Double) -> Double { distance / 1.2 * 180 / Double.pi }

    private static func turn(_ state: inout HeadState, _ direction: HeadDirection, _ degrees: Double, askew: Double) {
        state.turn(direction, degrees: degrees)
        state.turn(direction.isHorizontal ? .up : .left, degrees: degrees * askew)
    }

    mutating func act(_ gesture: HeadGesture, _ person: SimulatedPerson, _ plan: inout Plan) {
        let far = Self.degrees(person.range * any(0.9, 1.15)), askew = person.askew, outPart = person.outPart
        switch gesture {
        case .stroke(let direction):
            let overshoot = person.overshoot
            plan.move(any(0.6, 1.1) / person.cadence) { part, state in
                let there = Self.reach(part / outPart)
                let back = Self.reach((part - outPart) / (1 - outPart))
                Self.turn(&state, direction, far * (there - back), askew: askew)
            }
            // The way back overshoots slightly and returns.
            plan.move(0.4 / person.cadence) { part, state in
                Self.turn(&state, direction, -far * overshoot * sin(.pi * part), askew: askew)
            }
        case .hold(let direction):
            let ramp = any(0.3, 0.5) / person.cadence, stay = any(1.6, 4)
            let whole = stay + 2 * ramp
            plan.move(whole) { part, state in
                let elapsed = part * whole
                let out = Self.reach(elapsed / ramp) - Self.reach((elapsed - ramp - stay) / ramp)
                Self.turn(&state, direction, far * out * (1 + 0.04 * sin(9 * elapsed)), askew: askew)
            }
        case .nod:
            let swings = Double(Int(any(2, 4.99))), length = any(0.4, 0.75) / person.cadence * swings
            // Some people nod down repeatedly, others through rest and up.
            let isThrough = any(0, 1) < 0.5
            plan.move(length) { part, state in
                let wave = isThrough ? sin(.pi * swings * part) : (1 - cos(2 * .pi * swings * part)) / 2
                Self.turn(&state, .down, far * wave, askew: askew)
            }
        case .shake:
            let swings = Double(Int(any(3, 5.99))), length = any(0.3, 0.5) / person.cadence * swings
            plan.move(length) { part, state in
                Self.turn(&state, .left, far * sin(.pi * swings * part), askew: askew)
            }
        case .tilt, .holdTilt, .expression, .holdExpression, .gaze, .taught: break  // only turns are simulated here
        }
    }

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

    mutating func record(_ plan: Plan, _ person: SimulatedPerson) -> HeadTrace {
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

extension LabelledGesture {
    init(_ gesture: HeadGesture) {
        switch gesture {
        case .stroke(let direction): self = .stroke(direction)
        case .hold(let direction): self = .hold(direction)
        case .nod: self = .nod
        case .shake: self = .shake
        case .tilt(let shoulder): self = .tilt(shoulder)
        case .holdTilt(let shoulder): self = .holdTilt(shoulder)
        case .expression(let expression): self = .expression(expression)
        case .holdExpression(let expression): self = .holdExpression(expression)
        case .taught(let name): self = .taught(name)
        case .gaze: self = .ignore  // the simulated gestures are the head's
        }
    }
}
