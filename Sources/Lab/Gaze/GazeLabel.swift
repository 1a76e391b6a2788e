import FoundationEssentials
import Gestures
import Platform

/// A span of a clip in which somebody looks at a known point.
package struct GazeLabel: Equatable, Sendable {
    /// Seconds. The span begins when the eyes have arrived.
    package let start: Double
    package let end: Double
    package let point: GazePoint

    package init(start: Double, end: Double, point: GazePoint) {
        self.start = start
        self.end = end
        self.point = point
    }

    private static let header = "start,end,x,y", partHeader = "start,end,screen_x,screen_y"
    private static let latest = 1e9, farthest = 1000.0

    package static func csv(_ labels: [GazeLabel]) -> String {
        ([header] + labels.map { label in
            [label.start, label.end, label.point.right, label.point.up].map { NumberFormat.text($0) }.joined(separator: ",")
        }).joined(separator: "\n") + "\n"
    }

    /// Reads `start,end,x,y`: seconds, and centimetres from the camera to the user's right and up. With the header
    /// `start,end,screen_x,screen_y` they are parts of the screen from its upper left corner.
    /// - Throws: ``LabelError`` with file and line.
    package static func read(file: String, _ geometry: GazeGeometry) throws -> [GazeLabel] {
        guard let text = try? String(contentsOfFile: file, encoding: .utf8) else {
            throw LabelError(file: file, line: 0, problem: "it cannot be read")
        }
        var labels: [GazeLabel] = [], isPart = false
        for (number, row) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
            let row = row.filter { $0 != " " && $0 != "\u{FEFF}" }
            if row.isEmpty { continue }
            if number == 0, row == header || row == partHeader {
                isPart = row == partHeader
                continue
            }
            let cells = row.split(separator: ",", omittingEmptySubsequences: false).compactMap { Double($0) }
            guard cells.count == 4, cells[0] >= 0, cells[1] > cells[0], cells[1] <= latest,
                  cells[2].magnitude <= farthest, cells[3].magnitude <= farthest, cells[0] >= labels.last?.end ?? 0
            else {
                throw LabelError(file: file, line: number + 1, problem: "\"\(row)\": expected \(header) in seconds and centimetres, or "
                    + "\(partHeader), in order of time")
            }
            labels.append(GazeLabel(start: cells[0], end: cells[1],
                                    point: isPart ? geometry.point(x: cells[2], y: cells[3]) : GazePoint(right: cells[2], up: cells[3])))
        }
        return labels
    }
}
