import Appliance
import ArgumentParser
import Gestures
import Platform
import Replays
import Wire

struct PeopleCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "people", abstract: "List the people who are enrolled, or forget or export one of them.",
        discussion: """
            What is kept of a person are numbers, in the folder people of the state's folder. --export prints that file, and needs the right \
            to read it (sudo). --forget deletes it.
            """)

    @OptionGroup var socket: ControlSocketOption

    @Option(help: "Delete what is known of a person.")
    var forget: String?

    @Option(help: "Print the numbers of a person, as they are kept.")
    var export: String?

    @Option(help: "With --export: the state's folder (default: the service's).")
    var state = "/var/lib/nodline"

    @Flag(help: "Print one JSON object.")
    var json = false

    func validate() throws {
        if forget != nil, export != nil { throw ValidationError("--forget and --export contradict each other; expected one of them.") }
        for name in [forget, export].compactMap(\.self) where GivenName.normal(name) == nil {
            throw ValidationError("\(name.quoted): expected a name of \(GivenName.expectation).")
        }
    }

    func run() throws {
        if let export { return try print(export) }
        let reply = try socket.connect().reply(forget.map { .forget($0) } ?? .people, as: EnrolledReply.self) { if json { Terminal.output($0) } }
        if json { return }
        if let forget { return Terminal.output("\(forget) is forgotten") }
        let rows = reply.people.map { person in
            [person.name, "\(person.faces) faces", person.lights == 1 ? "1 light" : "\(person.lights) lights", person.method,
             reply.only.isEmpty ? "" : person.counts ? "counts" : "does not count"]
        }
        Terminal.output(rows.isEmpty ? "nobody is enrolled: nodline enrol NAME" : EvaluationTable.aligned(rows))
        for name in reply.only where !reply.people.contains(where: { $0.name == name }) { Terminal.output("\(name) may act, but is not enrolled") }
        for fault in reply.faults { Terminal.note(fault) }
    }

    private func print(_ name: String) throws {
        guard let folder = PeopleFolder(state: state) else { throw ValidationError("--state is empty; expected a folder.") }
        Terminal.output(String(decoding: try FileBytes.read(folder.file(name)), as: UTF8.self))
    }
}
