import Appliance
import ArgumentParser
import Gestures
import Platform
import Replays
import Wire

struct TeachCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "teach", abstract: "Teach a movement of your own, which outputs then use as gesture = \"my-NAME\".",
        discussion: """
            The person keeps still for three seconds, and then makes the movement after each sign: a line here, a sound or a light with the \
            feedback "next". Nothing fires meanwhile, and Ctrl-C cancels it. At the end it says how many of the repetitions it finds again, and how \
            often the movement is expected to fire by itself; the more ordinary minutes were recorded (nodline record-rest), the more it can promise.
            """)

    @Argument(help: "The movement's name: letters and digits of any script, - and _. For example jerk.")
    var name: String?

    @Option(parsing: .unconditional, help: "How often the movement is made: 5 to 10. (default: \(TeachRequest.usualRepetitions))")
    var repetitions: Int?

    @Flag(help: "List the taught movements of the profile in use.")
    var list = false

    @Option(help: "Forget a movement.")
    var forget: String?

    @Option(help: "Print a movement's template, to keep it or to use it elsewhere.")
    var export: String?

    @Option(name: .customLong("import"), help: "Use a template that --export has printed. NAME gives it another name.")
    var file: String?

    @Flag(help: "Cancel the teaching in progress.")
    var cancel = false

    @OptionGroup var socket: ControlSocketOption

    @Flag(help: "Print JSON lines.")
    var json = false

    /// Seconds to wait for the next event: a movement, or the end of the computation on a slow board.
    private static let timeout = 180.0

    func validate() throws {
        let others = [list, forget != nil, export != nil, cancel].filter(\.self).count + (file != nil ? 1 : 0)
        if others > 1 || others == 1 && file == nil && name != nil {
            throw ValidationError("a name to teach, --list, --forget, --export, --import and --cancel contradict each other; expected one of them.")
        }
        if others == 0, name == nil { throw ValidationError("the movement's name is missing; expected for example nodline teach jerk.") }
        if let repetitions, !Teacher.counts.contains(repetitions) {
            throw ValidationError("--repetitions \(repetitions): expected \(Teacher.counts.lowerBound) to \(Teacher.counts.upperBound).")
        }
        if repetitions != nil, others > 0 { throw ValidationError("--repetitions is for teaching.") }
        for given in [name, forget, export].compactMap(\.self) where TeachRequest.gesture(given) == nil { throw ValidationError(TeachRequest.refusal(of: given) + ".") }
    }

    func run() throws {
        if cancel { return try SimpleRequest(socket: socket, json: json).run(.cancelCalibration, "cancelled") }
        if list { return try printList() }
        if let gesture = forget.flatMap(TeachRequest.gesture) {
            return try SimpleRequest(socket: socket, json: json).run(.teach(.forget(gesture)), "forgotten: my-\(gesture)")
        }
        if let gesture = export.flatMap(TeachRequest.gesture) {
            let reply = try socket.connect().reply(.teach(.export(gesture)), as: TaughtTextReply.self) { if json { Terminal.output($0) } }
            if !json { Terminal.output(reply.text.hasSuffix("\n") ? String(reply.text.dropLast()) : reply.text) }
            return
        }
        if let file { return try importTemplate(file) }
        if let gesture = name.flatMap(TeachRequest.gesture) { try teach(gesture) }
    }

    private func teach(_ gesture: GestureName) throws {
        let connection = try socket.connect()
        _ = try connection.reply(.subscribe(pointer: false))
        _ = try connection.reply(.teach(.teach(gesture, repetitions: repetitions ?? TeachRequest.usualRepetitions)))
        while true {
            let line = try connection.line(within: Self.timeout)
            guard let record = EventRecord(line: line), case .teach(let teaching) = record.body else { continue }
            if let text = json ? line : record.sentence?.printable { Terminal.output(text) }
            if teaching.step == .cancelled || teaching.kept == false { throw ExitCode(1) }
            if teaching.step == .done {
                if !json { Terminal.output("\nUse it: gesture = \"my-\(gesture)\" for an output.") }
                return
            }
        }
    }

    private func printList() throws {
        let reply = try socket.connect().reply(.teach(.taught), as: TaughtReply.self) { if json { Terminal.output($0) } }
        if json { return }
        if reply.gestures.isEmpty, reply.faults.isEmpty { return Terminal.output("Nothing has been taught in this profile.") }
        Terminal.output(EvaluationTable.aligned(reply.gestures.map { gesture in
            [gesture.name, "from \(gesture.repetitions) repetitions", "at most \(NumberFormat.text(gesture.per_hour_95, decimals: 1)) an hour by itself (95 %)",
             gesture.channels.joined(separator: ", "), gesture.bound ? "in use" : "nothing uses it"]
        } + reply.faults.map { [$0.name, "cannot be used: \($0.detail)"] }))
    }

    private func importTemplate(_ file: String) throws {
        let text = try TaughtFolder.text(of: file), found: TaughtGesture
        do { found = try TaughtGesture(text: text) } catch { throw ControlConnection.Fault(description: "\(file): \(error)") }
        let gesture = name.flatMap(TeachRequest.gesture) ?? found.name
        let connection = try socket.connect()
        var rest = text.utf8[...], part = 0, reply: ControlReply
        repeat {
            // The text is ASCII, so that any place is the end of a character.
            let piece = rest.prefix(TeachRequest.longestPart)
            rest = rest.dropFirst(piece.count)
            reply = try connection.reply(.teach(.importing(gesture, text: String(decoding: piece, as: UTF8.self), part: part, isLast: rest.isEmpty)),
                                         as: ControlReply.self, within: DiskTimeout.seconds) { if json { Terminal.output($0) } }
            part += 1
        } while !rest.isEmpty
        if !json { Terminal.output("in use: my-\(gesture)") }
        if reply.durable == false { Terminal.note("nodline: it is not on the disk, and lasts until the program ends") }
    }
}
