// A head's way as numbers: what a clip comes down to before gestures are found in it.
import FoundationEssentials
import Gestures
import Outputs
import Pipeline
import Platform

/// One frame's points and angles, or none.
package struct HeadMark: Equatable, Sendable {
    /// Seconds.
    package var time: Double
    /// Pixels of the upright, unmirrored picture; `nil` where no face was certain.
    package var face: FacePoints?

    package struct FacePoints: Equatable, Sendable {
        package var rightEye: HeadPoint
        package var leftEye: HeadPoint
        package var mouth: HeadPoint
        package var nose: HeadPoint
        /// Degrees from the user's point of view; `nil` without a mesh.
        package var yaw: Double?
        package var pitch: Double?
        /// `nil` where the lips were not seen.
        package var opening: MouthOpening?
        /// Where the eyes point; `nil` where nobody looked.
        package var eyes: Eyes?

        package init(rightEye: HeadPoint, leftEye: HeadPoint, mouth: HeadPoint, nose: HeadPoint, yaw: Double?, pitch: Double?,
                     opening: MouthOpening? = nil) {
            self.rightEye = rightEye
            self.leftEye = leftEye
            self.mouth = mouth
            self.nose = nose
            self.yaw = yaw
            self.pitch = pitch
            self.opening = opening
        }
    }

    /// A look at each eye.
    package struct Eyes: Equatable, Sendable {
        package var right: EyeLook
        package var left: EyeLook

        package init(right: EyeLook, left: EyeLook) {
            self.right = right
            self.left = left
        }
    }

    package init(time: Double, face: FacePoints?) {
        self.time = time
        self.face = face
    }

    package func look(at eye: EyeLook.Eye) -> EyeLook? { eye == .left ? face?.eyes?.left : face?.eyes?.right }

    /// What a frame showed. A face that is not certain is none.
    package init(time: Double, seen face: Face?) {
        self.init(time: time, face: face.flatMap { face in
            guard face.isCertain else { return nil }
            return FacePoints(rightEye: face.rightEye, leftEye: face.leftEye, mouth: face.mouth, nose: face.noseTip, yaw: face.pose?.yaw,
                              pitch: face.pose?.pitch, opening: face.lips.map { MouthOpening($0.opening, seenAt: $0.time) })
        })
    }

    /// What the recogniser gets of it.
    package var sample: HeadSample {
        guard let face else { return HeadSample(time: time, head: nil) }
        var angles: HeadAngles?
        if let yaw = face.yaw, let pitch = face.pitch { angles = HeadAngles(yaw: yaw, pitch: pitch) }
        return HeadSample(time: time, leftEye: face.leftEye, rightEye: face.rightEye, mouth: face.mouth, nose: face.nose,
                          angles: angles, opening: face.opening)
    }
}

/// A recorded or simulated head. In a file it is CSV, one frame a line:
/// `t,certain,right_x,right_y,left_x,left_y,mouth_x,mouth_y,nose_x,nose_y,yaw,pitch,roll,lips,lips_t`, and for each eye `_left,_up,_open,_certain`;
/// only the time without a face, and nothing after the nose, the roll or the lips where that was not seen. The lips are a ``MouthOpening``,
/// the eyes ``EyeLook``s of that frame.
package struct HeadTrace: Equatable, Sendable {
    /// The ending of trace files.
    package static let ending = "heads"
    private static let header = "t,certain,right_x,right_y,left_x,left_y,mouth_x,mouth_y,nose_x,nose_y,yaw,pitch,roll,lips,lips_t,"
        + ["right_eye", "left_eye"].map { eye in ["left", "up", "open", "certain"].map { "\(eye)_\($0)" }.joined(separator: ",") }
        .joined(separator: ",")

    /// Moments that a file may hold, in seconds, and the largest number besides them, in pixels or degrees.
    private static let times = 0...1e9, farthest = 1e6

    package var marks: [HeadMark]

    package init(marks: [HeadMark]) {
        self.marks = marks
    }

    /// Reads a file.
    /// - Throws: ``LabelError`` with file and line.
    package init(file: String) throws {
        guard let text = try? String(contentsOfFile: file, encoding: .utf8) else {
            throw LabelError(file: file, line: 0, problem: "it cannot be read")
        }
        marks = []
        let rows = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        for (number, row) in rows.enumerated() where number > 0 && !row.isEmpty {
            func fault(_ problem: String) -> LabelError { LabelError(file: file, line: number + 1, problem: "\"\(row)\": \(problem)") }
            let cells = row.split(separator: ",", omittingEmptySubsequences: false).map { Double($0) }
            let values = cells.compactMap { $0 }
            guard values.count == cells.count, let time = values.first, values.count == 1 || values.count >= 10 else {
                throw fault("expected \(Self.header)")
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
                opening: values.count >= 15 ? MouthOpening(values[13], seenAt: values[14]) : nil)
            if values.count >= 23 {
                func look(_ eye: EyeLook.Eye, _ index: Int) -> EyeLook {
                    EyeLook(eye, left: values[index], up: values[index + 1], openness: values[index + 2], certainty: values[index + 3],
                            head: HeadAngles(yaw: values[10], pitch: values[11]), seenAt: time)
                }
                face?.eyes = HeadMark.Eyes(right: look(.right, 15), left: look(.left, 19))
            }
            marks.append(HeadMark(time: time, face: face))
        }
    }

    /// As a file's text.
    package var csv: String {
        var text = Self.header + "\n"
        for mark in marks {
            var cells = [mark.time]
            if let face = mark.face {
                cells.append(1)
                for point in [face.rightEye, face.leftEye, face.mouth, face.nose] { cells += [point.x, point.y] }
                if let yaw = face.yaw, let pitch = face.pitch { cells += [yaw, pitch, 0] }
                if cells.count == 13, let opening = face.opening { cells += [opening.distance, opening.seenAt] }
                if cells.count == 15, let eyes = face.eyes {
                    for eye in [eyes.right, eyes.left] { cells += [eye.left, eye.up, eye.openness, eye.certainty] }
                }
            }
            text += cells.map { NumberFormat.text($0) }.joined(separator: ",") + "\n"
        }
        return text
    }

    /// Writes a file.
    /// - Throws: ``LabelError``.
    package func write(to file: String) throws {
        do {
            try Data(csv.utf8).write(to: URL(filePath: file))
        } catch {
            throw LabelError(file: file, line: 0, problem: "it cannot be written")
        }
    }

    /// Seconds from the first frame to the last.
    package var duration: Double { (marks.last?.time ?? 0) - (marks.first?.time ?? 0) }

    /// Lets a recogniser find the gestures in it.
    package func run(_ configuration: GestureConfiguration, observe: (HeadSample, borrowing GestureRecognizer) -> Void = { _, _ in },
                     _ emit: (GestureEvent) -> Void) {
        var recognizer = GestureRecognizer(configuration: configuration)
        for (index, mark) in marks.enumerated() {
            var sample = mark.sample
            if let request = recognizer.eyeRequest {
                if let before = request.before, let look = marks[..<index].last(where: { $0.time <= before && $0.face?.eyes != nil })?.look(at: request.eye) {
                    recognizer.see(look)
                }
                if request.now { sample.eyes = mark.look(at: request.eye) }
            }
            recognizer.process(sample, emit)
            observe(sample, recognizer)
        }
        guard let end = marks.last?.time else { return }
        let after = end + 0.99 * configuration.staleTime  // what waits ends before pictures count as missing
        recognizer.advance(to: after, emit)
        recognizer.stop(at: after, emit)
    }
}
