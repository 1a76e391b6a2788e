import Gestures
import Glibc
import Traces

/// Mouth, lids and brows, meant and not meant.
extension TraceSimulation {
    /// A meant opening of the mouth in IOD beyond its rest, and the time of the way there and back in seconds. A head in profile of
    /// 1 IOD from eyes to mouth opens by up to 0.9.
    /// Brows and smile are in the unit of their measures: what pictures with raised brows (0.14 IOD) and corners of the mouth (0.18 IOD) show
    /// in the mesh, give or take a third.
    private static let meant = (opening: 0.3...0.7, brows: 0.045...0.1, smile: 0.14...0.3, way: 0.12...0.3)
    /// A yawn: its opening, the ways there and back, and the stay, in IOD and seconds (Provine 1986: 6 s in all).
    private static let yawn = (opening: 0.5...0.9, open: 1.2...3.0, stay: 0.5...2.5, shut: 0.5...1.2)

    /// `count` gestures of the face by one person, after two seconds of rest; half of them are held.
    package mutating func expressions(_ count: Int, name: String) -> SimulatedTrace {
        let person = meet()
        var plan = Plan(rest: 2)
        for _ in 0..<count {
            guard let gesture = HeadGesture.expressions.randomElement(using: &random) else { continue }
            let start = plan.end
            if gesture.expression == .eyesClosed {
                let seconds = gesture.isHold ? any(1.6...4) : any(0.65...0.95)
                shut(from: plan.end, for: seconds, &plan)
                plan.rest(seconds)
            } else {
                let way = any(Self.meant.way) / person.cadence, stay = gesture.isHold ? any(1.6...4) : any(0.2...0.6)
                switch gesture.expression {
                case .brows: move(\.brows, by: any(Self.meant.brows), within: way, stay: stay, &plan)
                case .smile: move(\.smile, by: any(Self.meant.smile), within: way, stay: stay, &plan)
                default: move(\.lips, by: any(Self.meant.opening), within: way, stay: stay, &plan)
                }
            }
            plan.labels.append(Label(start: start, end: plan.end, gesture: LabelledGesture(gesture)))
            plan.rest(any(2...4))
        }
        return SimulatedTrace(name: name, trace: record(plan, person), labels: plan.labels, ranges: nil)
    }

    /// A face that means nothing: it talks, chews, laughs, yawns, looks down, is surprised and goes with the head, and blinks all the time.
    package mutating func ordinaryFace(seconds: Double, name: String) -> SimulatedTrace {
        let person = meet()
        var plan = Plan(rest: 2)
        while plan.end < seconds {
            switch Int(any(0...7)) {
            case 0: talk(for: any(5...30), &plan)
            case 1: chewOpenly(&plan)
            case 2: laugh(&plan)
            case 3: yawn(&plan)
            case 4: surprise(&plan)
            case 5: moveHead(&plan)
            default: lookDown(&plan)
            }
            plan.rest(any(0.5...6))
        }
        return SimulatedTrace(name: name, trace: record(plan, person), labels: [], ranges: nil)
    }

    private mutating func move(_ measure: WritableKeyPath<HeadState, Double> & Sendable, by size: Double, within way: Double, stay: Double,
                               _ plan: inout Plan) {
        let whole = stay + 2 * way
        plan.move(whole) { part, state in
            let time = part * whole
            state[keyPath: measure] += size * (Self.reach(time / way) - Self.reach((time - way - stay) / way))
        }
    }

    private mutating func chewOpenly(_ plan: inout Plan) {
        let bites = Double(Int(any(5...20))), length = bites / any(0.9...1.6), opening = any(0.03...0.3)
        plan.move(length) { part, state in
            state.lips += opening * (1 - cos(2 * .pi * bites * part)) / 2
            state.pitch += sin(2 * .pi * bites * part)
        }
    }

    private mutating func laugh(_ plan: inout Plan) {
        let opening = any(0.1...0.45), length = any(0.8...3), rate = any(4...6), way = any(0.15...0.5)
        shut(from: plan.end + way, for: length * any(0...1), &plan)
        show(brows: -0.02...0.03, smile: 0.1...0.3, for: length + 2 * way, &plan)
        plan.move(length + 2 * way) { part, state in
            let time = part * (length + 2 * way)
            let out = Self.reach(time / way) - Self.reach((time - way - length) / way)
            state.lips += opening * out * (1 + 0.25 * sin(2 * .pi * rate * time))
            state.pitch += 3 * out * sin(2 * .pi * rate * time)
        }
    }

    private mutating func yawn(_ plan: inout Plan) {
        let opening = any(Self.yawn.opening), open = any(Self.yawn.open), stay = any(Self.yawn.stay), close = any(Self.yawn.shut)
        let whole = open + stay + close
        if any(0...1) < 0.6 { shut(from: plan.end + open * 0.7, for: stay + open * 0.3, &plan) }
        show(brows: 0...0.06, smile: -0.15...0.05, for: whole, &plan)
        plan.move(whole) { part, state in
            let time = part * whole
            state.lips += opening * (Self.reach(time / open) - Self.reach((time - open - stay) / close))
            state.pitch += 6 * (Self.reach(time / open) - Self.reach((time - open - stay) / close))
        }
    }

    /// The brows rise, mostly with the mouth.
    private mutating func surprise(_ plan: inout Plan) {
        let way = any(0.1...0.25), stay = any(0.4...2.5), opening = any(0...1) < 0.8 ? any(0.16...0.5) : 0
        show(brows: 0.03...0.11, smile: -0.1...0.1, for: stay + 2 * way, &plan)
        move(\.lips, by: opening, within: way, stay: stay, &plan)
    }

    /// The head nods, turns or tilts and stays, with a face that keeps still.
    private mutating func moveHead(_ plan: inout Plan) {
        let place = SIMD3(any(-20...20), any(-20...20), any(-20...20)), way = any(0.25...0.8), stay = any(0...3), whole = stay + 2 * way
        plan.move(whole) { part, state in
            let time = part * whole, moved = place * (Self.reach(time / way) - Self.reach((time - way - stay) / way))
            state.yaw += moved.x
            state.pitch += moved.y
            state.roll += moved.z
        }
    }

    /// The eyes go down, as to a keyboard, mostly with the head; the lids follow them and look shut to the mesh in half of the people.
    private mutating func lookDown(_ plan: inout Plan) {
        let far = any(0...25), way = any(0.3...0.6), stay = any(0.5...4), whole = stay + 2 * way
        if any(0...1) < 0.5 { shut(from: plan.end + way, for: stay, &plan) }
        plan.move(whole) { part, state in
            let time = part * whole
            state.pitch -= far * (Self.reach(time / way) - Self.reach((time - way - stay) / way))
        }
    }

    private mutating func any(_ range: ClosedRange<Double>) -> Double { any(range.lowerBound, range.upperBound) }
}
