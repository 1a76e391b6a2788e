import Gestures

/// Brows and smile of one simulated person as the mesh sees them. The generator is their own, so that everything else is the same as without them.
///
/// The ranges are those of 75 recorded people who talk (docs/lab/face.md): the measures at rest, the mesh's noise in moments in which nothing
/// moves, and what follows from a nod by one degree and from an opening of the mouth by one IOD.
struct SimulatedShape: Sendable {
    private var random: SeededGenerator
    private let brows: Measure, smile: Measure

    private struct Measure {
        let rest: Double, noise: Double, pitch: Double, lips: Double
    }

    /// - Parameter person: what is the same in all recordings of one person comes from it; from `seed` if it is `nil`.
    init(seed: UInt64, person: UInt64? = nil) {
        var random = SeededGenerator(seed: (person ?? seed) ^ 0x5EED)
        func any(_ range: ClosedRange<Double>) -> Double { Double.random(in: range, using: &random) }
        brows = Measure(rest: any(0.56...0.68), noise: any(0.002...0.0045), pitch: any(-0.001...0.002), lips: any(-0.09...0.03))
        smile = Measure(rest: any(0.6...0.84), noise: any(0.004...0.016), pitch: any(-0.01...0.002), lips: any(-0.3...0.6))
        self.random = person == nil ? random : SeededGenerator(seed: seed ^ 0x5EED)
    }

    mutating func measures(of state: HeadState, at time: Double) -> (brows: FaceMeasure, smile: FaceMeasure) {
        func measure(_ measure: Measure, _ change: Double) -> FaceMeasure {
            let shown = measure.rest + change + measure.pitch * state.pitch + measure.lips * state.lips
            return FaceMeasure(max(0, shown + measure.noise * random.normal()), seenAt: time)
        }
        return (measure(brows, state.brows), measure(smile, state.smile))
    }
}

/// What brows and the corners of the mouth do while people talk, laugh, yawn and are surprised.
extension TraceSimulation {
    /// The face of somebody who talks: brows rise with an emphasis, the mouth gets wider and narrower with each syllable, and smiles now and then.
    mutating func animate(from start: Double, until end: Double, _ plan: inout Plan) {
        var now = start
        while now < end {
            let length = anyShape(0.3...1.2), height = anyShape(0...0.06)
            plan.moves.append(Move(start: now, length: length) { part, state in state.brows += height * Self.outAndBack(part) })
            now += length + anyShape(0.5...6)
        }
        now = start
        var width = 0.0
        while now < end {
            let length = anyShape(0.1...0.25), next = anyShape(-0.1...0.1), step = next - width
            plan.moves.append(Move(start: now, length: length) { part, state in state.smile += step * Self.reach(part) })
            width = next
            now += length
        }
        let rest = width
        plan.moves.append(Move(start: now, length: 0.2) { part, state in state.smile -= rest * Self.reach(part) })
        now = start
        while now < end {
            let length = anyShape(0.8...4), size = anyShape(0...0.25)
            plan.moves.append(Move(start: now, length: length) { part, state in state.smile += size * Self.outAndBack(part) })
            now += length + anyShape(3...20)
        }
    }

    /// The face that goes with a movement that is not meant: people smile when they laugh, and raise the brows when they startle.
    mutating func express(_ idling: Idling, from start: Double, until end: Double, _ plan: inout Plan) {
        switch idling {
        case .laughing: show(brows: -0.02...0.03, smile: 0.1...0.3, from: start, for: end - start, &plan)
        case .startle: show(brows: 0.03...0.11, smile: -0.1...0.1, from: start, for: end - start, &plan)
        default: break
        }
    }

    /// What a face does by itself in a rest, with a shut mouth: it is surprised once in twenty rests, and smiles in two of twenty. That makes about nine and
    /// eighteen an hour, as often as in the worst case of docs/lab/face.md; nobody has counted them in people.
    mutating func express(in rest: Double, _ plan: inout Plan) {
        let kind = anyShape(0...1)
        guard rest > 1.5, kind < 0.15 else { return }
        let start = plan.end + anyShape(0...0.5), seconds = anyShape(0.6...min(rest - 0.5, 4))
        if kind < 0.05 { show(brows: 0.03...0.11, smile: -0.1...0.1, from: start, for: seconds, &plan) } else {
            show(brows: -0.02...0.03, smile: 0.1...0.3, from: start, for: seconds, &plan)
        }
    }

    /// Raises the brows and stretches the mouth for `seconds`, with an eighth of them on each way.
    package mutating func show(brows: ClosedRange<Double>, smile: ClosedRange<Double>, from start: Double? = nil, for seconds: Double, _ plan: inout Plan) {
        let height = anyShape(brows), size = anyShape(smile)
        plan.moves.append(Move(start: start ?? plan.end, length: seconds) { part, state in
            let out = Self.reach(part * 8) - Self.reach((part - 0.875) * 8)
            state.brows += height * out
            state.smile += size * out
        })
    }

    package mutating func anyShape(_ range: ClosedRange<Double>) -> Double { Double.random(in: range, using: &shapes) }

    private static func outAndBack(_ part: Double) -> Double { reach(part * 3) - reach((part - 0.667) * 3) }
}
