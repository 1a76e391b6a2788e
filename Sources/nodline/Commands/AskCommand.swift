import Appliance
import ArgumentParser
import Platform
import Wire

struct AskCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "ask", abstract: "Ask a yes-or-no question: a nod is yes, a shake is no.",
        discussion: """
            The exit status is 0 for yes, 3 for no, 4 for no answer in time, or if it is paused meanwhile. It is 1 if \
            no appliance is running, or if it ends meanwhile, is paused before or is busy with another question, and 2 for a \
            wrong command line. Only 0 is a yes.
            nodline ask "Print the receipt?" --timeout 10 && print-receipt
            """)

    @Argument(help: "The question, as `nodline status` shows it; showing it to the person is up to you.")
    var question: String

    @Option(parsing: .unconditional, help: "Seconds to wait for the answer, 0.5 to 600.")
    var timeout = 10.0

    @OptionGroup var socket: ControlSocketOption

    @Flag(help: "Print one JSON object.")
    var json = false

    func validate() throws {
        guard ControlMessage.timeouts.contains(timeout) else { throw ValidationError("--timeout takes 0.5 to 600 seconds.") }
        if let problem = RequestBounds.problem(ofQuestion: question) { throw ValidationError("The \(problem).") }
    }

    func run() throws {
        let request = ControlRequest.ask(question: question, timeout: timeout)
        let reply = try socket.connect().reply(request, as: AskReply.self, within: timeout + ControlConnection.timeout) {
            if json { Terminal.output($0) }
        }
        if !json { Terminal.output(reply.answer == "none" ? "no answer" : reply.answer) }
        switch reply.answer {
        case "yes": return
        case "no": throw ExitCode(3)
        case "none": throw ExitCode(4)
        default: throw ControlConnection.Fault(description: "the answer is \(reply.answer.quoted), which is not understood")
        }
    }
}
