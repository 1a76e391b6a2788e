import Gestures
import Glibc
import Traces

/// Turns of the head, meant and not meant.
extension TraceSimulation {
    /// `count` gestures by one person, after two seconds of rest.
    /// - Parameter isCalibrated: the person goes through range calibration first, also with a large range. The heads are the same.
    package mutating func gestures(_ count: Int, name: String, isCalibrated: Bool = false) -> SimulatedTrace {
        let person = meet()
        // Below this the default threshold may not be reached: such a user calibrates the range first.
        let ranges = person.range < 0.3 ? practice(person) : isCalibrated ? foreseen(person) : nil
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
    package mutating func idling(_ idling: Idling, seconds: Double, name: String, isCalibrated: Bool = false) -> SimulatedTrace {
        let person = meet(), ranges = isCalibrated ? foreseen(person) : nil
        var plan = Plan(rest: 2)
        while plan.end < seconds { idle(idling, &plan) }
        return SimulatedTrace(name: name, trace: record(plan, person), labels: [], ranges: ranges)
    }

    /// The range calibration of a person, without a trace of it in the generators.
    private func foreseen(_ person: SimulatedPerson) -> RangeCalibration {
        var other = self
        return other.practice(person)
    }

    private static func turn(_ state: inout HeadState, _ direction: HeadDirection, _ degrees: Double, askew: Double) {
        state.turn(direction, degrees: degrees)
        state.turn(direction.isHorizontal ? .up : .left, degrees: degrees * askew)
    }

    mutating func act(_ gesture: HeadGesture, _ person: SimulatedPerson, _ plan: inout Plan) {
        let far = Self.degrees(person.range * any(0.9, 1.15)), askew = person.askew, outPart = person.outPart
        switch gesture {
        case .look(let direction):
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
}

extension LabelledGesture {
    init(_ gesture: HeadGesture) {
        switch gesture {
        case .look(let direction): self = .look(direction)
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
