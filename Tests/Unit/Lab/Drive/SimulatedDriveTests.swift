import Lab
import Testing
import Traces

@Suite("A simulated robot")
struct SimulatedDriveTests {
    @Test("a robot drives straight, turns on the spot, and rolls on for a moment")
    func robot() {
        var straight = Robot(), turning = Robot()
        straight.move((1, 1), for: 10)
        #expect(abs(straight.place.x - 5) < 0.1 && straight.place.y == 0 && straight.heading == 0)
        turning.move((-0.5, 0.5), for: 1)
        #expect(turning.heading > 1 && abs(turning.place.x) < 1e-9)
        #expect(abs(StopCause.distance(after: 0) - Robot.fullSpeed * Robot.lag) < 0.005)
        #expect(abs(StopCause.distance(after: 1) - StopCause.distance(after: 0) - Robot.fullSpeed) < 0.005)
    }

    @Test("whatever ends a drive, the robot stands within what its bound and its rolling allow", arguments: StopCause.allCases)
    func stops(cause: StopCause) throws {
        var simulation = TraceSimulation(.tuned, seed: 3)
        // Frames that stop and faces that are lost have a bound; all else is at once.
        let bound = cause == .framesStop ? 0.5 : cause == .faceLost ? 0.3 : 0
        for _ in 0..<3 {
            var head = simulation.driver()
            let way = try #require(try cause.distance(&head))
            #expect(way <= StopCause.distance(after: bound) + 0.01, "\(cause.rawValue): \(way) m")
        }
    }

    @Test("a head that keeps still drives nowhere, and one that looks around does")
    func idle() throws {
        var simulation = TraceSimulation(.tuned, seed: 1), still = IdleDrive(), looking = IdleDrive()
        try still.add(simulation.idling(.still, seconds: 60, name: "still").trace)
        try looking.add(simulation.idling(.lookingAround, seconds: 60, name: "looking").trace)
        #expect(still.metres == 0 && still.drives == 0 && still.seconds > 50)
        #expect(looking.metres > 0 && looking.drives > 0 && looking.longest > 0 && looking.longest <= looking.metres)
    }

    @Test("who can go in four directions drives laps; with one direction nobody passes a bend without a hit; the same seed gives the same")
    func course() throws {
        func drive(_ control: CourseDriver.Control) throws -> (laps: Double, collisions: Int) {
            var simulation = TraceSimulation(.tuned, seed: 2), head = simulation.driver(), driver = CourseDriver(control)
            return try driver.drive(&head)
        }
        let four = try drive(.four), again = try drive(.four), one = try drive(.one), stick = try drive(.joystick)
        #expect(four.laps > 1 && stick.laps > 1 && four == again)
        #expect(stick.collisions == 0)
        #expect(one.laps < 0.3 || one.collisions > 0, "\(one)")
    }
}
