import Appliance
import ArgumentParser
import Gestures
import Platform
import Wire

struct CalibrateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "calibrate", abstract: "Measure the head's rest position again, with --range how far it moves, or with --gaze where the eyes look.",
        discussion: """
            With --range it tells the person what to do, step by step, and keeps a threshold for each direction. With --gaze it \
            names points to look at, one after the other. Nothing fires during this. Ctrl-C cancels it. What is not measured, and \
            what cannot be told from rest, stays as it was. --forget takes the thresholds of nodline.toml again.
            """)

    @OptionGroup var socket: ControlSocketOption

    @Flag(help: "Measure how far the head moves in each direction, and how far the tilts and the movements of the face go that something uses.")
    var range = false

    @Option(help: """
        With --range: only these, for example left,right or tilt-left,mouth,brows. All others stay as they are.
        """)
    var directions: String?

    @Flag(help: "Measure where the eyes look, for looks at zones.")
    var gaze = false

    @Option(parsing: .unconditional, help: "With --gaze: at how many points to look: 1 (the camera, for zones without a screen), 3, 5 or 9. (default: 3)")
    var points: Int?

    @Flag(help: "Forget what --range has measured: the thresholds of nodline.toml hold again.")
    var forget = false

    @Flag(help: "Follow another face: the next one to the right in the picture.")
    var other = false

    @Flag(help: "Cancel the current measurement.")
    var cancel = false

    @Flag(help: "Print JSON lines.")
    var json = false

    /// Seconds to wait for the end of the calibration.
    private static let timeout = 120.0

    private var words: [String]? { directions?.split(separator: ",").map(String.init) }

    func validate() throws {
        if [range, gaze, forget, cancel].filter(\.self).count > 1 { throw ValidationError("--range, --gaze, --forget and --cancel contradict each other; expected one of them.") }
        if other, range || gaze || forget || cancel { throw ValidationError("--other goes with neither --range, --gaze, --forget nor --cancel.") }
        if points != nil, !gaze { throw ValidationError("--points needs --gaze.") }
        if let points, GazeTarget.calibration(Double(points)) == nil { throw ValidationError("--points \(points): expected 1, 3, 5 or 9.") }
        if directions != nil, !range { throw ValidationError("--directions needs --range.") }
        if let words, words.isEmpty || words.contains(where: { RangeMovement($0) == nil }) || Set(words).count != words.count {
            throw ValidationError("--directions \(directions ?? ""): expected each once of "
                + "\(RangeMovement.allCases.map(\.description).joined(separator: ",")).")
        }
    }

    private var request: ControlRequest {
        if gaze { return .calibrateGaze(GazeTarget.calibration(Double(points ?? 3)) ?? []) }
        return range ? .calibrateRange(words.map { $0.compactMap { RangeMovement($0) } }, isTrial: false) : .calibrate(other ? .next : .largest)
    }

    func run() throws {
        if cancel { return try SimpleRequest(socket: socket, json: json).run(.cancelCalibration, "cancelled") }
        if forget { return try SimpleRequest(socket: socket, json: json).run(.forgetRanges, "forgotten: the thresholds of nodline.toml hold again") }
        let connection = try socket.connect()
        _ = try connection.reply(.subscribe(pointer: false))
        _ = try connection.reply(request)
        if !range, !gaze, !json { Terminal.output("look straight ahead and keep still") }
        while true {
            let line = try connection.line(within: Self.timeout)
            guard let record = EventRecord(line: line), let progress = progress(record.body) else { continue }
            if let text = json ? line : record.sentence?.printable { Terminal.output(text) }
            switch progress {
            case .goesOn: continue
            case .done: return
            case .inVain: throw ExitCode(1)
            }
        }
    }

    private enum Progress { case goesOn, done, inVain }

    /// What an event says of the measurement that this command has begun; `nil` for another one.
    private func progress(_ event: EventBody) -> Progress? {
        switch event {
        case .rangeFound where range: .goesOn
        case .range(let record) where range:
            record.step == .cancelled || record.kept == false ? .inVain : record.step == .done ? .done : .goesOn
        case .gaze(let record) where gaze && !range:
            record.step == .cancelled || record.kept == false ? .inVain : record.step == .done ? .done : .goesOn
        case .trackingStarted where !range && !gaze: .done
        case .calibrationTimedOut where !range && !gaze: .goesOn
        default: nil
        }
    }
}
