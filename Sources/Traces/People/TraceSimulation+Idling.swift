import Gestures
import Glibc

/// Movements of people who do not intend a gesture.
extension TraceSimulation {
    package mutating func idle(_ idling: Idling, _ plan: inout Plan) {
        switch idling {
        case .still: plan.rest(any(5, 20))
        case .talking: talk(for: 180, &plan)
        case .slowTurning: turnSlowly(&plan)
        case .leaning: lean(&plan)
        case .lookingAround: lookAround(&plan)
        case .coughing, .laughing: jerk(idling, &plan)
        case .startle: startle(&plan)
        case .chewing: chew(&plan)
        case .walkingPast: walkPast(&plan)
        }
    }

    private mutating func turnSlowly(_ plan: inout Plan) {
        let far = any(5, 30), length = far / any(3, 8), up = any(-6, 6), stay = any(0, 6), side: Double = any(0, 1) < 0.5 ? -1 : 1
        let whole = 2 * length + stay
        look(to: SIMD2(side * far, up), &plan)
        plan.move(whole) { part, state in
            let time = part * whole
            let out = Self.ramp(time / length) - Self.ramp((time - length - stay) / length)
            state.yaw += side * far * out
            state.pitch += up * out
        }
        look(to: .zero, &plan)
        plan.rest(any(2, 6))
    }

    private mutating func lean(_ plan: inout Plan) {
        let near = any(-0.25, 0.35), aside = any(-0.8, 0.8), down = any(-0.5, 0.2), nod = any(-6, 6), turn = any(-5, 5)
        let ramp = any(0.6, 1.5), stay = any(1, 10), isForGood = any(0, 1) < 0.3, whole = stay + 2 * ramp
        plan.move(whole) { part, state in
            let time = part * whole
            let out = Self.reach(time / ramp) - (isForGood ? 0 : Self.reach((time - ramp - stay) / ramp))
            state.scale *= 1 + near * out * (isForGood ? 0.3 : 1)
            state.left += aside * out * (isForGood ? 0.3 : 1)
            state.up += down * out * (isForGood ? 0.3 : 1)
            state.pitch += nod * out * (isForGood ? 0.3 : 1)
            state.yaw += turn * out
            state.roll += 5 * aside * out
        }
        plan.rest(any(1, 4))
    }

    private mutating func lookAround(_ plan: inout Plan) {
        // The eyes do most of it. The head follows part of the way, from one place to the next, seldom returning to rest first.
        var from = SIMD2(0.0, 0.0)
        for glance in 0..<Int(any(2, 5)) {
            let to = glance == 0 || any(0, 1) < 0.7 ? SIMD2(any(-25, 25), any(-10, 8)) : SIMD2(0, 0)
            look(to: to, &plan)
            glide(from, to, any(0.3, 0.7), &plan)
            stay(at: to, any(0.3, 2.5), &plan)
            from = to
        }
        look(to: .zero, &plan)
        glide(from, .zero, 0.5, &plan)
        plan.rest(any(2, 8))
    }

    private mutating func jerk(_ idling: Idling, _ plan: inout Plan) {
        let jerks = idling == .coughing ? any(1, 4) : any(4, 9), period = idling == .coughing ? any(0.25, 0.4) : any(0.18, 0.28)
        let count = Double(Int(jerks)), depth = idling == .coughing ? any(4, 14) : any(2, 6), away = any(0.05, 0.2)
        shut(from: plan.end, for: count * period, &plan)
        plan.move(count * period) { part, state in
            let jerk = (1 - cos(2 * .pi * count * part)) / 2
            let fade = 1 - 0.6 * part
            state.pitch -= depth * jerk * fade
            state.up -= away * jerk * fade
            state.scale *= 1 + 0.1 * jerk * fade
        }
        plan.rest(any(1.5, 8))
    }

    private mutating func startle(_ plan: inout Plan) {
        var up = any(3, 12), rise = any(0.05, 0.25), outPart = 0.15, away = 0.1
        let turn = any(-8, 8)
        if family.startlesBothWays {
            if any(0, 1) < 0.5 { (up, rise) = (-up, -rise) }
            (outPart, away) = (any(0.12, 0.3), any(-0.12, 0.12))
        }
        let jolt = (up: up, rise: rise, out: outPart, away: away)
        shut(from: plan.end, for: 0.3, &plan)
        plan.move(any(0.5, 1.2)) { part, state in
            let jerk = Self.reach(part / jolt.out) - Self.reach((part - jolt.out) / (1 - jolt.out))
            state.pitch += jolt.up * jerk
            state.yaw += turn * jerk
            state.up += jolt.rise * jerk
            state.scale *= 1 - jolt.away * jerk
        }
        plan.rest(any(4, 15))
    }

    private mutating func chew(_ plan: inout Plan) {
        let length = any(5, 20), rate = any(0.9, 1.6), depth = any(0.5, 2), phase = any(0, 6)
        plan.move(length) { part, state in
            let time = part * length, fade = min(1, time, length - time)
            state.pitch += fade * depth * sin(2 * .pi * rate * time + phase)
            state.yaw += fade * 0.6 * depth * sin(.pi * rate * time)
        }
        plan.rest(any(0.5, 3))
    }

    private mutating func walkPast(_ plan: inout Plan) {
        // Somebody passes behind the user: the tracker follows that face for no more than a jump; the user is hidden for a moment.
        let length = any(0.3, 1.2)
        plan.move(length) { _, state in state.absence = 1 }
        plan.moves.append(Move(start: plan.end, length: 0.01) { _, state in state.absence = 0 })
        plan.rest(any(3, 10))
    }
}
