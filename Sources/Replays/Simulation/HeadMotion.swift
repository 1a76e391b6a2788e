import Gestures
import Glibc
import Traces

/// A script laid out in time: the head's movement, and the gestures in it.
package struct HeadMotion: Sendable {
    private struct Span: Sendable {
        let start: Double
        let end: Double
        let action: SimulationScript.Action
    }

    /// The gestures, as read by `nodline evaluate`.
    package let labels: [Label]
    /// Seconds.
    package let duration: Double
    private let spans: [Span]
    private let roll: Double
    /// Phases of the restless movements, derived from the seed.
    private let phases: [Double]

    /// Time for going out to a hold, and for coming back, in seconds.
    private static let ramp = 0.3
    private static let coughTime = 0.9
    private static let leaveTime = 1.0

    init(_ script: SimulationScript, seed: UInt64) {
        var spans: [Span] = []
        var labels: [Label] = []
        var time = 0.0
        for action in script.actions {
            let end = time + Self.duration(of: action)
            if let gesture = Self.gesture(of: action) { labels.append(Label(start: time, end: end, gesture: gesture)) }
            spans.append(Span(start: time, end: end, action: action))
            time = end
        }
        self.spans = spans
        roll = script.roll
        self.labels = labels
        duration = time
        var generator = SeededGenerator(seed: seed)
        phases = (0..<8).map { _ in Double.random(in: 0..<(2 * .pi), using: &generator) }
    }

    /// The user's state at `time`.
    func state(at time: Double) -> HeadState {
        var state = HeadState()
        state.roll = roll
        for span in spans where time >= span.start {
            let elapsed = min(time, span.end) - span.start
            apply(span.action, elapsed: elapsed, of: span.end - span.start, isOver: time >= span.end, to: &state)
        }
        // A person is never perfectly still: breathing and balance, 0.01 to 0.02 IOD.
        state.left += 0.012 * sin(2 * .pi * 0.23 * time + phases[0])
        state.up += 0.012 * sin(2 * .pi * 0.31 * time + phases[1])
        return state
    }

    private func apply(_ action: SimulationScript.Action, elapsed: Double, of length: Double, isOver: Bool,
                       to state: inout HeadState) {
        switch action {
        case .still: break
        case .look(let direction, let degrees, _):
            state.turn(direction, degrees: degrees * Self.outAndBack(elapsed / length))
        case .hold(let direction, let degrees, _):
            state.turn(direction, degrees: degrees * Self.trapezium(elapsed, of: length))
        case .nod(let count, let degrees, _):
            state.pitch -= isOver ? 0 : degrees * Self.outAndBack((elapsed / length * Double(count)).truncatingRemainder(dividingBy: 1))
        case .shake(let count, let degrees, _):
            let swing = elapsed / length * Double(count)
            let side = Int(swing) % 2 == 0 ? 1.0 : -1.0
            state.yaw += isOver ? 0 : side * degrees * Self.outAndBack(swing.truncatingRemainder(dividingBy: 1))
        case .tilt(let shoulder, let degrees, _):
            state.roll += (shoulder == .left ? 1 : -1) * degrees * Self.trapezium(elapsed, of: length)
        case .show(let expression, let distance, _):
            let out = distance * Self.trapezium(elapsed, of: length)
            if expression == .brows { state.brows += out * HeadState.measurePerIOD.brows } else { state.smile += out * HeadState.measurePerIOD.smile }
        case .drift(let direction, let distance, _):
            let moved = distance * Self.smooth(elapsed / length)
            switch direction {
            case .left: state.left += moved
            case .right: state.left -= moved
            case .up: state.up += moved
            case .down: state.up -= moved
            }
        case .lean:
            let amount = Self.trapezium(elapsed, of: length, ramp: min(0.8, length / 3))
            state.scale *= 1 + 0.25 * amount
            state.up -= 0.2 * amount
        case .cough:
            let jerk = Self.outAndBack((elapsed / length * 3).truncatingRemainder(dividingBy: 1))
            state.pitch -= isOver ? 0 : 9 * jerk
            state.up -= isOver ? 0 : 0.06 * jerk
        case .talk:
            let fade = Self.trapezium(elapsed, of: length)
            state.yaw += fade * (1.5 * sin(9 * elapsed + phases[2]) + 1.2 * sin(5.3 * elapsed + phases[3]))
            state.pitch += fade * (1.5 * sin(11 * elapsed + phases[4]) + 1.2 * sin(6.1 * elapsed + phases[5]))
            state.roll += fade * 1.5 * sin(4 * elapsed + phases[6])
        case .leave: state.absence += Self.smooth(elapsed / length)
        case .comeBack: state.absence = max(0, state.absence - Self.smooth(elapsed / length))
        case .light(let factor, _): state.light += (factor - state.light) * Self.smooth(elapsed / length)
        }
    }

    private static func duration(of action: SimulationScript.Action) -> Double {
        switch action {
        case .still(let seconds), .look(_, _, let seconds), .drift(_, _, let seconds), .talk(let seconds),
             .light(_, let seconds): seconds
        case .hold(_, _, let seconds), .tilt(_, _, let seconds), .show(_, _, let seconds): seconds + 2 * ramp
        case .lean(let seconds): seconds + 1.6
        case .nod(let count, _, let seconds), .shake(let count, _, let seconds): Double(count) * seconds
        case .cough: coughTime
        case .leave, .comeBack: leaveTime
        }
    }

    private static func gesture(of action: SimulationScript.Action) -> LabelledGesture? {
        switch action {
        case .look(let direction, _, _): .look(direction)
        case .hold(let direction, _, _): .hold(direction)
        // Nods and shakes as counted by the default configuration. A single swing is a look; two swings to the sides are ambiguous.
        case .nod(let count, _, _): count < GestureConfiguration().nodCount ? .look(.down) : .nod
        case .shake(let count, _, _): count < 2 ? .look(.left) : count < GestureConfiguration().shakeCount ? .ignore : .shake
        // A tilt that stays for about as long as the longest one that counts may be either.
        case .tilt(let shoulder, _, let seconds): seconds <= 0.6 ? .tilt(shoulder) : seconds < 1.2 ? .ignore : .holdTilt(shoulder)
        case .show(let expression, _, let seconds): seconds <= 0.6 ? .expression(expression) : seconds < 1.2 ? .ignore : .holdExpression(expression)
        case .still, .drift, .lean, .cough, .talk, .leave, .comeBack, .light: nil
        }
    }

    /// 0 at both ends, 1 in the middle, slow at the turning points.
    private static func outAndBack(_ part: Double) -> Double { (1 - cos(2 * .pi * min(max(part, 0), 1))) / 2 }

    /// 0 to 1, slow at both ends.
    private static func smooth(_ part: Double) -> Double { (1 - cos(.pi * min(max(part, 0), 1))) / 2 }

    /// Out within `ramp` seconds, 1 in between, and back.
    private static func trapezium(_ elapsed: Double, of length: Double, ramp: Double = ramp) -> Double {
        smooth(min(elapsed, length - elapsed) / ramp)
    }
}
