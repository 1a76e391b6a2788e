// nodline doctor
import Appliance
import ArgumentParser
import FoundationEssentials
import Platform

struct DoctorCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor", abstract: "Find what is wrong with this board, and how to fix it.",
        discussion: """
            Looks at the board, the camera, the lines of the configuration, models, power, temperature, clock, space and \
            service. Nothing is switched. The exit status is 1 where something does not work like this.
            """)

    @Option(name: .customLong("config"), help: "The configuration file; without it, /etc/nodline/nodline.toml where there is one.")
    var file: String?

    @Flag(help: "One JSON object.")
    var json = false

    func run() throws {
        let findings = Doctor(file: file).findings()
        if json {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
            Terminal.output(String(decoding: try encoder.encode(["findings": findings]), as: UTF8.self))
        } else {
            Terminal.output(findings.map(\.words).joined(separator: "\n"))
            let faults = findings.count { $0.grade == .fault }
            Terminal.output(faults == 0 ? "\nNothing is wrong." : "\n\(faults == 1 ? "One thing does" : "\(faults) things do") not work like this.")
        }
        if findings.contains(where: { $0.grade == .fault }) { throw ExitCode(1) }
    }
}
