import Gestures
import Glibc
import Traces

/// The head of somebody who drives: it goes where they aim, with their sway and the noise of their camera.
package struct DriverHead {
    private let person: SimulatedPerson
    private var face: SimulatedFace
    private var state = HeadState()
    private var wanted = SIMD2<Double>.zero, place = SIMD2<Double>.zero
    private var frame = 0
    /// Whether the face is hidden.
    package var isHidden = false
    /// The time in which the head comes near to where it is wanted, in seconds.
    private let pace: Double

    /// For who drives with a hand instead.
    let seed: UInt64

    /// - Parameter person: whose range reaches full speed.
    package init(_ person: SimulatedPerson, seed: UInt64) {
        self.person = person
        self.seed = seed
        face = SimulatedFace(person, seed: seed)
        pace = 0.15 / person.cadence
    }

    /// Where the head goes, in IOD.
    package mutating func aim(left: Double, up: Double) { wanted = SIMD2(left, up) }

    /// Shows its frames to the robot.
    package mutating func show(until end: Double, in driven: inout DrivenRobot, _ each: (inout DriverHead, inout DrivenRobot) -> Void = { _, _ in }) {
        while Double(frame) / person.rate < end {
            driven.see(next())
            each(&self, &driven)
        }
    }

    private mutating func next() -> HeadMark {
        let time = Double(frame) / person.rate
        frame += 1
        place += (wanted - place) * (1 - exp(-1 / (person.rate * pace)))
        state.yaw = TraceSimulation.degrees(place.x + 0.5 * person.sway * sin(2 * .pi * 0.17 * time))
        state.pitch = TraceSimulation.degrees(place.y + 0.5 * person.sway * sin(2 * .pi * 0.27 * time))
        state.left = person.sway * sin(2 * .pi * 0.23 * time)
        state.up = person.sway * sin(2 * .pi * 0.31 * time)
        return isHidden ? HeadMark(time: time, face: nil) : face.mark(of: state, at: time)
    }
}

extension TraceSimulation {
    /// Meets somebody whose head reaches full speed.
    package mutating func driver() -> DriverHead {
        while true {
            let person = meet()
            if person.range >= 0.45 { return DriverHead(person, seed: random.next()) }
        }
    }
}
