// Runs Examples/robot and Examples/nodered against a clip, without hardware; Tests/scripts/test_robot.py tests parts of the previous. ROS 2 and gpiozero are not
// there: Tests/System/robot has what stands for them, with the messages' published definitions, and plays the flow in Node-RED's place.
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
        var events: String { folder.path + "/run/" + ControlPlace.events }

        /// Starts a Python program; its output goes to a file.
        func start(_ program: String, _ words: [String], environment: String = "") throws {
            example = try ChildProcess("sh", ["-c", "program=$0 said=$1; shift; exec env PYTHONDONTWRITEBYTECODE=1 \(environment) PYTHONPATH=\"\(Checkout.root)Tests/System/robot\" "
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

    @Test("a robot drives on when the page's server, the MQTT client and the voice are killed")
    func beside() throws {
        let bench = try Bench(Self.drive), voice = bench.folder.path + "/voice"
        try bench.start("Examples/robot/drive.py", ["--socket", bench.control])
        let file = try bench.folder.file("beside.toml", "[web]\nenabled = true\nport = \(freePort())\ninterfaces = [\"lo\"]\n[mqtt]\nserver = \"127.0.0.1\"\nport = 1\n")
        let programs = [["web", "--runtime", bench.folder.path + "/web"], ["mqtt", "--state", bench.folder.path, "--events", bench.events], ["voice", "--socket", voice]]
        func speeds() -> [Int] { bench.said.map { $0.split(separator: " ").compactMap { Int($0) }.first ?? 0 } }
        var drivesOn = false
        for _ in 0..<4 where !drivesOn {  // a processor that is away for long ends a drive, too
            let beside = try programs.map { program in
                let words = program[0] == "voice" ? [] : ["--config", file, "--socket", bench.control]
                return try ChildProcess(Checkout.root + ".build/release/nodline-" + program[0], words + program.dropFirst(), input: .null, output: .null, errors: .null)
            }
            #expect(waits { speeds().last == 0 } && waits { (speeds().last ?? 0) > 200 })
            for one in beside { kill(one.identifier, SIGKILL) }
            #expect(beside.map { $0.wait() } == [SIGKILL, SIGKILL, SIGKILL], "none had ended before")
            let killed = speeds().count
            #expect(waits { speeds().count >= killed + 20 })
            drivesOn = speeds()[killed..<killed + 20].allSatisfy { $0 > 200 }
        }
        #expect(drivesOn)
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

    @Test("a ROS 2 node that expects a joystick gets one by its definition, whose first button is held while nodline's lines are fresh")
    func joys() throws {
        let bench = try Bench(Self.drive)
        try bench.start("Examples/robot/ros.py", [], environment: "ROS_socket=\"\(bench.control)\" ROS_joy=1")
        func last() -> (axes: [Double], isHeld: Bool)? {
            guard let line = bench.said.last, line.hasPrefix("joy "), let message = JSONValue.object(line.dropFirst(4).utf8) else { return nil }
            guard case .list(let axes)? = message["axes"], case .list(let buttons)? = message["buttons"] else { return nil }
            return (axes.compactMap { if case .number(let value) = $0 { value } else { nil } }, buttons == [.number(1)])
        }
        #expect(waits { last()?.axes == [0, 0] && last()?.isHeld == true })
        #expect(waits { last()?.axes.first == 0 && (last()?.axes.last ?? 0) > 0.8 }, "\(bench.said.suffix(2))")
        kill(bench.nodline.identifier, SIGSTOP)
        #expect(waits { last()?.axes == [0, 0] && last()?.isHeld == false }, "\(bench.said.suffix(2))")
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
        #expect(waits { access(bench.events, F_OK) == 0 })  // the flow's program ends without it
        try bench.start("Tests/System/robot/flow.py", [bench.events])
        #expect(waits { bench.said.contains("a nod 2") }, "\(bench.said)")
    }
}
