import Appliance
import FoundationEssentials
import Gestures
import Lab
import Replays
import Testing
import TestSupport
import Traces

@Suite("Gaze evaluation")
struct GazeEvaluationTests {
    private func folder(_ body: (String) throws -> Void) throws {
        let folder = try TemporaryFolder()
        try withExtendedLifetime(folder) { try body(folder.path) }
    }

    private func write(_ made: GazeSimulation.Made, to folder: String) throws {
        try made.trace.write(to: "\(folder)/\(made.name).heads")
        try Data(GazeLabel.csv(made.labels).utf8).write(to: URL(filePath: "\(folder)/\(made.name).csv"))
    }

    private func evaluate(_ folder: String, points: Int = 3) throws -> GazeEvaluation {
        try GazeEvaluation(folder: folder, configuration: Configuration(), points: points, filter: .mean) { _ in }
    }

    @Test("the simulated person's looks are found within some degrees after the calibration, and not without it")
    func simulated() throws {
        let geometry = GazeGeometry()
        var simulation = GazeSimulation(geometry, seed: 7)
        try folder { folder in
            for index in 0..<6 {
                try write(simulation.person(.still, GazeSimulation.points(3, geometry), count: 8, name: "still-\(index)"), to: folder)
            }
            let calibrated = try evaluate(folder), bare = try evaluate(folder, points: 0)
            let error = try #require(GazeStatistics.quantile(calibrated.samples.map(\.degrees), 0.5))
            let bareError = try #require(GazeStatistics.quantile(bare.samples.map(\.degrees), 0.5))
            #expect(error < 4 && bareError > 1.3 * error)
            #expect(calibrated.unknown < 0.2)
            let page = GazeReport(calibrated).page.html
            #expect(page.contains("Error against distance") && page.contains("<circle"))
            #expect(GazeTable(calibrated).text.contains("2 × 2"))
        }
    }

    @Test("a clip whose eyes are never seen is refused, with the reason")
    func unseen() throws {
        let geometry = GazeGeometry()
        var simulation = GazeSimulation(geometry, seed: 7)
        let made = simulation.person(.still, GazeSimulation.points(3, geometry), count: 2, name: "blind")
        try folder { folder in
            var trace = made.trace
            for index in trace.marks.indices { trace.marks[index].face?.eyes = nil }
            try write(GazeSimulation.Made(name: made.name, trace: trace, labels: made.labels), to: folder)
            let evaluation = try evaluate(folder)
            #expect(evaluation.clips.first?.fault == "the eyes were not seen well enough at point 1")
            #expect(GazeTable(evaluation).text.contains("blind: not calibrated"))
        }
    }

    @Test("labels may be parts of the screen")
    func parts() throws {
        try folder { folder in
            let file = folder + "/a.csv"
            try Data("start,end,screen_x,screen_y\n0,1,0,0\n1,2,1,1\n".utf8).write(to: URL(filePath: file))
            let labels = try GazeLabel.read(file: file, GazeGeometry())
            #expect(labels.map(\.point) == [GazePoint(right: -15.5, up: -1), GazePoint(right: 15.5, up: -18.5)])
        }
    }

    @Test("a wrong label is refused with its line", arguments: ["1,0,2,3", "0,1,2", "0,1,x,3", "0,1,5000,3", "-1,1,2,3", "0,1,nan,3"])
    func wrong(row: String) throws {
        try folder { folder in
            let file = folder + "/a.csv"
            try Data("start,end,x,y\n\(row)\n".utf8).write(to: URL(filePath: file))
            #expect(throws: LabelError.self) { try GazeLabel.read(file: file, GazeGeometry()) }
        }
    }
}
