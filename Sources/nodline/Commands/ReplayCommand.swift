import Appliance
import ArgumentParser
import Outputs
import Pipeline
import Platform
import Replays

struct ReplayCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "replay", abstract: "Run a recorded clip through the whole appliance, with simulated lines.",
        discussion: "Of a clip that is damaged or cut short it runs what can be read, says so at the end, and exits with 1.")

    @Argument(help: "Y4M (- for standard input), a PNG or JPEG picture, a folder of them, or anything ffmpeg decodes.")
    var clip: String

    @OptionGroup var source: ConfigurationOption

    @Flag(help: "Print events as JSON lines.")
    var json = false

    @Flag(help: "With --json, also the raw pointer in every frame.")
    var pointer = false

    @Option(help: "Write a report of what happened (HTML).")
    var report: String?

    @Option(help: "Write the head's movement as numbers (.heads), which evaluate accepts like a clip.")
    var trace: String?

    @Flag(help: "With --trace, also both eyes in every frame, for gestures that ask for them.")
    var eyes = false

    @Flag(help: "With --trace, also the labels of the CSV file beside the clip, for a file to give away.")
    var labels = false

    @OptionGroup var taught: TaughtOption
    @Option(help: "The folder of enrolled people, for a configuration with [person] (default: nobody is recognised, and everybody counts).")
    var people: String?

    @Flag(help: "Play the clip at its own pace.")
    var realtime = false

    func validate() throws {
        if pointer && !json { throw ValidationError("--pointer needs --json: the raw pointer is only for programs.") }
        if eyes && trace == nil { throw ValidationError("--eyes needs --trace: the eyes are written there.") }
        if labels && trace == nil { throw ValidationError("--labels needs --trace: the labels are written there.") }
    }

    func run() throws {
        // Before the clip, which may be long.
        if let report { _ = try ResultFile(report, .report) }
        if let trace { _ = try ResultFile(trace, .trace) }
        var configuration = try source.read()
        configuration.gestures.taught = try taught.read()
        let tellsRefusals = configuration.gestures.explains
        // The report gives the reason for each movement that was not recognised.
        configuration.gestures.explains = tellsRefusals || report != nil
        let given = labels ? try RecordingTest.labels(of: clip) : nil
        let frames = try ClipOpener.open(clip)
        var replay = Replay(try HeadSwitch(configuration))
        replay.isRealtime = realtime
        if let people {
            let read = PeopleFolder(path: people).read()
            for fault in read.faults { Terminal.note("nodline: \(fault)") }
            replay.headSwitch.recognise(PersonGate(configuration), at: 0) { _ in }
            replay.recognition = ReplayRecognition(read.people, RecognitionProcess(.installed(configuration.person.method)))
        }
        let recording = try report.map { _ in try ReplayRecording(replay.headSwitch) }
        let progress = Progress()
        let recorder = try trace.map { _ in try TraceRecorder(replay.headSwitch, measuresEyes: eyes) }
        replay.observe = { frame, face, headSwitch in
            recorder?.add(frame, face, headSwitch)
            recording?.add(frame, face, headSwitch)
            progress.add(frame)
        }
        let summary = try replay.run(frames) { event in
            if case .line = event, !event.isReported { return }  // the beats of a heartbeat
            recording?.add(event)
            if !event.isReported { return }
            if !tellsRefusals, case .gesture(let gesture) = event, case .rejected = gesture.kind { return }
            if let line = json ? jsonLine(event) : event.words {
                progress.clear()
                Terminal.output(line)
            }
        }
        progress.clear()
        if let report, let recording {
            try ReplayReport(clip: clip, configuration: configuration, recording: recording, summary: summary)
                .write(to: report)
        }
        if let trace, let recorder { try recorder.write(to: trace, labels: given) }
        if !json { Terminal.note(summary.words) }
        for remark in summary.remarks { Terminal.note("nodline: \(remark)") }
        if !summary.isWhole { throw ExitCode(1) }
    }

    private func jsonLine(_ event: ApplianceEvent) -> String? {
        event.isRaw && !pointer ? nil : event.json
    }
}

/// Shows the progress of a long clip on a terminal.
private final class Progress {
    private var lastShown = MonotonicClock.now
    private var isShown = false

    func add(_ frame: Frame) {
        let now = MonotonicClock.now
        guard now - lastShown > 0.5 else { return }
        lastShown = now
        isShown = true
        Terminal.progress("at \(NumberFormat.text(frame.time, decimals: 1)) s of the clip")
    }

    func clear() {
        if isShown { Terminal.progress("") }
        isShown = false
    }
}
