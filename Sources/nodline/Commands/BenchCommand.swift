import ArgumentParser
import Platform
import Replays

struct BenchCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bench", abstract: "Measure what each stage costs on this machine.",
        discussion: "It measures simulated heads, or with --clip the frames of a clip. Heap allocations are counted only if "
            + "libAllocationCounter.so is next to the program, as in a checkout's build.")

    @Flag(help: "Print one JSON object.")
    var json = false

    @Option(help: "Measure this clip's frames instead (at most \(ClipBench.mostFrames), loaded into memory first).")
    var clip: String?

    @Option(parsing: .unconditional, help: "With --clip: take only every nth frame.")
    var every = 1

    @Option(parsing: .unconditional, help: "With --clip: seconds at the beginning that are processed but not measured.")
    var warmUp = 2.0

    @Flag(help: "With --clip: also measure each stage.")
    var stages = false

    func validate() throws {
        if every < 1 { throw ValidationError("--every is \(every); expected 1 or more.") }
        if stages && clip == nil { throw ValidationError("--stages needs --clip.") }
        if !(0...3600).contains(warmUp) { throw ValidationError("--warm-up is \(warmUp); expected 0 to 3600 seconds.") }
    }

    func run() throws {
        if let clip {
            let bench = try ClipBench(clip: clip, every: every, warmUp: warmUp)
            let result = try bench.run(stages: stages)
            for remark in bench.remarks { Terminal.note("nodline: \(remark)") }
            Terminal.output(json ? try PrettyJSON.text(result) : result.table)
            if bench.remarks.contains(where: \.isDamage) { throw ExitCode(1) }
            return
        }
        AllocationCounter.reexecute()
        let result = try Bench().run()
        Terminal.output(json ? try PrettyJSON.text(result) : result.table)
    }
}
