import Gestures
import Glibc
import Traces

/// Range calibration of simulated people.
extension TraceSimulation {
    /// The eyes of people who calibrate their range.
    package enum CalibratingEyes: CaseIterable, Sendable {
        /// They stay on the screen, or go where the head goes.
        case staying, following
        /// They stay, but swing by 6 degrees four times a second, or change the fixating eye now and then, which turns it by 15 degrees.
        case nystagmus, squint
        /// They stay, but cannot be seen.
        case darkGlasses
        /// They are fixed in the head, like those of a photograph that is turned.
        case fixed
    }

    /// Meets a person and leads them through range calibration.
    package mutating func calibration(_ eyes: CalibratingEyes) -> RangeCalibration {
        let person = meet()
        return practice(person, eyes)
    }

    /// Leads the person whose eyes are `eyes` through range calibration.
    mutating func practice(_ person: SimulatedPerson, _ kind: CalibratingEyes = .staying) -> RangeCalibration {
        var ranges = RangeCalibration(), asked = ranges.step
        var face = SimulatedFace(person, seed: random.next()), seen = eyes
        var moves: [Move] = []
        for frame in 0..<Int(60 * person.rate) where ranges.step != .done {
            let time = Double(frame) / person.rate
            if ranges.step != asked, case .reach(.turn(let direction)) = ranges.step {
                var plan = Plan(rest: time + 0.5)
                if kind == .following { look(to: Self.place(direction, Self.degrees(person.range)), &plan) }
                act(.look(direction), person, &plan)
                if kind == .following { look(to: .zero, &plan) }
                moves = plan.moves
            }
            asked = ranges.step
            var state = HeadState()
            for move in moves where move.start <= time { move.add(min(1, (time - move.start) / move.length), &state) }
            state.yaw += Self.degrees(person.sway) * 0.5 * sin(2 * .pi * 0.17 * time)
            state.pitch += Self.degrees(person.sway) * 0.5 * sin(2 * .pi * 0.27 * time)
            let mark = face.mark(of: state, at: time)
            var sample = mark.sample
            if let request = ranges.eyeRequest, let angles = sample.angles {
                let both = seen.mark(of: state, angles: angles, at: time, size: person.size)
                sample.eyes = Self.alter(request.eye == .left ? both.left : both.right, kind)
            }
            ranges.add(sample)
        }
        return ranges
    }

    private static func place(_ direction: HeadDirection, _ degrees: Double) -> SIMD2<Double> {
        switch direction {
        case .left: SIMD2(degrees, 0)
        case .right: SIMD2(-degrees, 0)
        case .up: SIMD2(0, degrees)
        case .down: SIMD2(0, -degrees)
        }
    }

    private static func alter(_ look: EyeLook, _ kind: CalibratingEyes) -> EyeLook {
        var look = look
        let noise = look.openness - 0.25  // as random as the measurement of the lids
        switch kind {
        case .staying, .following: break
        case .nystagmus: look.left += 0.08 * sin(2 * .pi * 4 * look.seenAt)
        case .squint: look.left += Int(look.seenAt / 0.9) % 2 == 0 ? 0.2 : 0
        case .darkGlasses: look.certainty = 0.1
        case .fixed:
            // Measured in a turned photograph: both irises seem to move outwards, by 0.001 to 0.005 for each degree.
            look.left = (look.eye == .left ? 1 : -1) * 0.0035 * look.head.yaw.magnitude + noise
            look.up = 0.05 + noise
        }
        return look
    }
}
