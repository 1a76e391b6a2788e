import Appliance
import Gestures
import Lab
import Testing

@Suite("Zones and simulated people")
struct ZoneTrialTests {
    private static let geometry = GazeGeometry()

    /// A person who calibrates with three points, looks at points of the screen for two seconds each, and what zones made of it.
    private func outcomes(_ grid: (Int, Int), people: Int) throws -> [ZoneTrial.Outcome] {
        var simulation = GazeSimulation(Self.geometry, seed: 5)
        return try (0..<people).flatMap { index in
            let points = GazeSimulation.points(3, Self.geometry)
            let made = simulation.person(.still, points, count: 10, name: "p\(index)")
            let model = GazeModel(Self.geometry, width: 640, height: 480)
            var calibration = GazeCalibration(points: points)
            for (index, label) in made.labels.prefix(3).enumerated() {
                for mark in made.trace.marks where (label.start...label.end).contains(mark.time) {
                    guard let head = mark.sample.head, let eyes = mark.face?.eyes else { continue }
                    if let look = model.look(head, right: eyes.right, left: eyes.left) { calibration.add(look, at: index) }
                }
            }
            let correction = try calibration.fit().get()
            return ZoneTrial(model, correction).outcomes(made.trace, Array(made.labels.dropFirst(3)), grid)
        }
    }

    @Test("of simulated people's looks at a half of the screen most fire it, and few fire the other half")
    func halves() throws {
        let outcomes = try outcomes((2, 1), people: 10)
        let right = outcomes.filter { $0 == .right }.count, wrong = outcomes.filter { $0 == .wrong }.count
        #expect(right >= 80 && wrong <= 8, "of \(outcomes.count): \(right) right, \(wrong) wrong")
    }
}
