import ArgumentParser
import Lab
import Platform
import Traces

struct SimulateDriveCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "simulate-drive", abstract: "Drive a simulated robot with simulated heads, and count what goes wrong.",
        discussion: """
            Prints how far a robot with [drive] goes while nobody commands anything, how far after a cause to stop, and how many laps \
            of a course between walls it makes and how often it hits one. See docs/lab/drive.md.
            """)

    @OptionGroup var who: PeopleOption

    @Option(help: "How many people of each kind.")
    var people = 20

    @Option(help: "A folder of traces of real people who command nothing.")
    var traces: String?

    @Option(parsing: .upToNextOption, help: "Seconds after which wheels were let go, as measured elsewhere: how far the robot went meanwhile.")
    var late: [Double] = []

    func validate() throws {
        guard (1...1000).contains(people), late.allSatisfy({ (0...60).contains($0) }) else { throw ValidationError("expected --people 1 to 1000, and --late 0 to 60") }
    }

    func run() throws {
        try tellIdle()
        try tellStops()
        try tellCourse()
    }

    private func tellIdle() throws {
        Terminal.output("| a head that commands nothing | hours | metres an hour | drives an hour | longest drive |\n|---|---|---|---|---|")
        var simulation = TraceSimulation(who.family, seed: who.seed)
        for idling in TraceSimulation.Idling.allCases {
            try tell(idling.rawValue, (0..<people).map { _ in simulation.idling(idling, seconds: 180, name: idling.rawValue).trace })
        }
        try tell("still, with tremor", (0..<people).map { _ in simulation.trembling(seconds: 180) })
        if let traces { try tell("real people", HeadTrace.all(in: traces)) }
    }

    private func tell(_ name: String, _ traces: [HeadTrace]) throws {
        var idle = IdleDrive()
        for trace in traces { try idle.add(trace) }
        guard idle.hours > 0 else { return }
        Terminal.output("| \(name) | \(idle.hours.short) | \((idle.metres / idle.hours).short) | \((Double(idle.drives) / idle.hours).short) | \(idle.longest.short) m |")
    }

    private func tellStops() throws {
        Terminal.output("\n| cause, at 0.5 m/s | drives | way to rest: median, longest |\n|---|---|---|")
        for cause in StopCause.allCases {
            var simulation = TraceSimulation(who.family, seed: who.seed), ways: [Double] = []
            for _ in 0..<people {
                var head = simulation.driver()
                if let way = try cause.distance(&head) { ways.append(way) }
            }
            ways.sort()
            guard let longest = ways.last else { continue }
            Terminal.output("| \(cause.rawValue) | \(ways.count) | \(Self.centimetres(ways[ways.count / 2])), \(Self.centimetres(longest)) cm |")
        }
        for seconds in late { Terminal.output("| let go after \(seconds.shortest) s | | \(Self.centimetres(StopCause.distance(after: seconds))) cm |") }
    }

    private func tellCourse() throws {
        Terminal.output("\n| with | drives of 300 s | laps each | hits a lap | hits each |\n|---|---|---|---|---|")
        for control in CourseDriver.Control.allCases {
            var simulation = TraceSimulation(who.family, seed: who.seed), laps = 0.0, hits = 0
            for _ in 0..<people {
                var head = simulation.driver(), driver = CourseDriver(control)
                let drive = try driver.drive(&head)
                laps += drive.laps
                hits += drive.collisions
            }
            let each = laps / Double(people)
            Terminal.output("| \(control.rawValue) | \(people) | \(each.short) | \(each > 0.5 ? (Double(hits) / laps).short : "–") | \((Double(hits) / Double(people)).short) |")
        }
    }

    private static func centimetres(_ metres: Double) -> String { (metres * 100).rounded().short }
}
