import Appliance
import ApplianceSupport
import FoundationEssentials
import Glibc
import Outputs
import Platform
import Testing
import TestSupport

@Suite("nodline run with a clip instead of a camera", .serialized)
struct ClipRunTests {
    private static let nods = "fps 30; still 1.5s; nod 2; still 1.5s"

    /// A clip and a configuration with an output on a chip that is not there.
    private func prepare(_ folder: TemporaryFolder, _ script: String, output: String = "gesture = \"nod\"") throws -> (clip: String, file: String) {
        let clip = folder.path + "/c.y4m"
        try Film.write(script, to: clip)
        return (clip, try folder.file("c.toml", """
            [control]
            directory = "\(folder.path)/run"
            [camera]
            use = "front"
            [outputs.bell]
            line = "gpiochip99:7"
            \(output)
            """))
    }

    @Test("it plays in real time and ends with status 0; outputs are simulated and off at the end; repeated frames are not a fault")
    func once() async throws {
        let folder = try TemporaryFolder()
        let (clip, file) = try prepare(folder, "fps 30; still 1.5s; hold left 1.5s", output: "gesture = \"hold-left\"\naction = \"level\"")
        let one: (run: Program, took: Double) = try await unstarved(until: { Self.isHeldOnce($0.run) }, waited: { $0.run.waited }) {
            try await aside {
                let begin = MonotonicClock.now, run = try Program("run", "--clip", clip, "--json", "--config", file)
                return (run: run, took: MonotonicClock.now - begin)
            }
        }
        let run: Program = one.run, took = one.took
        #expect(took - run.waited < 6, "\(took) s for a clip of 3 s, \(run.waited) s of them waiting for a processor")
        #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
        #expect(took > 2.7, "\(took) s for a clip of 3 s")
        #expect(Self.isHeldOnce(run), "\(run.output)")
        let faults = try EventLine.read(run.lines).filter(\.isFault)
        #expect(faults.isEmpty, "\(run.output)")
        if run.waited < 0.1 { #expect(run.output.contains(#""capture_fps":30"#) || run.output.contains(#""capture_fps":29."#), "\(run.output)") }
    }

    /// Whether the held gesture's line was switched on and then off.
    private static func isHeldOnce(_ run: Program) -> Bool {
        let lines = run.lines.filter { $0.contains(#""event":"line""#) }
        return lines.count == 2 && lines[0].contains(#""value":1"#) && lines[1].contains(#""value":0"#)
    }

    @Test("with --loop the clip repeats, and nodline ask and status work with it")
    func asked() async throws {
        let folder = try TemporaryFolder()
        let (clip, file) = try prepare(folder, Self.nods)
        let program = Checkout.root + ".build/release/nodline"
        let child = try ChildProcess("sh", ["-c", "exec \"$0\" run --loop --clip \"$1\" --config \"$2\" --json > \"$3\"", program, clip, file,
                                            folder.path + "/out"], input: .null)
        defer {
            kill(child.identifier, SIGTERM)
            _ = child.wait()
        }
        let socket = folder.path + "/run/" + ControlPlace.control
        let end = MonotonicClock.now + ControlledRun.timeout
        while MonotonicClock.now < end, access(socket, F_OK) != 0 { try await pass(0.02) }
        // The clip has one nod: the second answer comes from its repetition.
        for _ in 0..<2 {
            let answer = try await Program.waiting("ask", "Print?", "--timeout", "\(Int(hang))", "--socket", socket)
            #expect(answer.status == 0 && answer.output == "yes\n", "\(answer.errors)")
        }
        let status = try Program("status", "--socket", socket)
        #expect(status.output.contains("camera") && status.output.contains("clip"), "\(status.output)")
        #expect(try Program("camera", "back", "--socket", socket).status == 0)
        let none = try Program("camera", "nonsense", "--socket", socket)
        #expect(none.status == 1 && none.errors.contains("no camera matches \"nonsense\""), "\(none.errors)")
        let said = try String(contentsOfFile: folder.path + "/out", encoding: .utf8).split(separator: "\n").filter { $0.hasSuffix("}") }
        let faults = try EventLine.read(said).filter(\.isFault)
        #expect(faults.isEmpty, "\(faults.map { ($0.what, $0.detail) })")
    }

    @Test("--real-outputs uses the configured outputs, so that a missing chip is a fault")
    func realOutputs() async throws {
        let folder = try TemporaryFolder()
        let (clip, file) = try prepare(folder, "fps 30; still 1s")
        let run = try await Program.waiting("run", "--clip", clip, "--real-outputs", "--json", "--config", file)
        #expect(run.status == 0 && run.output.contains("output-unavailable"), "\(run.output)\(run.errors)")
    }

    @Test("a truncated clip ends the run with status 1 and all outputs off")
    func broken() async throws {
        let folder = try TemporaryFolder()
        let (clip, file) = try prepare(folder, "fps 15; still 1.5s; hold left 3s", output: "gesture = \"hold-left\"\naction = \"level\"")
        try Data(contentsOf: URL(filePath: clip)).prefix(307_300 * 52).write(to: URL(filePath: clip))
        let run = try await unstarved(until: Self.isHeldOnce, waited: \.waited) { try await Program.waiting("run", "--clip", clip, "--json", "--config", file) }
        #expect(run.status == 1 && run.errors.contains("it is cut short"), "\(run.errors)")
        #expect(Self.isHeldOnce(run), "\(run.output)")
    }

    @Test("wrong command lines and files are refused", arguments: [
        (["--loop"], 2, "--loop needs --clip"), (["--real-outputs"], 2, "--real-outputs needs --clip"),
        (["--clip", "/nonexistent.y4m"], 1, "there is no such file"), (["--clip", "-"], 1, "cannot replace the camera"),
    ] as [([String], Int32, String)])
    func refused(arguments: [String], status: Int32, errors: String) throws {
        let run = try Program(["run"] + arguments)
        #expect(run.status == status && run.errors.contains(errors), "\(run.errors)")
    }
}
