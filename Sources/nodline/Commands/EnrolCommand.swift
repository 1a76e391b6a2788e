import Appliance
import ArgumentParser
import Gestures
import Platform
import Wire

struct EnrolCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "enrol", abstract: "Learn a person's face, so that nobody else's head counts.",
        discussion: """
            Turn the head slowly to all sides until everything has been seen, once in today's light and again in the evening. Nothing fires \
            meanwhile. Only numbers are kept, no picture. [person] only = "NAME" then makes this person's head the only one that counts. \
            Needs the package nodline-people. Ctrl-C cancels it.
            """)

    @OptionGroup var socket: ControlSocketOption

    @Argument(help: "The person's name: letters and digits of any script, - and _.")
    var name: String

    @Flag(help: "Print JSON lines.")
    var json = false

    /// Seconds without any event.
    private static let timeout = 60.0

    func validate() throws {
        guard GivenName.normal(name) != nil else { throw ValidationError("\(name.quoted): expected a name of \(GivenName.expectation).") }
    }

    func run() throws {
        let connection = try socket.connect()
        _ = try connection.reply(.subscribe(pointer: false))
        _ = try connection.reply(.enrol(name))
        while true {
            let line = try connection.line(within: Self.timeout)
            guard let record = EventRecord(line: line), case .enrol(let enrolment) = record.body else { continue }
            if let text = json ? line : record.sentence?.printable { Terminal.output(text) }
            if enrolment.step == .cancelled { throw ExitCode(1) }
            if enrolment.step == .done { return }
        }
    }
}
