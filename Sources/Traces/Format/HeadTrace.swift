import FoundationEssentials
import Gestures
import Platform

/// A recorded or simulated head as numbers. The file format is CSV, one frame a line:
/// `t,certain,right_x,right_y,left_x,left_y,mouth_x,mouth_y,nose_x,nose_y,yaw,pitch,roll,lips,lips_t,right_lids,left_lids,brows,smile`, and
/// for each eye `_left,_up,_open,_certain`. A line without a face has only the time; a line ends after the nose, the roll, the lips, the lids
/// or the smile if the rest was not seen. Lips, brows and smile are ``FaceMeasure``s and the lids a ``LidOpening`` of the
/// same time, the eyes are ``EyeLook``s of that frame. A file in which nothing has lids or brows has no columns for them. Lines before the
/// columns' names may carry the labels (``TracePreamble``).
package struct HeadTrace: Equatable, Sendable {
    /// Extension of trace files.
    package static let ending = "heads"
    /// Allowed times in a file, in seconds, and the largest other number, in pixels or degrees.
    private static let times = 0...1e9, farthest = 1e6

    package var marks: [HeadMark]
    /// What was meant in it, if the file itself says it.
    package var labels: [Label]?

    package init(marks: [HeadMark]) {
        self.marks = marks
    }

    /// Reads a file.
    /// - Throws: ``LabelError`` with file and line.
    package init(file: String) throws {
        guard let bytes = try? FileBytes.read(file), let text = String(validating: bytes, as: UTF8.self) else {
            throw LabelError(file: file, line: 0, problem: "it cannot be read")
        }
        marks = []
        let rows = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        let preamble = try TracePreamble(rows, file: file), first = preamble.count
        labels = preamble.labels
        let columns = TraceColumns(header: rows.dropFirst(first).first ?? "")
        for (number, row) in rows.enumerated() where number > first && !row.isEmpty {
            func fault(_ problem: String) -> LabelError { LabelError(file: file, line: number + 1, problem: "\(row.quoted): \(problem)") }
            let cells = row.split(separator: ",", omittingEmptySubsequences: false).map { Double($0) }
            let values = cells.compactMap { $0 }
            guard values.count == cells.count, let time = values.first, values.count == 1 || values.count >= 10 else {
                throw fault("expected \(columns.header)")
            }
            guard Self.times.contains(time), time >= marks.last?.time ?? 0 else {
                throw fault("expected a time from 0 to \(Self.times.upperBound.shortest) seconds, not before the row above")
            }
            guard values.dropFirst().allSatisfy({ $0.magnitude <= Self.farthest }) else {
                throw fault("expected pixels and degrees of at most \(Self.farthest.shortest)")
            }
            func point(_ index: Int) -> HeadPoint { HeadPoint(values[index], values[index + 1]) }
            let isSeen = values.count >= 10 && values[1] == 1
            var face = !isSeen ? nil : HeadMark.FacePoints(
                rightEye: point(2), leftEye: point(4), mouth: point(6), nose: point(8),
                yaw: values.count >= 12 ? values[10] : nil, pitch: values.count >= 12 ? values[11] : nil,
                opening: values.count >= TraceColumns.lipsEnd ? FaceMeasure(values[13], seenAt: values[14]) : nil)
            if columns.hasLids, values.count >= columns.lidsEnd { face?.lids = LidOpening(right: values[15], left: values[16], seenAt: values[14]) }
            if columns.hasBrows, values.count >= columns.browsEnd {
                face?.brows = FaceMeasure(values[columns.lidsEnd], seenAt: values[14])
                face?.smile = FaceMeasure(values[columns.lidsEnd + 1], seenAt: values[14])
            }
            if values.count >= columns.browsEnd + 8 {
                func look(_ eye: EyeLook.Eye, _ index: Int) -> EyeLook {
                    EyeLook(eye, left: values[index], up: values[index + 1], openness: values[index + 2], certainty: values[index + 3],
                            head: HeadAngles(yaw: values[10], pitch: values[11]), seenAt: time)
                }
                face?.eyes = HeadMark.Eyes(right: look(.right, columns.browsEnd), left: look(.left, columns.browsEnd + 4))
            }
            marks.append(HeadMark(time: time, face: face))
        }
        if labels != nil, marks.isEmpty { throw LabelError(file: file, line: rows.count, problem: "there is no frame in it") }
    }

    /// Reads all trace files of a folder, in the order of their names.
    /// - Throws: ``LabelError``, also if there is none.
    package static func all(in folder: String) throws -> [HeadTrace] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        let files = names.filter { $0.hasSuffix("." + ending) }.sorted()
        guard !files.isEmpty else { throw LabelError(file: folder, line: 0, problem: "there is no trace in it; expected files NAME.\(ending)") }
        return try files.map { try HeadTrace(file: folder + "/" + $0) }
    }

    /// The text of the file.
    package var csv: String {
        let columns = TraceColumns(hasLids: marks.contains { $0.face?.lids != nil },
                                   hasBrows: marks.contains { $0.face?.brows != nil && $0.face?.smile != nil })
        var text = (labels.map(TracePreamble.text) ?? "") + columns.header + "\n"
        for mark in marks {
            var cells = [mark.time]
            if let face = mark.face {
                cells.append(1)
                for point in [face.rightEye, face.leftEye, face.mouth, face.nose] { cells += [point.x, point.y] }
                if let yaw = face.yaw, let pitch = face.pitch { cells += [yaw, pitch, 0] }
                if cells.count == 13, let opening = face.opening { cells += [opening.value, opening.seenAt] }
                if columns.hasLids, cells.count == TraceColumns.lipsEnd, let lids = face.lids { cells += [lids.right, lids.left] }
                if columns.hasBrows, cells.count == columns.lidsEnd, let brows = face.brows, let smile = face.smile { cells += [brows.value, smile.value] }
                if cells.count == columns.browsEnd, let eyes = face.eyes {
                    for eye in [eyes.right, eyes.left] { cells += [eye.left, eye.up, eye.openness, eye.certainty] }
                }
            }
            text += cells.map { NumberFormat.text($0) }.joined(separator: ",") + "\n"
        }
        return text
    }

    package func write(to file: String) throws(ResultFileError) { try ResultFile(file, .trace).write(Array(csv.utf8)) }

    /// Seconds from the first frame to the last.
    package var duration: Double { (marks.last?.time ?? 0) - (marks.first?.time ?? 0) }

    /// Runs a recogniser on it.
    /// - Parameter model: computes the gaze, if zones need it.
    package func run(_ configuration: GestureConfiguration, gaze model: GazeModel? = nil, observe: (HeadSample, borrowing GestureRecognizer) -> Void = { _, _ in },
                     _ emit: (GestureEvent) -> Void) {
        var recognizer = GestureRecognizer(configuration: configuration)
        for (index, mark) in marks.enumerated() {
            var sample = mark.sample
            sample.gaze = model.flatMap(mark.gaze)
            if let request = recognizer.eyeRequest {
                if let before = request.before {
                    let earlier = marks[..<index].reversed().prefix { $0.time >= request.notBefore }
                    if let look = earlier.first(where: { $0.time <= before && $0.face?.eyes != nil })?.look(at: request.eye) { recognizer.see(look) }
                }
                if request.now { sample.eyes = mark.look(at: request.eye) }
            }
            recognizer.process(sample, emit)
            observe(sample, recognizer)
        }
        guard let end = marks.last?.time else { return }
        let after = end + 0.99 * configuration.staleTime  // decides pending gestures before frames count as missing
        recognizer.advance(to: after, emit)
        recognizer.stop(at: after, emit)
    }
}
