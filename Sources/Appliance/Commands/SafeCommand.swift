// nodline safe
import ArgumentParser
import Glibc

struct SafeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "safe", abstract: "Put every configured output into its safe state, and end.",
        discussion: """
            What the service runs after any death of the appliance. Some chips forget a line's value when it is given \
            back; --hold keeps them driven for that long, until the service is up again. A line that cannot be had, or \
            whose wire does not follow, is named, and the exit status is 1.
            """)

    /// Microseconds that a wire may take to get to its level.
    static let settling: UInt32 = 2000

    @OptionGroup var source: ConfigurationOption

    @Option(help: "Seconds for which the lines are kept safe before they are given back, 0 to 60.")
    var hold = 0.0

    func validate() throws {
        guard (0...60).contains(hold) else { throw ValidationError("--hold takes 0 to 60 seconds.") }
    }

    func run() throws {
        var faults: [LineFault] = []
        let outputs = try source.read().outputs
        let lines = LineBank(outputs) { faults.append($0) }  // a line is requested at its safe value
        usleep(Self.settling)
        lines.verifySafe(outputs) { faults.append($0) }
        for fault in faults { Terminal.note("nodline: \(fault)") }
        if hold > 0 { usleep(UInt32(hold * 1e6)) }
        withExtendedLifetime(lines) {}
        if !faults.isEmpty { throw ExitCode(1) }
    }
}
