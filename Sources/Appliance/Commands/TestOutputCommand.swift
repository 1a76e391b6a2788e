// nodline test-output
import ArgumentParser
import Glibc

struct TestOutputCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "test-output", abstract: "Switch one output on and off again: does the wire work?",
        discussion: "The wire is read back, where the chip can see it: one that is shorted or held elsewhere is a fault.")

    @Argument(help: "The output's name in the configuration.")
    var name: String

    @OptionGroup var source: ConfigurationOption

    @Option(help: "Seconds for which it is switched, 0.05 to 60.")
    var seconds = 1.0

    func validate() throws {
        guard (0.05...60).contains(seconds) else { throw ValidationError("--seconds takes 0.05 to 60.") }
    }

    func run() throws {
        let outputs = try source.read().outputs
        guard let output = outputs.first(where: { $0.name == name }) else {
            throw ValidationError("There is no output \"\(name)\" in the configuration; there are \(outputs.map(\.name).quoted).")
        }
        guard !output.line.name.isEmpty else {
            throw ValidationError("The output \"\(name)\" has no line; expected for example line = \"GPIO17\".")
        }
        let line = try GPIOLine(output: output)
        try line.set(!output.safe)
        Terminal.output("\(name): line \(output.line.name) is \(output.safe ? "off" : "on")")
        usleep(UInt32(seconds * 1e6))
        let isThere = Result { try line.verify(!output.safe) }
        try line.set(output.safe)
        Terminal.output("\(name): line \(output.line.name) is \(output.safe ? "on" : "off") again, which is its safe state")
        usleep(SafeCommand.settling)
        try isThere.get()
        try line.verify(output.safe)
    }
}
