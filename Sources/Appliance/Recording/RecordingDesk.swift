import Pipeline
import Platform

/// Records what the camera sees for a client, and remembers the last clip, so that it can be labelled.
final class RecordingDesk {
    static let mostLabels = 400
    private static let widest = 320
    /// Pictures a second: the camera's rate, to this.
    private static let fastest = 30.0

    /// A clip.
    struct Take {
        let name: String
        /// In the loop's seconds.
        let began: Double
        var until: Double
        let owner: ControlPeer
        var labels: [RecordedLabel] = []
    }

    let folder: RecordingFolder?
    /// The clip in progress, or the last one of this run.
    private(set) var take: Take?
    private(set) var isRecording = false
    private var recorder: Recorder?
    private var picture = SmallPicture(widest: widest)

    /// - Parameter state: the state's folder; nothing can be recorded without one.
    init(state: String) { folder = state.isEmpty ? nil : RecordingFolder(state: state) }

    static func rate(_ cameraRate: Double) -> Int { Int(min(cameraRate, fastest).rounded(.up)) }

    /// The most bytes of a clip: upright pictures are at most this high.
    static func bytes(seconds: Double, rate: Int) -> Int { Int(seconds * Double(rate)) * (widest * widest * 4 / 3 + 6) }

    func begin(_ name: String, of folder: RecordingFolder, seconds: Double, rate: Int, for owner: ControlPeer, at now: Double) throws(SystemError) {
        recorder = try Recorder(file: folder.clip(name), rate: rate, seconds: seconds)
        take = Take(name: name, began: now, until: now + seconds, owner: owner)
        isRecording = true
    }

    /// Takes a frame; without a recording it costs nothing.
    func add(_ view: FrameView, at time: Double) {
        guard isRecording, let recorder, let take, time < take.until else { return }
        let pixels = picture.pixels(of: view, isFull: true)
        recorder.add(pixels, width: picture.width, height: picture.height, at: time - take.began)
    }

    /// Ends the clip in progress. Labels lie before its end.
    func stop(at now: Double) {
        guard isRecording else { return }
        isRecording = false
        if let take { self.take?.until = min(take.until, now) }
        recorder?.finish()
    }

    /// How the clip has ended on the disk, once.
    func takeEnd() -> (name: String, Recorder.End)? {
        guard let take, let end = recorder?.end else { return nil }
        isRecording = false
        recorder = nil
        if end != .complete { self.take = nil }
        return (take.name, end)
    }

    /// Whether the clip is not complete on the disk yet.
    var isBusy: Bool { recorder != nil }

    func add(_ label: RecordedLabel) { take?.labels.append(label) }

    func forget(_ name: String) { if take?.name == name, !isBusy { take = nil } }
}
