import Appliance
import Gestures
import Pipeline
import Platform
import Traces

/// Records a replay as a ``HeadTrace``, if asked with a measurement of both eyes in each frame.
package final class TraceRecorder {
    package private(set) var trace = HeadTrace(marks: [])
    /// Size of the upright picture in pixels; `nil` before the first frame.
    package private(set) var size: SIMD2<Double>?
    private let eyes: EyeFinder?

    /// - Parameter measuresEyes: two network runs more for each frame.
    /// - Throws: `ModelError`.
    package init(_ headSwitch: borrowing HeadSwitch, measuresEyes: Bool) throws {
        eyes = measuresEyes ? try EyeFinder(runtime: headSwitch.sight.runtime) : nil
    }

    /// Replays a whole clip.
    /// - Throws: the error of the clip or the models.
    package static func record(_ file: String, _ configuration: Configuration, measuresEyes: Bool) throws -> (recorder: TraceRecorder, summary: Replay.Summary) {
        var replay = Replay(try HeadSwitch(configuration))
        let recorder = try TraceRecorder(replay.headSwitch, measuresEyes: measuresEyes)
        replay.observe = { frame, face, headSwitch in recorder.add(frame, face, headSwitch) }
        return (recorder, try replay.run(ClipOpener.open(file)) { _ in })
    }

    package func add(_ frame: Frame, _ face: Face?, _ headSwitch: borrowing HeadSwitch) {
        var mark = HeadMark(time: frame.time, seen: face)
        let view = FrameView(frame, mounting: headSwitch.sight.mounting)
        size = SIMD2(Double(view.width), Double(view.height))
        mark.face?.eyes = eyes?.both(of: face, in: view)
        trace.marks.append(mark)
    }

    /// - Parameter labels: what was meant in the clip, for a file that is given away alone; `nil` for a trace without them.
    package func write(to file: String, labels: [Label]? = nil) throws(ResultFileError) {
        var trace = trace
        trace.labels = labels
        try trace.write(to: file)
    }
}

extension EyeFinder {
    /// Measures both eyes; `nil` if one of them cannot be measured. Two runs of the model.
    func both(of face: Face?, in view: FrameView) -> HeadMark.Eyes? {
        guard let face, let right = try? look(.right, of: face, in: view), let left = try? look(.left, of: face, in: view) else { return nil }
        return HeadMark.Eyes(right: EyeLook(right), left: EyeLook(left))
    }
}
