import Appliance
import ArgumentParser
import FoundationEssentials
import Platform

struct DoctorCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor", abstract: "Find what is wrong with this board, and how to fix it.",
        discussion: """
            Checks the board, the camera, the configured lines, models, power, temperature, clock, disk space and service. \
            It switches nothing. The exit status is 1 if something does not work.
            """)

    @Option(name: .customLong("config"), help: "Configuration file (default: /etc/nodline/nodline.toml if it exists).")
    var file: String?

    @Flag(help: "Print one JSON object.")
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
            Terminal.output(faults == 0 ? "\nNothing is wrong." : "\n\(faults == 1 ? "One thing does" : "\(faults) things do") not work.")
        }
        if findings.contains(where: { $0.grade == .fault }) { throw ExitCode(1) }
    }
}
