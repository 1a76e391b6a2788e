// nodline test-output
import ArgumentParser
import Glibc
import Outputs
import Platform

struct TestOutputCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "test-output", abstract: "Switch one output on and off again: does the wire work?",
        discussion: "Where the chip can, the wire is read back: one that is shorted or driven from elsewhere is a fault.")

    @Argument(help: "The output's name in the configuration.")
    var name: String

    @OptionGroup var source: ConfigurationOption

    @Option(help: "Seconds to keep it switched, 0.05 to 60.")
    var seconds = 1.0

    func validate() throws {
        guard (0.05...60).contains(seconds) else { throw ValidationError("--seconds takes 0.05 to 60.") }
    }

    func run() throws {
        var configuration = try source.read()
        guard let output = configuration.outputs.first(where: { $0.name == name }) else {
            throw ValidationError("There is no output \"\(name)\" in the configuration; it has "
                + "\(configuration.outputs.map(\.name).quoted).")
        }
        // Only this one is touched, and the virtual keyboard has its key alone.
        configuration.outputs = [output]
        configuration.axes = []
        guard let device = try DeviceFactory(configuration.outputSettings).device(of: output) else {
            throw ValidationError("The output \"\(name)\" works on nothing; expected for example line = \"GPIO17\".")
        }
        if output.target.isInput { usleep(Self.plugging) }
        let place = output.target.words
        try device.set(!output.safe)
        Terminal.output("\(name): \(place) is \(output.safe ? "off" : "on")")
        let isThere = try wait(device, expecting: !output.safe)
        try device.set(output.safe)
        Terminal.output("\(name): \(place) is \(output.safe ? "on" : "off") again, which is its safe state")
        usleep(SafeCommand.settling)
        try isThere.get()
        try device.verify(output.safe)
        try device.tend()
    }

    /// Microseconds that a desktop takes to notice a new keyboard.
    private static let plugging: UInt32 = 500_000

    /// Waits for as long as it is to be on, and sees to it meanwhile: a command may fail.
    private func wait(_ device: any OutputDevice, expecting value: Bool) throws -> Result<Void, any Error> {
        for _ in 0..<Int((seconds / 0.05).rounded()) {
            usleep(50_000)
            try device.tend()
        }
        return Result { try device.verify(value) }
    }
}

extension OutputConfiguration.Target {
    /// For people: "line GPIO17".
    fileprivate var words: String {
        switch self {
        case .none: "nothing"
        case .line(let line): "line \(line.name)"
        case .led(let name): "light \(name)"
        case .key(let word): "key \(word)"
        case .usb(let word): "USB key \(word)"
        case .command(let words): "command \(words.first ?? "")"
        }
    }

    /// A device that programs must notice before they hear of its keys.
    fileprivate var isInput: Bool { if case .key = self { true } else { false } }
}
