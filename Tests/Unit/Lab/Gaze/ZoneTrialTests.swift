import Appliance
import Gestures
import Lab
import Outputs
import Replays
import Testing

@Suite("Zones and simulated people")
struct ZoneTrialTests {
    private static let geometry = GazeGeometry()

    /// A person who calibrates with three points, looks at points of the screen for two seconds each, and what zones made of it.
    private func outcomes(_ grid: (Int, Int), people: Int) throws -> [ZoneTrial.Outcome] {
        try trials(people) { trial, made in trial.outcomes(made.trace, Array(made.labels.dropFirst(3)), grid) }.flatMap { $0 }
    }

    private func trials<Result>(_ people: Int, _ head: GazeSimulation.Head = .still,
                                _ body: (ZoneTrial, GazeSimulation.Made) throws -> Result) throws -> [Result] {
        var simulation = GazeSimulation(Self.geometry, seed: 5)
        return try (0..<people).compactMap { index in
            let points = GazeSimulation.points(3, Self.geometry)
            let made = simulation.person(head, points, count: 10, name: "p\(index)")
            let model = GazeModel(Self.geometry, width: 640, height: 480)
            var calibration = GazeCalibration(points: points)
            for (index, label) in made.labels.prefix(3).enumerated() {
                for mark in made.trace.marks where (label.start...label.end).contains(mark.time) {
                    guard let head = mark.sample.head, let eyes = mark.face?.eyes else { continue }
                    if let look = model.look(head, right: eyes.right, left: eyes.left) { calibration.add(look, at: index) }
                }
            }
            // The appliance refuses the calibration of some people; they have no gaze.
            guard let correction = try? calibration.fit().get() else { return nil }
            return try body(ZoneTrial(model, correction), made)
        }
    }

    @Test("simulated people who look far to one side of the screen move an axis to that side, hardly ever to the other one; near the middle it mostly rests")
    func axis() throws {
        let axis = AxisConfiguration(name: "x")
        let motion = ProportionalAxis(.horizontal, deadZone: axis.deadZone, accelerationZone: axis.accelerationZone)
        var aside = (right: 0, wrong: 0, all: 0), near = (moving: 0, all: 0)
        _ = try trials(20) { trial, made in
            trial.steer(made.trace) { time, offset in
                guard let label = made.labels.dropFirst(3).first(where: { ($0.start + 0.3...$0.end).contains(time) }) else { return }
                let part = Self.geometry.part(label.point).x - 0.5, speed = motion.speed(at: offset)
                if part.magnitude > 0.3 {
                    aside.all += 1
                    if speed != 0, (speed < 0) == (part > 0) { aside.right += 1 } else if speed != 0 { aside.wrong += 1 }
                } else if part.magnitude < 0.05 {
                    near.all += 1
                    if speed != 0 { near.moving += 1 }
                }
            }
        }
        #expect(aside.all > 1000 && near.all > 200)
        #expect(aside.right * 100 >= 94 * aside.all && aside.wrong * 100 <= aside.all && near.moving * 100 <= 5 * near.all, "\(aside), \(near)")
    }

    @Test("of simulated people's looks at a half of the screen most fire it, and few fire the other half")
    func halves() throws {
        let outcomes = try outcomes((2, 1), people: 10)
        let right = outcomes.filter { $0 == .right }.count, wrong = outcomes.filter { $0 == .wrong }.count
        #expect(right >= 80 && wrong <= 8, "of \(outcomes.count): \(right) right, \(wrong) wrong")
    }
}
