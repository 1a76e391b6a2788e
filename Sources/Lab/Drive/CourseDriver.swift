import Glibc
import Traces

/// Somebody who drives along a ``Course``.
package struct CourseDriver {
    package enum Control: String, CaseIterable, Sendable {
        /// The directions that the head can go: up; up and left; all.
        case one = "1 direction: up", two = "2 directions: up, left", four = "4 directions", joystick = "joystick"
    }

    /// Seconds of a drive, from seeing to moving, and until a robot that has hit a wall stands free again.
    package static let duration = 300.0
    private static let reaction = 0.25, penalty = 5.0
    /// Seconds of a drive after which the head goes back to the middle for a moment, because `max_hold` would end it; and of a robot's standing that should
    /// drive after which it does so too.
    private static let longest = 8.0, moment = 1.0, wonder = 1.0, longMoment = 3.0
    /// Where on the way the driver looks, in metres, how much they turn for an angle, and the least angle that is worth a turn.
    private static let sight = 0.7, gain = 0.5, slack = 0.08
    /// A hand: the time in which the stick comes near to where it is wanted, in seconds, and by how much of its way it trembles.
    private static let handPace = 0.1, tremor = 0.05

    private let control: Control
    /// Whether a robot that cannot turn right turns left all the way round.
    private var goesRound = false
    private var decisions: [(time: Double, forward: Double, turn: Double)] = []

    package init(_ control: Control) { self.control = control }

    /// - Returns: laps, and how often the robot hit a wall.
    /// - Throws: `ModelError`.
    package mutating func drive(_ head: inout DriverHead) throws -> (laps: Double, collisions: Int) {
        var course = Course()
        if control == .joystick { driveDirectly(&course, seed: head.seed) } else { try drive(&head, &course) }
        return (course.laps, course.collisions)
    }

    private mutating func drive(_ head: inout DriverHead, _ course: inout Course) throws {
        var driven = try DrivenRobot(), driver = self, stands: Double?, drove = 0.0, stood = 0.0, rests = 0.0
        head.show(until: 3, in: &driven)
        driven.robot = Robot()
        head.show(until: 3 + Self.duration, in: &driven) { head, driven in
            if let since = stands {  // it is lifted
                let robot = driven.robot
                driven.robot = Robot(at: robot.place, heading: robot.heading)
                if driven.time - since < Self.penalty { return }
                stands = nil
            }
            if let put = course.follow(driven.robot) {
                (driven.robot, stands, driver.decisions, driver.goesRound) = (put, driven.time, [], false)
                return head.aim(left: 0, up: 0)
            }
            let (forward, turn) = driver.decide(course, driven.robot, at: driven.time), now = driven.time
            if driven.drives { drove = now } else { stood = now }
            if now < rests || forward == 0 && turn == 0 {
                (drove, stood) = (now, now)
            } else if now - stood > Self.longest || now - drove > Self.wonder {
                rests = now + (driven.drives ? Self.moment : Self.longMoment)
            }
            now < rests ? head.aim(left: 0, up: 0) : head.aim(left: Self.offset(turn), up: Self.offset(forward))
        }
    }

    /// Without switch: a hand moves a stick, and the motors have the same ramp and share of the turn.
    private mutating func driveDirectly(_ course: inout Course, seed: UInt64) {
        let step = 0.02, follows = 1 - exp(-step / Self.handPace), noise = Self.tremor * (2 * Self.handPace / step).squareRoot()
        var random = SeededGenerator(seed: seed)
        var robot = Robot(), wheels = SIMD2<Double>.zero, stick = SIMD2<Double>.zero, time = 0.0
        while time < Self.duration {
            time += step
            if let put = course.follow(robot) { (robot, wheels, stick, decisions, time) = (put, .zero, .zero, [], time + Self.penalty) }
            let (forward, turn) = decide(course, robot, at: time)
            stick += (SIMD2(forward, turn) + SIMD2(random.normal(), random.normal()) * noise - stick) * follows
            let (ahead, left) = (Self.beyondDeadZone(stick.x), 0.4 * Self.beyondDeadZone(stick.y))
            let wanted = SIMD2(ahead - left, ahead + left) / max(1, ahead.magnitude + left.magnitude)
            let change = SIMD2(repeating: 2 * step)  // full speed in half a second
            wheels += (wanted - wheels).clamped(lowerBound: SIMD2.zero - change, upperBound: change)
            robot.move((wheels.x, wheels.y), for: step)
        }
    }

    /// A stick's dead zone is a twentieth of its way.
    private static func beyondDeadZone(_ part: Double) -> Double {
        part.magnitude < 0.05 ? 0 : min(1, (part.magnitude - 0.05) / 0.95) * (part < 0 ? -1 : 1)
    }

    /// What the driver does now: what was right a moment ago. 0 to 1 forward, -1 to 1 to the left.
    private mutating func decide(_ course: Course, _ robot: Robot, at time: Double) -> (forward: Double, turn: Double) {
        let error = course.error(of: robot, ahead: Self.sight), turn = self.turn(error)
        decisions.append((time, forward(error), turn))
        while decisions.count > 1, decisions[1].time <= time - Self.reaction { decisions.removeFirst() }
        let old = decisions[0]
        return old.time <= time - Self.reaction ? (old.forward, old.turn) : (0, 0)
    }

    private mutating func turn(_ error: Double) -> Double {
        switch control {
        case .one: return 0
        case .two:
            if error < -0.35 { goesRound = true } else if (-0.1...0.5).contains(error) { goesRound = false }
            return goesRound ? 0.5 : error > Self.slack ? min(1, Self.gain * error) : 0
        case .four, .joystick: return error.magnitude > Self.slack ? max(-1, min(1, Self.gain * error)) : 0
        }
    }

    private func forward(_ error: Double) -> Double { goesRound || control != .one && error.magnitude > 0.8 ? 0 : max(0.2, 0.7 - error.magnitude) }

    /// Where the head must be for a part of the full speed, with the standard zones of `[drive]`. In IOD.
    private static func offset(_ part: Double) -> Double { part == 0 ? 0 : part > 0 ? 0.12 + 0.25 * part : -0.12 + 0.25 * part }
}
