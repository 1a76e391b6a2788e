import Gestures
import Traces

/// Tilts towards a shoulder, meant and not meant.
extension TraceSimulation {
    /// Angles of a meant tilt in degrees, and of a listener's.
    private static let meant = 14.0...35, listening = 5.0...20
    /// Shift of the head for each radian, in IOD: a neck bends over its whole length.
    private static let shift = 0.5...2.5
    /// Turn of the head for each degree of tilt. Necks turn towards the other shoulder or the same one.
    private static let turn = -0.3...0.3

    /// `count` tilts by one person, after two seconds of rest; half of them are held.
    package mutating func tilts(_ count: Int, name: String) -> SimulatedTrace {
        let person = meet()
        var plan = Plan(rest: 2)
        for _ in 0..<count {
            guard let gesture = HeadGesture.tilts.randomElement(using: &random) else { continue }
            let start = plan.end
            let (shoulder, isHeld): (Shoulder, Bool) = switch gesture {
            case .holdTilt(let shoulder): (shoulder, true)
            case .tilt(let shoulder): (shoulder, false)
            default: (.left, false)
            }
            tilt(any(Self.meant) * (shoulder == .left ? 1 : -1), within: any(0.25, 0.5) / person.cadence,
                 stay: isHeld ? any(1.6, 4) : any(0, 0.3), &plan)
            plan.labels.append(Label(start: start, end: plan.end, gesture: LabelledGesture(gesture)))
            plan.rest(any(1.5, 4))
        }
        return SimulatedTrace(name: name, trace: record(plan, person), labels: plan.labels, ranges: nil)
    }

    /// A person who listens: the head tilts to one side, stays there and comes back, or goes on to the other side.
    package mutating func listening(seconds: Double, name: String) -> SimulatedTrace {
        let person = meet()
        var plan = Plan(rest: 2)
        while plan.end < seconds {
            let side: Double = any(0, 1) < 0.5 ? -1 : 1
            tilt(side * any(Self.listening), within: any(0.4, 1.5), stay: any(1, 10), &plan)
            plan.rest(any(1, 8))
        }
        return SimulatedTrace(name: name, trace: record(plan, person), labels: [], ranges: nil)
    }

    private mutating func tilt(_ degrees: Double, within ramp: Double, stay: Double, _ plan: inout Plan) {
        let turn = any(Self.turn), shift = any(Self.shift) * Double.pi / 180, whole = stay + 2 * ramp
        plan.move(whole) { part, state in
            let time = part * whole
            let out = Self.reach(time / ramp) - Self.reach((time - ramp - stay) / ramp)
            state.roll += degrees * out
            state.yaw += turn * degrees * out
            state.left += shift * degrees * out
        }
    }

    private mutating func any(_ range: ClosedRange<Double>) -> Double { any(range.lowerBound, range.upperBound) }
}
