import Appliance
import FoundationEssentials
import Outputs
import Testing
import TestSupport

@Suite("The doctor")
struct DoctorTests {
    /// A board's files below a folder.
    private final class Board {
        let folder: TemporaryFolder

        init(_ files: [String: String]) throws {
            folder = try TemporaryFolder()
            for (name, text) in files {
                let path = folder.path + "/" + name
                try FileManager.default.createDirectory(atPath: URL(filePath: path).deletingLastPathComponent().path(),
                                                        withIntermediateDirectories: true)
                try Data(text.utf8).write(to: URL(filePath: path))
            }
        }

        func findings(_ subject: String) -> [Finding] {
            BoardExamination(root: folder.path).findings.filter { $0.subject == subject }
        }
    }

    private static let throttled = "sys/devices/platform/soc/soc:firmware/get_throttled"
    private static let hwmon = "sys/class/hwmon/hwmon1/"

    @Test("a line is examined by its name, and by its place on a chip or on a link to one; one on two chips has two different places")
    func lines() throws {
        let folder = try TemporaryFolder()
        try FileManager.default.createSymbolicLink(atPath: folder.path + "/gpiochip0", withDestinationPath: "/dev/null")
        try FileManager.default.createSymbolicLink(atPath: folder.path + "/gpiochip4", withDestinationPath: "gpiochip0")
        let lines = [GPIOScan.Line(chip: "gpiochip0", offset: 17, name: "GPIO17"), GPIOScan.Line(chip: "gpiochip0", offset: 5, name: "BELL"),
                     GPIOScan.Line(chip: "gpiochip1", offset: 6, name: "BELL")]
        func finding(_ line: String) -> Finding? {
            var configuration = Configuration(), output = OutputConfiguration(name: "a")
            output.line.name = line
            configuration.outputs = [output]
            return LineExamination(configuration, lines: lines, devices: folder.path).findings.first
        }
        for name in ["GPIO17", "gpiochip0:17", "gpiochip4:17", folder.path + "/gpiochip4:17"] { #expect(finding(name)?.grade == .good, "\(name)") }
        #expect(finding("gpiochip4:18")?.grade == .fault)
        #expect(finding("BELL")?.remedy.contains("\"gpiochip0:5\", \"gpiochip1:6\"") == true)
    }

    @Test("a PWM channel that is missing, free, Nodline's own or somebody else's is told from the others")
    func pwm() throws {
        let folder = try TemporaryFolder()
        try folder.make("pwmchip0", ["npwm": "2\n", "export": ""])
        try folder.make("pwmchip0/pwm1", ["enable": "1\n", "duty_cycle": "1500000\n", "period": "20000000\n"])
        func finding(_ channel: String, isRunning: Bool = false) -> Finding? {
            var configuration = Configuration(), axis = AxisConfiguration(name: "pan")
            axis.pwm.name = channel
            configuration.axes = [axis]
            return PWMExamination(configuration, isRunning: isRunning, root: folder.path).findings.first
        }
        #expect(finding("pwmchip0:0")?.grade == .good)
        #expect(finding("pwmchip1:0")?.detail.hasSuffix("there is no pwmchip1; there are pwmchip0") == true)
        #expect(finding("pwmchip0:2")?.grade == .fault)
        #expect(finding("pwmchip0:1", isRunning: true)?.grade == .good)
        let other = try #require(finding("pwmchip0:1"))
        #expect(other.grade == .advice && other.detail.contains("another program") && other.detail.contains("1500000 ns"), "\(other)")
        #expect(other.remedy.hasSuffix("echo 1 | sudo tee \(folder.path)/pwmchip0/unexport"))
    }

    @Test("the power supply is judged by the firmware's present and past warnings", arguments: [
        ([throttled: "0\n"], Finding.Grade.good, "has been good"),
        ([throttled: "50005\n"], .fault, "right now"),
        ([throttled: "50000\n"], .advice, "at some time"),
        ([throttled: "40000\n"], .advice, "too hot"),
        ([hwmon + "name": "rpi_volt\n", hwmon + "in0_lcrit_alarm": "1\n"], .fault, "right now"),
    ] as [([String: String], Finding.Grade, String)])
    func power(files: [String: String], grade: Finding.Grade, words: String) throws {
        let findings = try Board(files).findings("power")
        #expect(findings.map(\.grade) == [grade])
        #expect(findings.allSatisfy { $0.detail.contains(words) && $0.remedy.isEmpty == (grade == .good) })
    }

    @Test("without the firmware's report there is no finding about power")
    func silence() throws { #expect(try Board([:]).findings("power").isEmpty) }

    @Test("the board is named; high temperature, an old system, little memory and a missing service are noticed")
    func board() throws {
        let board = try Board([
            "proc/device-tree/model": "Raspberry Pi Zero 2 W Rev 1.0\0", "sys/class/thermal/thermal_zone0/temp": "81000\n",
            "etc/os-release": "PRETTY_NAME=\"Debian GNU/Linux 11 (bullseye)\"\nVERSION_ID=\"11\"\n",
            "proc/meminfo": "MemTotal: 400000 kB\nMemAvailable: 52000 kB\n", "run/systemd/system/x": "",
        ])
        #expect(board.findings("board").first?.detail == "Raspberry Pi Zero 2 W Rev 1.0")
        for (subject, words) in [("temperature", "81 °C"), ("system", "Debian GNU/Linux 11"), ("memory", "only 50 MB"), ("service", "none is installed")] {
            let finding = try #require(board.findings(subject).first)
            #expect(finding.grade == .advice && finding.detail.contains(words) && !finding.remedy.isEmpty)
        }
    }

    @Test("configured sounds need the player and a sound card", arguments: [
        ([], [Cue.recognised], Finding.Grade.fault, "aplay is not installed"),
        (["usr/bin/aplay"], [.recognised], .fault, "no sound card"),
        (["usr/bin/aplay", "proc/asound/cards"], [.recognised], .fault, "no sound card"),
        (["usr/bin/aplay", "proc/asound/card1/id"], [.recognised], .good, "are present"),
        ([], [], nil, ""),
    ] as [([String], [Cue], Finding.Grade?, String)])
    func sound(files: [String], cues: [Cue], grade: Finding.Grade?, words: String) throws {
        let board = try Board(Dictionary(uniqueKeysWithValues: files.map { ($0, "") }))
        let player = board.folder.path + "/usr/bin/aplay"
        if FileManager.default.fileExists(atPath: player) {
            try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: player)
        }
        var feedback = FeedbackConfiguration()
        feedback.sounds = cues
        let finding = SoundExamination(feedback, root: board.folder.path).finding
        #expect(finding?.grade == grade && (finding?.detail ?? "").contains(words))
        #expect((finding?.remedy.isEmpty ?? true) == (grade != .fault))
    }

    @Test("missing models, lines and camera objects are faults with a remedy, and the exit status is 1")
    func faults() throws {
        let folder = try TemporaryFolder()
        let file = try folder.file("c.toml", """
            [camera]
            object = "/nonexistent.so"
            [models]
            directory = "\(folder.path)"
            [outputs.bell]
            line = "NO-SUCH-LINE"
            gesture = "left"
            """)
        let findings = try report(file)
        for (subject, words) in [("models", ".tflite"), ("camera", "/nonexistent.so"), ("lines", "")] {
            let finding = try #require(findings.first { $0.subject == subject })
            #expect(finding.grade == "fault" && (words.isEmpty || finding.detail.contains(words)) && !finding.remedy.isEmpty)
        }
        #expect(try Program("doctor", "--config", file).output.contains("things do not work"))
    }

    @Test("a refused configuration is one finding with all its faults, and the rest is still examined")
    func configuration() throws {
        let folder = try TemporaryFolder()
        let findings = try report(folder.file("c.toml", "[camera]\nraet = 3\nwidth = 1\n"))
        let fault = try #require(findings.first { $0.subject == "config" })
        #expect(fault.grade == "fault" && fault.detail.contains("rate") && fault.detail.contains("width"))
        #expect(findings.contains { $0.subject == "models" && $0.grade == "good" })
    }

    private struct Report: Decodable {
        struct Finding: Decodable { let subject: String, grade: String, detail: String, remedy: String }
        let findings: [Finding]
    }

    /// What the program prints about a configuration that has faults.
    private func report(_ file: String) throws -> [Report.Finding] {
        let run = try Program("doctor", "--json", "--config", file)
        #expect(run.status == 1)
        return try JSONDecoder().decode(Report.self, from: Data(run.output.utf8)).findings
    }

    @Test("what the preview advises is found, each with what to do, and a good picture is said to be good")
    func picture() {
        for advice in PlacementAdvice.allCases {
            let findings = PictureExamination([advice]).findings
            #expect(findings.count == 1 && findings[0].grade == .advice && findings[0].subject == "picture" && !findings[0].remedy.isEmpty)
        }
        #expect(PictureExamination([.twoFaces]).findings[0].detail == "there are two faces")
        #expect(PictureExamination([]).findings.map(\.grade) == [.good])
    }
}
