import Appliance
import ArgumentParser
import Glibc
import Outputs
import Platform

struct SafeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "safe", abstract: "Put every configured output into its safe state, and exit.",
        discussion: """
            The service runs this whenever the appliance has ended, for whatever reason. Some chips forget a line's value \
            when it is released; --hold keeps the lines driven until the service is up again. Outputs that were configured in \
            the last run and are no longer in the file are made safe too. If the file is broken or missing, the outputs of the \
            last run are used. A line that cannot be opened, or whose wire does not follow, is named, and the exit status is 1.
            """)

    /// Microseconds that a line may take to settle.
    static let settling: UInt32 = 2000
    /// Seconds that opening, reading back and releasing may take; a device that hangs does not hold up the others.
    private static let timeout = 0.8

    @OptionGroup var source: ConfigurationOption

    @Option(parsing: .unconditional, help: "Seconds to keep the lines driven before they are released, 0 to 60.")
    var hold = 0.0

    func validate() throws {
        guard (0...60).contains(hold) else { throw ValidationError("--hold takes 0 to 60 seconds.") }
    }

    func run() throws {
        var faults: [OutputError] = []
        // Any profile may have been in use. If two name the same device, the settings of the one that ran last apply.
        let lines = GPIOScan.lines
        var configuration = Configuration(), taken: Set<String> = []
        for profile in try all(lines) {
            for var output in profile.outputs {
                guard let target = output.target, !configuration.outputs.compactMap(\.target).contains(where: target.isSame) else { continue }
                // Of one line with two names, GPIO17 and gpiochip0:17, the second would be "held by nodline".
                guard output.line.name.isEmpty || taken.insert(GPIOScan.place(of: output.line.name, among: lines)).inserted else { continue }
                output.name += "@\(configuration.outputs.count)"  // names may occur twice
                configuration.outputs.append(output)
            }
            for var axis in profile.axes {
                guard let target = axis.target, !configuration.axes.compactMap(\.target).contains(where: target.isSame) else { continue }
                axis.name += "@\(configuration.axes.count)"
                configuration.axes.append(axis)
            }
        }
        let devices = DeviceWorkers(configuration.outputSettings)
        faults += devices.waitUntilOpen(within: Self.timeout)  // a device is safe once it is open
        usleep(Self.settling)
        faults += devices.verifySafe(within: Self.timeout)
        for fault in faults { Terminal.note("nodline: \(fault)") }
        if hold > 0 { usleep(UInt32(hold * 1e6)) }
        devices.close(within: Self.timeout)
        if !faults.isEmpty { throw ExitCode(1) }
    }

    /// The configurations of the file, then those that ran last.
    private func all(_ lines: [GPIOScan.Line]) throws -> [Configuration] {
        let read: [Configuration]
        do {
            read = try ConfigurationSource(file: source.file).all(StateStore.lastProfile) { main, profile, error in
                let kept = KeptConfiguration.lastOne(main).profile(profile)
                Terminal.note("nodline: \(error)" + (kept == nil ? "" : "; the profile is used as it ran last"))
                return kept
            }
        } catch {
            let kept = KeptConfiguration.lastOne(nil).all
            guard !kept.isEmpty else { throw error }
            Terminal.note("\(error)")
            Terminal.note("nodline: using the configuration of the last run")
            return kept
        }
        // A line that is now a button's is not driven.
        let buttons = Set(read.flatMap(\.inputs).filter { !$0.line.name.isEmpty }.map { GPIOScan.place(of: $0.line.name, among: lines) })
        return read + KeptConfiguration.lastOne(read.first).all.map { configuration in
            var configuration = configuration
            configuration.outputs.removeAll { buttons.contains(GPIOScan.place(of: $0.line.name, among: lines)) }
            return configuration
        }
    }
}
