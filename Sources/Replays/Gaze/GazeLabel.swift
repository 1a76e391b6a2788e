import FoundationEssentials
import Gestures
import Platform
import Traces

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
    private static let farthest = 1000.0

    package static func csv(_ labels: [GazeLabel]) -> String {
        ([header] + labels.map { label in
            [label.start, label.end, label.point.right, label.point.up].map { NumberFormat.text($0) }.joined(separator: ",")
        }).joined(separator: "\n") + "\n"
    }

    /// Reads `start,end,x,y`: seconds, and centimetres from the camera to the user's right and up. With the header
    /// `start,end,screen_x,screen_y` they are parts of the screen from its upper left corner.
    /// - Throws: ``LabelError`` with file and line.
    package static func read(file: String, _ geometry: GazeGeometry) throws -> [GazeLabel] {
        let table = try LabelRows(file: file, headers: [header, partHeader]), isPart = table.header == partHeader
        var labels: [GazeLabel] = []
        for row in table.rows {
            let (start, end) = try row.span(isPart ? partHeader : header), place = [row.number(2), row.number(3)].compactMap { $0 }
            guard place.count == 2, place.allSatisfy({ $0.magnitude <= farthest }), start >= labels.last?.end ?? 0 else {
                throw row.fault("\(row.text.quoted): expected \(header) in seconds and centimetres, or \(partHeader), in order of time")
            }
            let point = isPart ? geometry.point(x: place[0], y: place[1]) : GazePoint(right: place[0], up: place[1])
            labels.append(GazeLabel(start: start, end: end, point: point))
        }
        return labels
    }
}
