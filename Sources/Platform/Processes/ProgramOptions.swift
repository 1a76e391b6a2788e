import Glibc

/// The command line of a program that links no argument parser, because it must stay small: options with a value, and flags.
package struct ProgramOptions: Sendable {
    /// What is wrong with a command line.
    package struct Fault: Error, Equatable {
        package let problem: String
    }

    private let program: String
    private let help: String
    private var values: [String: String] = [:]
    private var flags: Set<String> = []

    /// This program's. Whoever asks for help, or writes a wrong command line, gets the help, and the program ends with 0 or 2.
    package init(of program: String, valued: [String], flags: [String] = [], help: String) {
        do {
            try self.init(CommandLine.arguments.dropFirst(), of: program, valued: valued, flags: flags, help: help)
        } catch {
            Self.end(program, error.problem, help)
        }
        guard self.flags.contains("--help") else { return }
        Terminal.output(help)
        exit(0)
    }

    /// - Parameters:
    ///   - valued: the options that a value follows. The last one counts.
    ///   - flags: the options without a value, besides `--help` and `-h`.
    package init(_ words: some Collection<String>, of program: String = "", valued: [String], flags: [String] = [], help: String = "") throws(Fault) {
        (self.program, self.help) = (program, help)
        var words = words[...].makeIterator()
        while let word = words.next() {
            if valued.contains(word) {
                guard let value = words.next(), !value.isEmpty else { throw Fault(problem: "a value is missing after \(word)") }
                values[word] = value
            } else if word == "--help" || word == "-h" {
                self.flags.insert("--help")
            } else if flags.contains(word) {
                self.flags.insert(word)
            } else {
                throw Fault(problem: "unknown option \(word.quoted)")
            }
        }
    }

    /// The value of an option; `nil` if it is not given.
    package subscript(option: String) -> String? { values[option] }

    /// Whether a flag is given.
    package func has(_ flag: String) -> Bool { flags.contains(flag) }

    /// Ends the program with 2: what it was given cannot be.
    package func refuse(_ problem: String) -> Never { Self.end(program, problem, help) }

    private static func end(_ program: String, _ problem: String, _ help: String) -> Never {
        Terminal.note("\(program): \(problem)\n\(help)")
        exit(2)
    }
}
