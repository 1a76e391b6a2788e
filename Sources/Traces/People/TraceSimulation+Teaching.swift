import Gestures
import Glibc

/// People who teach a movement of their own.
extension TraceSimulation {
    /// What one person can do: a small, slow, skewed movement, made by a head that trembles and wanders.
    package struct OwnMovement: Sendable {
        /// Largest turn, in IOD.
        package var range: Double
        /// Direction of the turn in degrees: 0 left, 90 up.
        var direction: Double
        /// Tilt and shift for each IOD of turn: degrees, and IOD to the left and up.
        var tilt: Double
        var shift: SIMD2<Double>
        /// Way out, stay and way back, in seconds.
        var out: Double, stay: Double, back: Double
        /// Standard deviations of the logarithm of size and of duration from one repetition to the next, and of the direction in degrees.
        var sizeSpread: Double, timeSpread: Double, directionSpread: Double
        /// A movement of the face in place of the head's, in the unit of the measures; `nil` for none.
        package var face: (brows: Double, smile: Double)?
        package var person: SimulatedPerson
    }

    /// Meets a person whose movement is small, slow, skewed and trembling: 0.05 to 0.2 IOD, tremor of 4 to 8 Hz, and slow wandering.
    package mutating func limited() -> OwnMovement {
        var person = meet()
        let most = family.own
        let range = exp(any(log(0.05), log(0.2)))
        person.sway = min(person.sway, 0.01)
        person.unrest = SimulatedPerson.Unrest(tremor: range * any(0, most.tremor), tremorRate: any(4, 8),
                                               wander: range * any(0, most.wander), wanderTime: any(most.wanderTime, 15))
        return OwnMovement(range: range, direction: any(0, 360), tilt: any(-60, 60), shift: SIMD2(any(-0.5, 0.5), any(-0.5, 0.5)), out: any(0.3, most.out),
                           stay: any(0, 1) < 0.5 ? 0 : any(0.1, 0.7), back: any(0.4, most.back), sizeSpread: any(0.05, most.sizeSpread),
                           timeSpread: any(0.05, most.timeSpread), directionSpread: any(2, most.directionSpread), person: person)
    }

    /// The person makes the movement `count` times, after `rest` seconds of rest.
    /// - Parameters:
    ///   - strength: factor for the size; less for a person who tires.
    ///   - pause: seconds between the repetitions.
    package mutating func repetitions(_ count: Int, of own: OwnMovement, rest: Double = 4, strength: (Int) -> Double = { _ in 1 }, pause: ClosedRange<Double> = 3...6,
                                      name: String = "taught") -> SimulatedTrace {
        var plan = Plan(rest: rest)
        let gesture = GestureName(name).map(LabelledGesture.taught) ?? .ignore
        for index in 0..<count {
            let start = plan.end
            act(own, strength(index), &plan)
            plan.labels.append(Label(start: start, end: plan.end, gesture: gesture))
            plan.rest(any(pause.lowerBound, pause.upperBound))
        }
        return SimulatedTrace(name: name, trace: record(plan, own.person), labels: plan.labels, ranges: nil)
    }

    package mutating func act(_ own: OwnMovement, _ strength: Double, _ plan: inout Plan) {
        let share = strength * exp(own.sizeSpread * random.normal()), size = own.range * share, pace = exp(own.timeSpread * random.normal())
        let way = (own.direction + own.directionSpread * random.normal()) * .pi / 180
        let out = own.out * pace, stay = own.stay * pace, whole = out + stay + own.back * pace, back = own.back * pace
        plan.move(whole) { part, state in
            let time = part * whole, away = Self.reach(time / out) - Self.reach((time - out - stay) / back), place = size * away
            if let face = own.face {
                state.brows += face.brows * share * away
                state.smile += face.smile * share * away
                return
            }
            state.yaw += Self.degrees(place) * cos(way)
            state.pitch += Self.degrees(place) * sin(way)
            state.roll += own.tilt * place
            state.left += own.shift.x * place
            state.up += own.shift.y * place
        }
    }

    /// The same person's ordinary minutes: they talk, look around, lean, cough, chew and startle, partly in full size, partly as small as the
    /// movement that they taught.
    package mutating func ordinary(of own: OwnMovement, seconds: Double, name: String = "ordinary") -> SimulatedTrace {
        var plan = Plan(rest: 2)
        let kinds = Idling.allCases.filter { $0 != .still }
        while plan.end < seconds {
            let first = plan.moves.count, scale = any(0, 1) < 0.5 ? 1 : min(1, own.range / 0.4 * any(0.5, 2))
            let kind = kinds[Int(any(0, Double(kinds.count) - 0.001))]
            let start = plan.end
            if kind == .talking { talk(for: any(10, 40), &plan) } else { idle(kind, &plan) }
            if let end = plan.moves.dropFirst(first).map({ $0.start + $0.length }).max() { express(kind, from: start, until: end, &plan) }
            for index in plan.moves.indices.dropFirst(first) { plan.moves[index] = plan.moves[index].scaled(by: scale) }
            let rest = any(0.5, 12)
            express(in: rest, &plan)
            plan.rest(rest)
        }
        return SimulatedTrace(name: name, trace: record(plan, own.person), labels: [], ranges: nil)
    }
}

extension TraceSimulation.Move {
    /// The same movement with a smaller head movement; face and gaze stay.
    fileprivate func scaled(by scale: Double) -> Self {
        guard scale != 1 else { return self }
        let add = add
        return Self(start: start, length: length) { part, state in
            var moved = HeadState()
            (moved.absence, moved.lids) = (state.absence, state.lids)
            add(part, &moved)
            state.yaw += moved.yaw * scale
            state.pitch += moved.pitch * scale
            state.roll += moved.roll * scale
            state.left += moved.left * scale
            state.up += moved.up * scale
            state.scale *= 1 + (moved.scale - 1) * scale
            state.lips += moved.lips
            state.brows += moved.brows
            state.smile += moved.smile
            state.gazeLeft += moved.gazeLeft
            state.gazeUp += moved.gazeUp
            (state.absence, state.lids) = (moved.absence, moved.lids)
        }
    }
}
