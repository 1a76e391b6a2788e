// nodline bench
import ArgumentParser

struct BenchCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bench", abstract: "Measure what each stage costs on this machine.",
        discussion: "It draws its own frames from the test photograph, so it needs a checkout.")

    @Flag(help: "One JSON object.")
    var json = false

    func run() throws {
        AllocationCounter.reexecute()
        let result = try Bench().run()
        Terminal.output(json ? try PrettyJSON.text(result) : result.table)
    }
}
