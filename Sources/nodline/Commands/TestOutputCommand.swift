import ArgumentParser
import Glibc
import Outputs
import Platform

struct TestOutputCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "test-output", abstract: "Switch one output or axis on and off again, to test its wire.",
        discussion: "An axis goes to 30 % either way. If the chip supports it, the wire is read back; a wire that is shorted or driven by something else is a fault.")

    @Argument(help: "The name of the output or axis in the configuration.")
    var name: String

    @OptionGroup var source: ConfigurationOption

    @Option(parsing: .unconditional, help: "Seconds to keep it switched, 0.05 to 60.")
    var seconds = 1.0

    func validate() throws {
        guard (0.05...60).contains(seconds) else { throw ValidationError("--seconds takes 0.05 to 60.") }
    }

    func run() throws {
        var configuration = try source.read()
        if let axis = configuration.axes.first(where: { $0.name == name }) { return try AxisTest(axis, in: configuration, seconds: seconds).run() }
        guard let output = configuration.outputs.first(where: { $0.name == name }) else {
            let names = configuration.outputs.map(\.name) + configuration.axes.map(\.name)
            throw ValidationError("There is no output \(name.quoted) in the configuration; it has \(names.isEmpty ? "none: --config FILE names another one" : names.quoted).")
        }
        // Only this output is opened, and the virtual keyboard has only its key.
        configuration.outputs = [output]
        configuration.axes = []
        guard let target = output.target, let device = try DeviceFactory(configuration.outputSettings).device(of: output) else {
            throw ValidationError("The output \"\(name)\" switches nothing; expected for example line = \"GPIO17\".")
        }
        usleep(UInt32(type(of: target).noticeTime * 1e6))
        try device.set(!output.safe)
        Terminal.output("\(name): \(target) is \(output.safe ? "off" : "on")")
        let isThere = try wait(device, expecting: !output.safe)
        try device.set(output.safe)
        Terminal.output("\(name): \(target) is \(output.safe ? "on" : "off") again, which is its safe state")
        usleep(SafeCommand.settling)
        try isThere.get()
        try device.verify(output.safe)
        try device.poll()
    }

    /// Waits while the output is on, and polls the device meanwhile: a command may fail.
    private func wait(_ device: any OutputDevice, expecting value: Bool) throws -> Result<Void, any Error> {
        for _ in 0..<Int((seconds / 0.05).rounded()) {
            usleep(50_000)
            try device.poll()
        }
        return Result { try device.verify(value) }
    }
}
