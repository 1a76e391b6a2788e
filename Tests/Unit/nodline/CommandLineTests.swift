import Appliance
import ApplianceSupport
import FoundationEssentials
import Gestures
import Glibc
import Outputs
import Platform
import Testing
import TestSupport

@Suite("Command line")
struct CommandLineTests {
    @Test("the exit status is 0 for success, 1 for a fault at run time, 2 for a wrong command line or configuration", arguments: [
        (["--help"], 0, "", "nodline"), (["--version"], 0, "", "0."), (["check"], 0, "", "[gestures]"),
        (["bogus"], 2, "there is no command \"bogus\"; nodline --help lists them", ""), (["statsu"], 2, "did you mean status?", ""), (["chek", "x.toml"], 2, "did you mean check?", ""),
        (["check", "/nonexistent.toml"], 2, "/nonexistent.toml: there is no such file", ""), (["check", "a", "--config", "b"], 2, "expected one of them", ""),
        (["replay"], 2, "clip", ""), (["replay", "x.y4m", "--pointer"], 2, "--json", ""),
        (["check", "--config", "/nonexistent.toml"], 2, "/nonexistent.toml: there is no such file", ""),
        (["simulate", "--script", "lok", "-o", "-"], 2, "did you mean look?", ""),
        (["replay", "/nonexistent.y4m"], 1, "/nonexistent.y4m: there is no such file", ""),
        // What bytes that are not UTF-8 become.
        (["replay", "/caf\u{FFFD}.y4m"], 1, "its name is not UTF-8", ""), (["check", "/caf\u{FFFD}.toml"], 2, "its name is not UTF-8", ""),
        (["evaluate", "/nonexistent"], 1, "/nonexistent: there is no such folder", ""),
        (["evaluate", "/etc/passwd"], 1, "/etc/passwd: it is a file; expected the folder", ""),
        (["evaluate", "/etc/passwd", "--gaze"], 1, "/etc/passwd: it is a file; expected the folder", ""),
        (["bench", "--clip", "/nonexistent.y4m"], 1, "/nonexistent.y4m: there is no such file", ""),
        (["bench", "--stages"], 2, "--stages needs --clip", ""),
        (["bench", "--every", "0"], 2, "--every is 0; expected 1 or more", ""), (["bench", "--every", "-2"], 2, "--every is -2; expected 1 or more", ""),
        (["check", ""], 2, "the file's name is empty", ""), (["check", "--config", ""], 2, "the file's name is empty", ""),
        (["simulate", "--script", "still 1s", "--output", "/tmp/x.y4m", "--seed", "-1"], 2, "'-1' is invalid for '--seed", ""),
        (["teach", "a", "--repetitions", "-1"], 2, "--repetitions -1: expected 5 to 10", ""),
        (["simulate", "--script", "still 1s", "-o", "/nonexistent/x.y4m"], 1, "/nonexistent/x.y4m: the clip cannot be written: No such file", ""),
        (["test-output", "bell"], 2, "it has none: --config FILE", ""), (["pair-bluetooth", "--socket", "/nonexistent"], 1, "nodline-bluetooth answers root", ""),
    ] as [([String], Int32, String, String)])
    func status(arguments: [String], status: Int32, errors: String, output: String) throws {
        let run = try Program(arguments)
        #expect(run.status == status)
        #expect(errors.isEmpty || run.errors.contains(errors))
        #expect(output.isEmpty || run.output.contains(output))
        if status != 0 { #expect(run.output.isEmpty) }
    }

    @Test("a file beyond the largest that is allowed is told, and nothing of it is left")
    func fileLimit() throws {
        let folder = try TemporaryFolder(), program = Checkout.root + ".build/release/nodline"
        let child = try ChildProcess("bash", ["-c", "cd \"$1\" && ulimit -f 1 && exec \"$0\" simulate --script 'fps 15; still 1s' -o x.y4m 2> said", program, folder.path],
                                     input: .null, output: .null)
        #expect(child.wait() == 1 << 8)  // an exit, and no signal
        #expect(try folder.text("said").contains("x.y4m") && folder.text("said").contains("File too large"))
        #expect(SysfsFile.names(in: folder.path) == ["said"])
    }

    @Test("a file is checked by its name alone, and Tab knows the commands")
    func names() throws {
        let folder = try TemporaryFolder(), file = try folder.file("my.toml", "[gestures]\nnod = false\n")
        let checked = try Program("check", file)
        #expect(checked.status == 0 && checked.output.hasPrefix("# \(file): valid.") && checked.output.contains("\nnod = false\n"))
        let script = "PATH=\(Checkout.root).build/release:$PATH\n" + (try Checkout.text("deploy/completions/nodline"))
            + "COMP_WORDS=(nodline sta) COMP_CWORD=1 COMP_LINE='nodline sta' COMP_POINT=11\n_nodline nodline sta nodline\necho \"${COMPREPLY[@]}\" > \(folder.path)/said\n"
        let bash = try ChildProcess("bash", ["-c", script], input: .null, output: .null)
        #expect(bash.wait() == 0)
        #expect(try folder.text("said") == "status\n")
        // Of fish and zsh only what they would read, for neither is needed for tests.
        for shell in ["fish", "zsh"] {
            #expect(try Checkout.text("deploy/completions/\(shell == "zsh" ? "_nodline" : "nodline.fish")").contains("nodline --generate-completion-script \(shell)"))
            #expect(try Program("--generate-completion-script", shell).output.contains("status"))
        }
    }

    @Test("test-output runs commands too, reports their failure, and refuses an output that switches nothing")
    func testOutput() throws {
        let folder = try TemporaryFolder()
        let file = try folder.file("c.toml", """
            [outputs.bell]
            gesture = "left"
            command = ["/bin/sh", "-c", "echo rung > \(folder.path)/said"]
            [outputs.broken]
            gesture = "left"
            command = ["/bin/sh", "-c", "exit 3"]
            [outputs.idea]
            gesture = "left"
            """)
        let bell = try Program("test-output", "bell", "--seconds", "0.5", "--config", file)
        #expect(bell.status == 0 && bell.lines.first == "bell: command /bin/sh is on", "\(bell.errors)")
        #expect(try String(contentsOfFile: folder.path + "/said", encoding: .utf8) == "rung\n")
        let broken = try Program("test-output", "broken", "--seconds", "0.5", "--config", file)
        #expect(broken.status == 1 && broken.errors.contains("status 3"), "\(broken.errors)")
        let idea = try Program("test-output", "idea", "--config", file)
        #expect(idea.status == 2 && idea.errors.contains("switches nothing"))
    }

    @Test("a damaged model is refused before any frame, with what to do")
    func damagedModel() throws {
        let folder = try TemporaryFolder()
        let file = try folder.file("c.toml", "[models]\ndirectory = \"\(folder.path)\"\n")
        _ = try folder.file("face_detection_short_range.tflite", "no model")
        let run = try Program("replay", Checkout.root + ".nodline/astronaut.png", "--config", file)
        #expect(run.status == 1)
        #expect(run.errors.contains("is damaged") && run.errors.contains("deploy/fetch"))
        #expect(run.output.isEmpty)
    }

    @Test("replay of a truncated clip ends with status 1 and all lines off")
    func brokenClip() throws {
        let folder = try TemporaryFolder()
        let clip = folder.path + "/c.y4m"
        try Film.write("fps 10; still 1.5s; hold left 3s", to: clip)
        let whole = try Data(contentsOf: URL(filePath: clip))
        try whole.prefix(307_300 * 36).write(to: URL(filePath: clip))
        let configuration = try folder.file("c.toml", "[outputs.call]\ngesture = \"hold-left\"\naction = \"level\"\n")
        let run = try Program("replay", clip, "--json", "--config", configuration)
        #expect(run.status == 1)
        #expect(run.errors.contains("it is cut short"))
        let lines = run.lines.filter { $0.contains("\"line\"") }
        #expect(lines.count == 2 && lines.last?.contains("\"value\":0") == true, "\(lines)")
    }

    /// Runs the program with its output to a device that is full.
    private func onFullDisk(_ arguments: String) throws -> (status: Int32, errors: String) {
        let child = try ChildProcess("sh", ["-c", "exec \"$0\" \(arguments) > /dev/full", Checkout.root + ".build/release/nodline"], input: .null, errors: .pipe)
        let status = child.wait()
        return (status >> 8, child.takeErrorLines().joined(separator: "\n"))
    }

    @Test("a result that cannot be written is an error", arguments: ["check", "--help", "--version", "reference"])
    func fullDisk(arguments: String) throws {
        let run = try onFullDisk(arguments)
        #expect(run.status == 1 && run.errors.contains("write standard output: No space left on device"), "\(run)")
    }

    @Test("events, reports and traces that cannot be written are errors with the reason")
    func fullDisk() throws {
        let folder = try TemporaryFolder(), clip = folder.path + "/c.y4m"
        try Film.write("fps 10; still 1.5s", to: clip)
        for arguments in ["replay \(clip)", "replay \(clip) --json", "evaluate \(folder.path) --json", "bench --clip \(clip) --warm-up 0.5"] {
            let run = try onFullDisk(arguments)
            #expect(run.status == 1 && run.errors.contains("No space left on device"), "\(arguments): \(run)")
        }
        for option in ["--report", "--trace"] {
            let run = try Program("replay", clip, option, "/dev/full")
            #expect(run.status == 1 && run.errors.contains("cannot be written: No space left on device"), "\(run.errors)")
        }
        let run = try Program("replay", clip, "--report", folder.path)
        #expect(run.status == 1 && run.errors.contains("cannot be written: Is a directory"), "\(run.errors)")
    }

    @Test("a report, a trace, labels and a clip never replace what a command reads, or another result")
    func results() throws {
        let folder = try TemporaryFolder(), clip = folder.path + "/c.y4m", labels = folder.path + "/c.csv", configuration = folder.path + "/c.toml"
        try Film.write("fps 10; still 1.5s", to: clip)
        _ = try folder.file("c.csv", "start,end,gesture\n")
        _ = try folder.file("c.toml", "[gestures]\nnod = false\n")
        let files = [clip, labels, configuration], before = try files.map { try FileBytes.read($0) }
        for arguments in [["replay", clip, "--report", clip], ["replay", clip, "--trace", clip], ["replay", clip, "--trace", labels],
                          ["replay", clip, "--config", configuration, "--report", configuration], ["evaluate", folder.path, "--report", labels],
                          ["evaluate", folder.path, "--report", clip], ["simulate", "--script", "still 0.1s", "-o", "-", "--labels", clip]] {
            let run = try Program(arguments)
            #expect(run.status == 1 && run.errors.contains("not written over another file"), "\(arguments): \(run)")
        }
        #expect(try files.map { try FileBytes.read($0) } == before)
        let both = try Program("replay", clip, "--report", folder.path + "/s", "--trace", folder.path + "/s")
        #expect(both.status == 1 && both.errors.contains("the trace is not written over another file"), "\(both)")
        let made = try Program("simulate", "--script", "still 0.1s", "-o", folder.path + "/m.y4m", "--labels", folder.path + "/m.y4m")
        #expect(made.status == 1 && made.errors.contains("the labels are not written over another file"), "\(made)")
        #expect(try FileBytes.read(folder.path + "/m.y4m").starts(with: "YUV4MPEG2 ".utf8))
    }

    @Test("a clip without a picture is an error")
    func noPicture() throws {
        let folder = try TemporaryFolder(), clip = try folder.file("c.y4m", "YUV4MPEG2 W640 H480 F30:1 Cmono\n")
        for arguments in [["replay", clip], ["replay", clip, "--json"], ["run", "--clip", clip], ["evaluate", folder.path]] {
            let run = try Program(arguments)
            #expect(run.status == 1 && run.errors.contains("it has no picture"), "\(arguments): \(run)")
        }
    }

    @Test("evaluate gives the result of the clips that it can read, names the others, and ends with 1")
    func evaluateBroken() throws {
        let folder = try TemporaryFolder()
        try Film.write("fps 15; still 1.5s; look left; still 1s", to: folder.path + "/a.y4m")
        try Film.write("fps 15; still 1.5s; look left; still 1s", to: folder.path + "/cut.y4m")
        try Data(contentsOf: URL(filePath: folder.path + "/cut.y4m")).prefix(307_300 * 30).write(to: URL(filePath: folder.path + "/cut.y4m"))
        for (name, text) in [("a.csv", "1,5;2,2;left\n"), ("cut.csv", "1.5,2.2,left\n"), ("bad.mp4", "x"), ("._a.y4m", "x")] { _ = try folder.file(name, text) }
        struct Result: Decodable {
            struct Clip: Decodable { let name: String, whole: Bool, warnings: [String] }
            struct Failure: Decodable { let file: String, problem: String }
            let recall: Double, clips: [Clip], failed: [Failure], complete: Bool
        }
        let run = try Program("evaluate", folder.path, "--json")
        let result = try JSONDecoder().decode(Result.self, from: Data(run.output.utf8))
        #expect(run.status == 1 && !result.complete && result.failed.map(\.file) == ["bad.mp4"])
        #expect(result.clips.map(\.name) == ["a", "cut"] && result.clips.map(\.whole) == [true, false])
        #expect(run.errors.contains("nodline: cut: it is cut short: frame 30 has") && run.errors.contains("nodline: bad.mp4 is left out: "), "\(run.errors)")
        _ = unlink(folder.path + "/bad.mp4")
        _ = unlink(folder.path + "/cut.y4m")
        #expect(try Program("evaluate", folder.path).status == 0)
    }

    @Test("bench --clip with --every N uses every Nth frame, and counts those after the warm-up")
    func benchClip() throws {
        let folder = try TemporaryFolder()
        let clip = folder.path + "/c.y4m"
        try Film.write("fps 10; still 1.5s", to: clip)
        struct Result: Decodable {
            struct Cost: Decodable { let mean_ms: Double, p99_ms: Double, face_percent: Double }
            let frames: Int, rate: Double, mesh_run_ms: Double, accuracies: [String: Cost]
        }
        let run = try Program("bench", "--json", "--clip", clip, "--every", "2", "--warm-up", "0.5")
        let result = try JSONDecoder().decode(Result.self, from: Data(run.output.utf8))
        #expect(result.frames == 5 && abs(result.rate - 5) < 1e-6, "at 0.6, 0.8, 1.0, 1.2 and 1.4 s")
        #expect(result.mesh_run_ms > 0 && Set(result.accuracies.keys) == ["low", "high"])
        #expect(result.accuracies.values.allSatisfy { $0.mean_ms > 0 && $0.p99_ms > 0 && $0.face_percent == 100 })
        let short = try Program("bench", "--clip", clip, "--warm-up", "2")
        #expect(short.status == 1 && short.errors.contains("no frame after the first 2 s"))
    }

    @Test("evaluate --json reports in one object what was found, missed and falsely activated")
    func evaluate() throws {
        let folder = try TemporaryFolder()
        try Film.write("fps 15; still 1.5s; look left; still 1s", to: folder.path + "/a.y4m")
        _ = try folder.file("a.csv", "start,end,gesture\n1.5,2.2,left\n2.4,2.9,right\n")
        struct Result: Decodable {
            struct Gesture: Decodable { let recall: Double?; let latency_median: Double? }
            let recall: Double, precision: Double, false_activations: Int, hours: Double, false_per_hour: Double
            let false_per_hour_upper95: Double, gestures: [String: Gesture], clips: [Clip]
            struct Clip: Decodable { let name: String; let missed: [String] }
        }
        let run = try Program("evaluate", folder.path, "--json")
        let result = try JSONDecoder().decode(Result.self, from: Data(run.output.utf8))
        #expect(result.recall == 0.5 && result.precision == 1 && result.false_activations == 0)
        #expect(result.gestures["left"]?.recall == 1 && result.gestures["right"]?.recall == 0)
        #expect(result.clips.first?.missed == ["right at 2.4 s"])
        #expect(abs(result.false_per_hour_upper95 * result.hours - 2.996) < 0.01)
    }

    @Test("accuracy low finds quick nods and looks of 12 to 15 degrees")
    func lowFinds() throws {
        let folder = try TemporaryFolder()
        let config = try folder.file("low.toml", "config_version = 1\n[detection]\naccuracy = \"low\"\n")
        let acts = ["nod 2", "look left 15deg", "look right 15deg", "nod 3", "look up 12deg", "look down 12deg"]
        let script = "fps 15; size 90; noise 2; blur 0.3; still 2.5s; " + acts.joined(separator: "; still 1.8s; ") + "; still 1.8s"
        #expect(try Program("simulate", "--script", script, "-o", folder.path + "/a.y4m",
                            "--labels", folder.path + "/a.csv").status == 0)
        struct Result: Decodable { let false_activations: Int, clips: [Clip] }
        struct Clip: Decodable { let missed: [String] }
        let run = try Program("evaluate", folder.path, "--config", config, "--json")
        let result = try JSONDecoder().decode(Result.self, from: Data(run.output.utf8))
        #expect(result.clips[0].missed.isEmpty, "missed: \(result.clips[0].missed)")
        #expect(result.false_activations == 0)
    }
}
