import ArgumentParser
import Lab
import Pipeline

struct LandmarksCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "landmarks", abstract: "Print the points that Nodline finds in each frame of a clip, a line of JSON each, for lab/peers.")

    @Argument(help: "The clip.")
    var clip: String

    @Option(help: "The head pointer instead, by the mesh and by the product, in every nth frame.")
    var pointers: Int?

    @Option(help: "The face as the recogniser of people gets it instead, with at least so many seconds between two.")
    var chips: Double?

    func validate() throws {
        if pointers != nil, chips != nil { throw ValidationError("expected --pointers or --chips, not both") }
        if let pointers, pointers < 1 { throw ValidationError("--pointers \(pointers): expected 1 or more") }
        if let chips, !(chips >= 0) { throw ValidationError("--chips \(chips): expected 0 or more seconds") }
    }

    func run() throws {
        let runtime = try LiteRTRuntime()
        if let pointers {
            let ways = try PointerWays(runtime)
            try forEachFrame(every: pointers) { print(try ways.line($0)) }
        } else if let chips {
            var chips = try Chips(runtime, every: chips)
            try forEachFrame { if let line = try chips.line($0) { print(line) } }
        } else {
            let landmarks = try Landmarks(runtime)
            try forEachFrame { print(try landmarks.line($0)) }
        }
    }

    private func forEachFrame(every: Int = 1, _ body: (FrameView) throws -> Void) throws {
        let source = try ClipOpener.open(clip)
        var index = 0
        while let frame = try source.next() {
            if index % every == 0 { try body(FrameView(frame)) }
            index += 1
        }
    }
}
