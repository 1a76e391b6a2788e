import Appliance
import ArgumentParser
import FoundationEssentials
import Gestures
import Platform

struct CalibrateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "calibrate", abstract: "Measure the head's rest position again, or with --range how far it moves.",
        discussion: """
            With --range it tells the person what to do, step by step, and keeps a threshold for each direction. Nothing \
            fires during this. Ctrl-C cancels it.
            """)

    @OptionGroup var socket: ControlSocketOption

    @Flag(help: "Measure how far the head moves in each direction.")
    var range = false

    @Option(help: "With --range: only these directions, for example left,right. The others no longer count afterwards.")
    var directions: String?

    @Flag(help: "Cancel the current measurement.")
    var cancel = false

    @Flag(help: "Print JSON lines.")
    var json = false

    /// Seconds to wait for the end of the calibration.
    private static let patience = 60.0

    private var words: [String] { directions?.split(separator: ",").map(String.init) ?? HeadDirection.allCases.map(\.rawValue) }

    func validate() throws {
        if range, cancel { throw ValidationError("--range and --cancel contradict each other; expected one of them.") }
        if directions != nil, !range { throw ValidationError("--directions needs --range.") }
        if words.isEmpty || words.contains(where: { HeadDirection(rawValue: $0) == nil }) || Set(words).count != words.count {
            throw ValidationError("--directions \(directions ?? ""): expected each once of "
                + "\(HeadDirection.allCases.map(\.rawValue).joined(separator: ",")).")
        }
    }

    func run() throws {
        if cancel { return try SimpleRequest(socket: socket, json: json).run(.cancelCalibration, "cancelled") }
        let connection = try socket.connect()
        _ = try connection.reply(.subscribe(moved: false))
        _ = try connection.reply(range ? .calibrateRange(words.compactMap(HeadDirection.init)) : .calibrate)
        if !range, !json { Terminal.output("look straight ahead and keep still") }
        while true {
            let line = try connection.line(within: Self.patience)
            guard let record = try? JSONDecoder().decode(EventRecord.self, from: Data(line.utf8)), let kind = record.kind else { continue }
            let isOurs = range ? [.range, .rangeFound].contains(kind) : [.trackingStarted, .calibrationTimedOut].contains(kind)
            if isOurs, let text = json ? line : record.sentence?.printable { Terminal.output(text) }
            if record.step == "cancelled" || record.kept == false { throw ExitCode(1) }
            if record.step == "done" || !range && kind == .trackingStarted { return }
        }
    }
}
