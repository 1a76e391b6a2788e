// A head's way as numbers: what a clip comes down to before gestures are found in it.
import FoundationEssentials
import Gestures

/// One frame's points and angles, or none.
package struct HeadMark: Equatable, Sendable {
    /// Seconds.
    package var time: Double
    /// Pixels of the upright, unmirrored picture; `nil` where no face was certain.
    package var face: FacePoints?

    package struct FacePoints: Equatable, Sendable {
        package var rightEye: Point
        package var leftEye: Point
        package var mouth: Point
        package var nose: Point
        /// Degrees from the user's point of view; `nil` without a mesh.
        package var yaw: Double?
        package var pitch: Double?

        package init(rightEye: Point, leftEye: Point, mouth: Point, nose: Point, yaw: Double?, pitch: Double?) {
            self.rightEye = rightEye
            self.leftEye = leftEye
            self.mouth = mouth
            self.nose = nose
            self.yaw = yaw
            self.pitch = pitch
        }
    }

    package init(time: Double, face: FacePoints?) {
        self.time = time
        self.face = face
    }

    /// What the recogniser gets of it.
    package var sample: HeadSample {
        guard let face else { return HeadSample(time: time, head: nil) }
        var angles: HeadAngles?
        if let yaw = face.yaw, let pitch = face.pitch { angles = HeadAngles(yaw: yaw, pitch: pitch) }
        return HeadSample(time: time, leftEye: face.leftEye, rightEye: face.rightEye, mouth: face.mouth, nose: face.nose,
                          angles: angles)
    }
}

/// A recorded or simulated head. In a file it is CSV, one frame a line:
/// `t,certain,right_x,right_y,left_x,left_y,mouth_x,mouth_y,nose_x,nose_y,yaw,pitch,roll`; only the time without a face.
package struct HeadTrace: Equatable, Sendable {
    /// The ending of trace files.
    package static let ending = "heads"
    private static let header = "t,certain,right_x,right_y,left_x,left_y,mouth_x,mouth_y,nose_x,nose_y,yaw,pitch,roll"

    package var marks: [HeadMark]

    package init(marks: [HeadMark]) {
        self.marks = marks
    }

    /// Reads a file.
    /// - Throws: ``LabelFault`` with file and line.
    package init(file: String) throws {
        guard let text = try? String(contentsOfFile: file, encoding: .utf8) else {
            throw LabelFault(file: file, line: 0, problem: "it cannot be read")
        }
        marks = []
        for (number, row) in text.split(whereSeparator: \.isNewline).enumerated() where number > 0 {
            let cells = row.split(separator: ",").map { Double($0) }
            guard let time = cells[0], cells.count == 1 || cells.count >= 10, !cells.contains(nil) else {
                throw LabelFault(file: file, line: number + 1, problem: "\"\(row)\": expected \(Self.header)")
            }
            let values = cells.compactMap { $0 }
            func point(_ index: Int) -> Point { Point(values[index], values[index + 1]) }
            let isSeen = values.count >= 10 && values[1] == 1
            marks.append(HeadMark(time: time, face: !isSeen ? nil : HeadMark.FacePoints(
                rightEye: point(2), leftEye: point(4), mouth: point(6), nose: point(8),
                yaw: values.count >= 12 ? values[10] : nil, pitch: values.count >= 12 ? values[11] : nil)))
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
            }
            text += cells.map { JSONLine.number($0) }.joined(separator: ",") + "\n"
        }
        return text
    }

    /// Seconds from the first frame to the last.
    package var duration: Double { (marks.last?.time ?? 0) - (marks.first?.time ?? 0) }

    /// Lets a recogniser find the gestures in it.
    package func run(_ configuration: GestureConfiguration, observe: (HeadSample, borrowing GestureRecognizer) -> Void = { _, _ in },
                     _ emit: (GestureEvent) -> Void) {
        var recognizer = GestureRecognizer(configuration: configuration)
        for mark in marks {
            let sample = mark.sample
            recognizer.process(sample, emit)
            observe(sample, recognizer)
        }
        guard let end = marks.last?.time else { return }
        let after = end + 0.99 * configuration.staleTime  // what waits ends before pictures count as missing
        recognizer.advance(to: after, emit)
        recognizer.stop(at: after, emit)
    }
}
