import Appliance
import ArgumentParser
import Platform
import Wire

struct RecordRestCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "record-rest", abstract: "Record a person's ordinary minutes as numbers, never pictures, from which taught movements learn what must not fire.",
        discussion: """
            The person does what they always do: talk, eat, look around, watch television; everything but the movement to teach. Gestures count \
            meanwhile. Ctrl-C ends it, and what was recorded is kept, for the profile in use.
            """)

    @Argument(help: "How long: 1 to 60 minutes. (default: \(Int(TeachRequest.usualMinutes)))")
    var minutes: Double?

    @Flag(help: "Say how many minutes there are.")
    var list = false

    @Flag(help: "Forget all of them.")
    var forget = false

    @Flag(help: "End a recording in progress; what was recorded is kept.")
    var stop = false

    @OptionGroup var socket: ControlSocketOption

    @Flag(help: "Print JSON lines.")
    var json = false

    func validate() throws {
        if [list, forget, stop, minutes != nil].filter(\.self).count > 1 {
            throw ValidationError("a number of minutes, --list, --forget and --stop contradict each other; expected one of them.")
        }
        if let minutes, !TeachRequest.restLengths.contains(minutes) { throw ValidationError("\(minutes.shortest): expected 1 to 60 minutes.") }
    }

    func run() throws {
        if forget { return try SimpleRequest(socket: socket, json: json).run(.teach(.forgetRest), "forgotten") }
        if stop { return try SimpleRequest(socket: socket, json: json).run(.teach(.stopRest), "the recording ends") }
        if list {
            let reply = try socket.connect().reply(.teach(.rest), as: RestReply.self, within: DiskTimeout.seconds) { if json { Terminal.output($0) } }
            if !json { Terminal.output("\(NumberFormat.text(reply.minutes, decimals: 1)) of at most \(reply.most.shortest) minutes with a face") }
            return
        }
        let connection = try socket.connect(), length = minutes ?? TeachRequest.usualMinutes
        _ = try connection.reply(.subscribe(pointer: false))
        _ = try connection.reply(.teach(.recordRest(minutes: length)), as: RestReply.self, within: DiskTimeout.seconds)
        while true {
            let line = try connection.line(within: length * 60 + DiskTimeout.seconds)
            guard let record = EventRecord(line: line), case .rest(let minutes) = record.body else { continue }
            if let text = json ? line : record.sentence?.printable { Terminal.output(text) }
            if minutes.state == .failed { throw ExitCode(1) }
            if minutes.state == .ended { return }
        }
    }
}

/// For replies that wait for a memory card.
enum DiskTimeout {
    static let seconds = 15.0
}
