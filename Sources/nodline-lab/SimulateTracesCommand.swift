import Appliance
import ArgumentParser
import FoundationEssentials
import Lab
import Outputs
import Platform
import Replays
import Traces

struct SimulateTracesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "simulate-traces", abstract: "Make many heads as numbers, without pictures, with known truth.",
        discussion: """
            Writes traces (.heads) and labels for `nodline evaluate`: people of every size, pace, range and light who make \
            gestures, and hours of people who make none. A person whose range is small goes through range calibration \
            first; what it found stands beside the trace. With --gaze: people who look at known points, for \
            `nodline evaluate --gaze`.
            """)

    @Option(name: .shortAndLong, help: "The folder to write to; it is made if need be.")
    var output: String

    @Option(help: "How many gestures.")
    var gestures = 0

    @Option(help: "How many tilts towards a shoulder.")
    var tilts = 0

    @Option(help: "How many gestures of mouth, eyes and brows.")
    var expressions = 0

    @Option(help: "How many hours of faces that talk, chew, laugh, yawn, blink, look down, are surprised and go with the head.")
    var faces = 0.0

    @Option(help: "How many hours of people who listen and tilt their heads meanwhile.")
    var listening = 0.0

    @Option(help: "How many hours of no gesture.")
    var hours = 0.0

    @Option(help: "How many people who look at known points; their heads keep still, move or turn, in turns.")
    var gaze = 0

    @Option(help: "With --gaze: how many points calibrate: 3, 5 or 9.")
    var points = 3

    @OptionGroup var who: PeopleOption

    @Flag(help: "Everybody calibrates their range first, and with it what the eyes must do.")
    var calibrated = false

    /// The number of gestures of one person, and the seconds of one idle trace.
    private static let perPerson = 8
    /// The number of points at which a person looks after the calibration.
    private static let looks = 20
    private static let idleSeconds = 180.0

    func validate() throws {
        guard gestures >= 0, gestures <= 100_000, hours >= 0, hours <= 1000, gaze >= 0, gaze <= 10_000, tilts >= 0, tilts <= 100_000,
              expressions >= 0, expressions <= 100_000, faces >= 0, faces <= 1000,
              listening >= 0, listening <= 1000, expressions > 0 || faces > 0 || gestures > 0 || tilts > 0 || hours > 0 || listening > 0 || gaze > 0
        else {
            throw ValidationError("nothing to make; expected --gestures, --tilts or --expressions 1 to 100000, --hours, --listening or --faces up to 1000, or --gaze 1 to 10000")
        }
        guard [3, 5, 9].contains(points) else { throw ValidationError("--points \(points): expected 3, 5 or 9") }
    }

    func run() throws {
        var simulation = TraceSimulation(who.family, seed: who.seed)
        try? FileManager.default.createDirectory(atPath: output, withIntermediateDirectories: true)
        try writeGazes()
        for index in 0..<((gestures + Self.perPerson - 1) / Self.perPerson) {
            let count = min(Self.perPerson, gestures - index * Self.perPerson)
            try write(simulation.gestures(count, name: "gestures-\(Self.number(index))", isCalibrated: calibrated))
        }
        for index in 0..<((tilts + Self.perPerson - 1) / Self.perPerson) {
            try write(simulation.tilts(min(Self.perPerson, tilts - index * Self.perPerson), name: "tilts-\(Self.number(index))"))
        }
        for index in 0..<((expressions + Self.perPerson - 1) / Self.perPerson) {
            try write(simulation.expressions(min(Self.perPerson, expressions - index * Self.perPerson), name: "expressions-\(Self.number(index))"))
        }
        for index in 0..<Int((faces * 3600 / Self.idleSeconds).rounded(.up)) {
            try write(simulation.ordinaryFace(seconds: Self.idleSeconds, name: "face-\(Self.number(index))"))
        }
        for index in 0..<Int((listening * 3600 / Self.idleSeconds).rounded(.up)) {
            try write(simulation.listening(seconds: Self.idleSeconds, name: "listening-\(Self.number(index))"))
        }
        for index in 0..<Int((hours * 3600 / Self.idleSeconds).rounded(.up)) {
            let kinds = TraceSimulation.Idling.allCases
            let idling = kinds[index % kinds.count]
            try write(simulation.idling(idling, seconds: Self.idleSeconds, name: "\(idling.rawValue)-\(Self.number(index))", isCalibrated: calibrated))
        }
    }

    private func writeGazes() throws {
        let geometry = Configuration().gaze
        var simulation = GazeSimulation(geometry, seed: who.seed)
        for index in 0..<gaze {
            let head = GazeSimulation.Head.allCases[index % GazeSimulation.Head.allCases.count]
            let made = simulation.person(head, GazeSimulation.points(points, geometry), count: Self.looks, name: "\(head.rawValue)-\(Self.number(index))")
            let file = "\(output)/\(made.name)"
            do {
                try Data(made.trace.csv.utf8).write(to: URL(filePath: file + "." + HeadTrace.ending))
                try Data(GazeLabel.csv(made.labels).utf8).write(to: URL(filePath: file + ".csv"))
            } catch {
                throw SimulationError(problem: "\(file): it cannot be written there")
            }
        }
    }

    private func write(_ made: SimulatedTrace) throws {
        let file = "\(output)/\(made.name)"
        do {
            try Data(made.trace.csv.utf8).write(to: URL(filePath: file + "." + HeadTrace.ending))
            try Data(Label.csv(made.labels).utf8).write(to: URL(filePath: file + ".csv"))
            if let ranges = made.ranges {
                var configuration = Configuration()
                ranges.apply(to: &configuration.gestures)
                if calibrated { configuration.gestures.eyes = ranges.eyes }
                try Data(configuration.toml.utf8).write(to: URL(filePath: file + ".toml"))
            }
        } catch {
            throw SimulationError(problem: "\(file): it cannot be written there")
        }
    }

    private static func number(_ index: Int) -> String {
        let text = "\(index)"
        return String(repeating: "0", count: max(0, 4 - text.count)) + text
    }
}
