import ArgumentParser
import Lab
import Platform
import Replays
import Traces

struct SimulateTaughtCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "simulate-taught", abstract: "Teach simulated people's own movements, and count what is found.",
        discussion: "See docs/lab/taught.md.")

    @OptionGroup var who: PeopleOption

    @Option(help: "How many people.")
    var people = 10

    @Option(help: "Hours of ordinary movement of each person.")
    var hours = 1.0

    @Option(help: "Hours of other people's ordinary movement with which gestures are made.")
    var library = 6.0

    @Option(help: "A folder of traces of real people's ordinary movement, on which the taught gestures are counted too.")
    var traces: String?

    @Flag(help: "Only count the fixed gestures, with and without range calibration; nobody is taught.")
    var fixed = false

    @Flag(help: "People who raise their brows with a bit of a smile, in place of moving the head.")
    var face = false

    func validate() throws {
        guard (1...10_000).contains(people), (0...100).contains(hours), (0...100).contains(library) else {
            throw ValidationError("expected --people 1 to 10000, and --hours and --library up to 100")
        }
    }

    func run() throws {
        let recordings = try traces.map { try HeadTrace.all(in: $0) } ?? []
        var trial = TaughtTrial(who.family, seed: who.seed, hours: hours, library: library, recordings: recordings, teaches: !fixed, isOfFace: face)
        var table = TaughtTable()
        for _ in 0..<people {
            let person = trial.next()
            Terminal.output(TaughtTable.line(person))
            table.add(person)
        }
        Terminal.output(fixed ? table.fixedWords : table.words)
    }
}
