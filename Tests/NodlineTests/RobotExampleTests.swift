// Runs Examples/robot and Examples/nodered against a clip, without hardware; Tests/scripts/test_robot.py tests parts of the former. ROS 2 and gpiozero are not
// there: Tests/robot has what stands for them, with the messages' published definitions, and plays the flow in Node-RED's place.
import ApplianceSupport
import FoundationEssentials
import Glibc
import Platform
import Testing
import TestSupport
import Wire

@Suite("The robot examples", .serialized)
struct RobotExampleTests {
    /// Nodline in front of a clip, and an example that follows it.
    private final class Bench {
        let folder: TemporaryFolder
        let nodline: ChildProcess
        private var example: ChildProcess?

        /// - Parameter settings: an example's configuration.
        init(_ script: String, settings: String = "Examples/robot/nodline.toml") throws {
            folder = try TemporaryFolder()
            let clip = folder.path + "/c.y4m"
            try Film.write(script, to: clip)
            let text = try settings.isEmpty ? "" : Checkout.text(settings)
            let file = try folder.file("c.toml", text + "\n[control]\ndirectory = \"\(folder.path)/run\"\n")
            nodline = try ChildProcess("sh", ["-c", "exec \"$0\" run --loop --clip \"$1\" --config \"$2\" > \"$3\"", Checkout.root + ".build/release/nodline",
                                              clip, file, folder.path + "/events"], input: .null)
        }

        deinit {
            for child in [nodline, example].compactMap({ $0 }) {
                kill(child.identifier, SIGKILL)
                _ = child.wait()
            }
        }

        var control: String { folder.path + "/run/" + ControlPlace.control }

        /// Starts a Python program; its output goes to a file.
        func start(_ program: String, _ words: [String], environment: String = "") throws {
            example = try ChildProcess("sh", ["-c", "program=$0 said=$1; shift; exec env PYTHONDONTWRITEBYTECODE=1 \(environment) PYTHONPATH=\"\(Checkout.root)Tests/robot\" "
                + "python3 \"$program\" \"$@\" > \"$said\" 2> /dev/null", Checkout.root + program, folder.path + "/said"] + words, input: .null)
        }

        /// The whole lines that the example has printed.
        var said: [String] {
            let text = (try? String(contentsOfFile: folder.path + "/said", encoding: .utf8)) ?? ""
            return text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
        }
    }

    private static let drive = "fps 20; still 3s; hold up 5s; still 2s"

    @Test("a head that looks up drives both motors, and they stop when nodline stands still")
    func drives() throws {
        let bench = try Bench(Self.drive)
        try bench.start("Examples/robot/drive.py", ["--socket", bench.control])
        func last() -> [Int] { bench.said.last?.split(separator: " ").compactMap { Int($0) } ?? [] }
        #expect(waits { last() == [0, 0, 0] })
        #expect(waits { last().count == 3 && last()[0] > 200 && last()[1] > 200 }, "\(last())")
        kill(bench.nodline.identifier, SIGSTOP)
        #expect(waits { last() == [0, 0, 0] }, "\(last())")
    }

    @Test("a ROS 2 base gets a Twist of metres a second by its definition, and zeros when nodline stands still")
    func twists() throws {
        let bench = try Bench(Self.drive)
        try bench.start("Examples/robot/ros.py", [], environment: "ROS_socket=\"\(bench.control)\" ROS_linear=0.5")
        func last() -> (forward: Double, turn: Double)? {
            guard let line = bench.said.last, line.hasPrefix("cmd_vel "), let message = JSONValue.object(line.dropFirst(8).utf8) else { return nil }
            guard case .number(let forward)? = message["linear"]?.fields?["x"], case .number(let turn)? = message["angular"]?.fields?["z"] else { return nil }
            return (forward, turn)
        }
        #expect(waits { last()?.forward == 0 && last()?.turn == 0 })
        #expect(waits { (last()?.forward ?? 0) > 0.4 }, "\(bench.said.suffix(2))")
        kill(bench.nodline.identifier, SIGSTOP)
        #expect(waits { last()?.forward == 0 && last()?.turn == 0 }, "\(bench.said.suffix(2))")
    }

    @Test("beside gpiozero a buzzer tells of a drive back, and a wall stops everything")
    func ranges() throws {
        let bench = try Bench("fps 20; still 3s; hold down 5s; still 2s"), wall = bench.folder.path + "/wall"
        try bench.start("Examples/robot/ranger.py", ["--socket", bench.control], environment: "WALL=\"\(wall)\"")
        #expect(waits { bench.said.contains("quiet") })
        #expect(waits { bench.said.last == "beep" }, "\(bench.said)")
        _ = try bench.folder.file("wall", "")
        #expect(waits { ((try? String(contentsOfFile: bench.folder.path + "/events", encoding: .utf8)) ?? "").contains("stopped") })
        #expect(waits { bench.said.last == "quiet" }, "\(bench.said)")
    }

    @Test("the Node-RED flow shows a nod, from the stream of events to the node that is last")
    func flows() throws {
        let bench = try Bench("fps 20; still 3s; nod 2; still 2s", settings: "")
        let events = bench.folder.path + "/run/" + ControlPlace.events
        #expect(waits { access(events, F_OK) == 0 })  // the flow's program ends without it
        try bench.start("Tests/robot/flow.py", [events])
        #expect(waits { bench.said.contains("a nod 2") }, "\(bench.said)")
    }
}
