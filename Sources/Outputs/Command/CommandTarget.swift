import Platform
import Settings

/// A program that runs each time its output goes on.
package struct CommandTarget: OutputTarget {
    package static let key = "command"
    /// Several outputs may run the same program.
    package static let space: String? = nil
    package static let keys: [ConfigurationKey<OutputConfiguration>] = [
        .init(key, .texts(\.command.words), """
            a program's full path and its arguments, run without a shell each time it goes on, for example ["/usr/bin/aplay", "-q",
            "/usr/share/sounds/alsa/Front_Center.wav"] (alsa-utils has both). Only a stop ends it. The
            service does not see /home and /tmp: put files of your own into /etc/nodline, readable for all.
            """, rule: .argument),
        .init("time_limit", .number(0.1...600, unit: "s", \.command.timeLimit), "how long a command may take.",
              misplaced: { $0.command.isNamed ? nil : "is for a command, but there is none; leave it out" }),
    ]

    /// The full path and the arguments.
    package var words: [String] = []
    /// Seconds after which the program is terminated.
    package var timeLimit = 10.0

    package init() {}

    package var place: String { words.first ?? "" }
    package var program: ProgramWords { ProgramWords(words, example: ["/usr/bin/aplay", "/etc/nodline/bell.wav"]) }

    package func conflicts(in output: OutputConfiguration) -> [Conflict] {
        guard !words.isEmpty else { return [] }
        var conflicts = heartbeatConflicts(in: output)
        if let fault = program.fault { conflicts.append((Self.key, fault)) }
        if output.action == .blink {
            conflicts.append(("action", "\"blink\" would start the command again and again; expected \"pulse\""))
        }
        return conflicts
    }

    package func device(of output: OutputConfiguration, _ factory: DeviceFactory) throws(OutputError) -> any OutputDevice {
        CommandOutput(words, limit: timeLimit)
    }
}

extension OutputConfiguration {
    package var command: CommandTarget {
        get { self[CommandTarget.self] }
        set { self[CommandTarget.self] = newValue }
    }
}
