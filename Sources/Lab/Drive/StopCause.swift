import Traces

/// What ends a drive, and how far the robot goes on.
package enum StopCause: String, CaseIterable, Sendable {
    case faceLost = "face lost", framesStop = "frames stop", stop = "stop", enableReleased = "enable let go", pause = "pause",
         restMeasuredAnew = "rest measured anew", cameraFails = "camera fails"

    /// Seconds of a drive before it, and of the robot's rolling after it.
    private static let drive = 3.0, after = 1.5

    /// Metres from the cause to rest, of a robot at its greatest speed. `nil` if this head did not drive.
    /// - Throws: `ModelError`.
    package func distance(_ head: inout DriverHead) throws -> Double? {
        var driven = try DrivenRobot()
        head.show(until: 3, in: &driven)
        head.aim(left: 0, up: 0.5)
        head.show(until: 3 + Self.drive, in: &driven)
        guard driven.robot.speed > 0.8 * Robot.fullSpeed else { return nil }
        let now = driven.time, way = driven.robot.way
        switch self {
        case .faceLost: head.isHidden = true
        case .framesStop: break
        case .stop: driven.change { $0.stop(by: "a test", at: now, $1) }
        case .enableReleased: driven.change { $0.enable(false, at: now, $1) }
        case .pause: driven.change { $0.togglePause(at: now, $1) }
        case .restMeasuredAnew: driven.change { $0.calibrate(at: now, $1) }
        case .cameraFails: driven.change { $0.loseView(at: now, $1) }
        }
        if self == .framesStop || self == .cameraFails {
            driven.pass(until: now + Self.after)
        } else {
            head.show(until: now + Self.after, in: &driven)
        }
        return driven.robot.way - way
    }

    /// Metres from a cause to rest if the wheels are let go so many seconds later.
    package static func distance(after seconds: Double) -> Double {
        var robot = Robot()
        robot.move((1, 1), for: 10)
        let way = robot.way
        for (wheel, time) in [(1.0, seconds), (0, after)] {
            for _ in 0..<Int((time * 1000).rounded()) { robot.move((wheel, wheel), for: 0.001) }
        }
        return robot.way - way
    }
}
