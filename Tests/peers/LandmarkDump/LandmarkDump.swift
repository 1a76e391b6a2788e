// Prints the points that Nodline finds in each frame of a clip, one line per frame, for the comparisons in this folder.
import Glibc
import Pipeline

@main
struct LandmarkDump {
    static func main() throws {
        let arguments = CommandLine.arguments
        switch arguments.count {
        case 2:
            let landmarks = try Landmarks(LiteRTRuntime())
            try forEachFrame(of: arguments[1]) { print(try landmarks.line($0)) }
        case 4 where arguments[1] == "--pointers":
            guard let every = Int(arguments[2]), every > 0 else { fallthrough }
            let ways = try PointerWays(LiteRTRuntime())
            try forEachFrame(of: arguments[3], every: every) { print(try ways.line($0)) }
        case 4 where arguments[1] == "--chips":
            guard let interval = Double(arguments[2]), interval >= 0 else { fallthrough }
            var chips = try Chips(LiteRTRuntime(), every: interval)
            try forEachFrame(of: arguments[3]) { if let line = try chips.line($0) { print(line) } }
        default:
            print("usage: LandmarkDump [--pointers N | --chips SECONDS] CLIP; N: use every Nth frame; SECONDS: between two chips")
            exit(2)
        }
    }

    private static func forEachFrame(of clip: String, every: Int = 1, _ body: (FrameView) throws -> Void) throws {
        let source = try ClipOpener.open(clip)
        var index = 0
        while let frame = try source.next() {
            if index % every == 0 { try body(FrameView(frame)) }
            index += 1
        }
    }
}
