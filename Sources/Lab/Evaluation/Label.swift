import FoundationEssentials
import Gestures
import Platform

/// A gesture in a label.
package enum LabelledGesture: Hashable, Sendable, CustomStringConvertible {
    case stroke(HeadDirection)
    case hold(HeadDirection)
    /// A stroke or a hold: both are correct.
    case any(HeadDirection)
    case nod
    case shake
    /// Gestures reported in this span are not counted.
    case ignore

    package init?(_ text: String) {
        let all = HeadDirection.allCases.flatMap { [LabelledGesture.stroke($0), .hold($0), .any($0)] } + [.nod, .shake, .ignore]
        guard let gesture = all.first(where: { $0.description == text }) else { return nil }
        self = gesture
    }

    package var description: String {
        switch self {
        case .stroke(let direction): direction.rawValue
        case .hold(let direction): "hold-\(direction)"
        case .any(let direction): "any-\(direction)"
        case .nod: "nod"
        case .shake: "shake"
        case .ignore: "ignore"
        }
    }
}

/// A labelled span of a clip, in seconds.
package struct Label: Equatable, Sendable {
    package let start: Double
    package let end: Double
    package let gesture: LabelledGesture

    package init(start: Double, end: Double, gesture: LabelledGesture) {
        self.start = start
        self.end = end
        self.gesture = gesture
    }

    /// Latest time allowed in a file, in seconds.
    private static let latest = 1e9

    /// Labels as CSV: `start,end,gesture`.
    package static func csv(_ labels: [Label]) -> String {
        (["start,end,gesture"] + labels.map { "\(NumberFormat.text($0.start)),\(NumberFormat.text($0.end)),\($0.gesture)" })
            .joined(separator: "\n") + "\n"
    }

    /// Reads a CSV file.
    /// - Throws: ``LabelError`` with file and line.
    package static func read(file: String) throws -> [Label] {
        guard let text = try? String(contentsOfFile: file, encoding: .utf8) else {
            throw LabelError(file: file, line: 0, problem: "it cannot be read")
        }
        var labels: [Label] = []
        let rows = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        for (number, row) in rows.enumerated() where !row.allSatisfy({ $0 == " " }) {
            // Spreadsheet programs write a byte order mark at the beginning.
            if number == 0, row.filter({ $0 != " " && $0 != "\u{FEFF}" }) == "start,end,gesture" { continue }
            let cells = row.split(separator: ",", omittingEmptySubsequences: false).map { $0.filter { $0 != " " } }
            guard cells.count == 3, let start = Double(cells[0]), let end = Double(cells[1]), start >= 0, end > start, end <= Self.latest else {
                throw LabelError(file: file, line: number + 1, problem: "\"\(row)\": expected start,end,gesture in seconds")
            }
            guard let gesture = LabelledGesture(cells[2]) else {
                throw LabelError(file: file, line: number + 1, problem: "\"\(cells[2])\" is not a gesture; expected left, "
                    + "right, up, down, hold-left …, any-left …, nod, shake or ignore")
            }
            labels.append(Label(start: start, end: end, gesture: gesture))
        }
        return labels
    }
}

/// A label file that cannot be used.
package struct LabelError: Error, Equatable, CustomStringConvertible {
    let file: String
    let line: Int
    let problem: String

    package var description: String { "\(file)\(line > 0 ? ":\(line)" : ""): \(problem)" }
}
